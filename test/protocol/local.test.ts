import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BASE_PATH,
  CONNECT_CHANNEL,
  DENIED_PARAMETER,
  isConnectMessage,
  REQUEST_HEADER,
  STATUS_OF_ERROR,
  VAULT_ERROR_CODES,
} from 'vaultlink/protocol';

describe('our own wire', () => {
  it('has its fixed names', () => {
    assert.equal(BASE_PATH, '/vault');
    assert.deepEqual(REQUEST_HEADER, { name: 'X-Vaultlink', value: '1' });
    assert.deepEqual(DENIED_PARAMETER, { name: 'vault', value: 'denied' });
    assert.equal(CONNECT_CHANNEL, 'vaultlink');
  });

  it('gives each error its status', () => {
    assert.deepEqual(STATUS_OF_ERROR, {
      invalid_request: 400,
      state_mismatch: 400,
      state_expired: 400,
      state_missing: 400,
      access_denied: 403,
      forbidden_origin: 403,
      subject_missing: 403,
      subject_mismatch: 403,
      not_connected: 401,
      not_found: 404,
      method_not_allowed: 405,
      reconnect_required: 409,
      too_large: 413,
      validation_failed: 422,
      rate_limited: 429,
      outcome_rejected: 409,
      outcome_locked: 409,
      outcome_unknown: 502,
      service_error: 502,
      service_unreachable: 504,
      store_unavailable: 503,
      configuration_error: 500,
    });
    assert.deepEqual(Object.keys(STATUS_OF_ERROR).sort(), [...VAULT_ERROR_CODES].sort());
  });
});

describe('a message of a popup', () => {
  it('is known by its type', () => {
    assert.equal(isConnectMessage({ type: 'vaultlink-connect' }), true);
    assert.equal(isConnectMessage({ type: 'vaultlink-connect', error: 'access_denied' }), true);
  });

  for (const value of [null, undefined, '', 'vaultlink-connect', 7, [], {}, { type: 'other' }]) {
    it(`is not ${JSON.stringify({ value })}`, () => {
      assert.equal(isConnectMessage(value), false);
    });
  }
});
