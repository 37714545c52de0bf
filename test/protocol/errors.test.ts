import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromReply, isVaultError, VAULT_ERROR_CODES, VaultError } from 'vaultlink/protocol';
import { tries } from '../support/fuzz.ts';

const json = (error: VaultError) => JSON.parse(JSON.stringify(error)) as unknown;

describe('the codes', () => {
  it('are the closed set that pages and backends share', () => {
    assert.deepEqual([...VAULT_ERROR_CODES].sort(), [
      ...['access_denied', 'configuration_error', 'forbidden_origin', 'invalid_request'],
      ...['method_not_allowed', 'not_connected', 'not_found', 'outcome_locked'],
      ...[
        'outcome_rejected',
        'outcome_unknown',
        'rate_limited',
        'reconnect_required',
        'service_error',
      ],
      ...['service_unreachable', 'state_expired', 'state_mismatch', 'state_missing'],
      ...['store_unavailable', 'subject_mismatch', 'subject_missing', 'too_large'],
      'validation_failed',
    ]);
  });
});

describe('VaultError', () => {
  it('is an error with a code, a sentence and what is known besides', () => {
    const error = new VaultError('validation_failed', 'Two answers are missing.', {
      status: 422,
      messages: ['Age is missing', 'Name is missing'],
    });
    assert(error instanceof Error);
    assert.equal(error.name, 'VaultError');
    assert.equal(error.code, 'validation_failed');
    assert.equal(error.message, 'Two answers are missing.');
    assert.equal(error.status, 422);
    assert.deepEqual(error.messages, ['Age is missing', 'Name is missing']);
    assert.equal(String(error), 'VaultError: Two answers are missing.');
  });

  it('knows neither a status nor messages unless told', () => {
    const error = new VaultError('not_found', 'No such packet.');
    assert.equal(error.status, undefined);
    assert.deepEqual(error.messages, []);
  });

  it('crosses a boundary as code, sentence and messages, without stack, status or cause', () => {
    const details = { status: 422, messages: ['Age is missing'] };
    const error = new VaultError('validation_failed', 'An answer is missing.', details);
    error.cause = new Error('secret');
    assert.equal(
      JSON.stringify({ error }),
      '{"error":{"error":"validation_failed","error_description":"An answer is missing.","messages":["Age is missing"]}}',
    );
  });

  it('leaves messages out of its JSON where there are none', () => {
    assert.equal(
      JSON.stringify(new VaultError('not_found', 'No such packet.')),
      '{"error":"not_found","error_description":"No such packet."}',
    );
  });
});

describe('isVaultError', () => {
  const foreign = (name: string, code?: unknown) =>
    Object.assign(new Error('No such packet.'), { name }, code === undefined ? {} : { code });

  it('knows its own errors and those of another copy of the package', async () => {
    assert(isVaultError(new VaultError('not_found', 'No such packet.')));
    const address = new URL('errors.ts?copy', import.meta.resolve('vaultlink/protocol')).href;
    const copy = (await import(address)) as { VaultError: typeof VaultError };
    const error = new copy.VaultError('not_found', 'No such packet.');
    assert(!(error instanceof VaultError));
    assert(isVaultError(error));
  });

  it('knows a rebuilt error by its name and code, and takes neither alone', () => {
    assert(isVaultError(foreign('VaultError', 'not_found')));
    for (const [name, code] of [
      ['VaultError', undefined],
      ['VaultError', 'ENOENT'],
      ['VaultError', 'toString'],
      ['VaultError', 404],
      ['Error', 'not_found'],
    ] as const) {
      assert(!isVaultError(foreign(name, code)), `${name} ${String(code)}`);
    }
  });

  it('takes nothing that is not an error, nor a clone that lost its code', () => {
    const error = new VaultError('not_found', 'No such packet.');
    const lookalike = { name: 'VaultError', code: 'not_found', message: 'No such packet.' };
    const others = [undefined, null, '', 'VaultError', 404, [], {}, lookalike, error.toJSON()];
    for (const value of [...others, structuredClone(error)]) assert(!isVaultError(value));
  });
});

describe('fromReply', () => {
  it('reads an authentication failure', () => {
    const error = fromReply(401, {
      error: 'invalid_token',
      error_description: 'The access token expired',
    });
    assert(error instanceof VaultError);
    assert.equal(error.status, 401);
    assert.deepEqual(json(error), {
      error: 'not_connected',
      error_description: 'The access token expired',
      messages: ['The access token expired'],
    });
  });

  it('reads any other error, with every sentence of the service', () => {
    const error = fromReply(422, { errors: { base: ['Age is missing.', 'Name is missing.'] } });
    assert.equal(error.status, 422);
    assert.deepEqual(json(error), {
      error: 'validation_failed',
      error_description: 'Age is missing. Name is missing.',
      messages: ['Age is missing.', 'Name is missing.'],
    });
  });

  it('tells by the status what to do about it', () => {
    for (const [status, code] of [
      [400, 'validation_failed'],
      [401, 'not_connected'],
      [404, 'validation_failed'],
      [408, 'service_unreachable'],
      [422, 'validation_failed'],
      [425, 'rate_limited'],
      [429, 'rate_limited'],
      [499, 'validation_failed'],
      [302, 'service_error'],
      [500, 'service_error'],
      [503, 'service_error'],
    ] as const) {
      assert.equal(fromReply(status, { errors: { base: ['No'] } }).code, code, String(status));
    }
  });

  it('keeps the sentences and drops what stands among them', () => {
    const error = fromReply(422, { errors: { base: ['Age is missing', null, 7, ['x'], {}] } });
    assert.deepEqual(error.messages, ['Age is missing']);
    assert.equal(error.message, 'Age is missing');
  });

  it('makes a sentence of the status where the body has neither shape', () => {
    for (const body of [
      ...[undefined, null, '', '<h1>Bad gateway</h1>', 'errors', 0, 502, true, [], ['x'], {}],
      ...[{ error: 'invalid_token' }, { error_description: 42 }, { error_description: null }],
      ...[{ errors: null }, { errors: 'x' }, { errors: ['x'] }, { errors: {} }, { base: ['x'] }],
      ...[{ errors: { base: 'x' } }, { errors: { base: null } }, { errors: { base: { 0: 'x' } } }],
      ...[{ errors: { base: [] } }, { errors: { base: [null] } }],
    ]) {
      assert.deepEqual(json(fromReply(502, body)), {
        error: 'service_error',
        error_description: 'The service answered with status 502.',
      });
    }
  });

  it('makes an error that can be sent of any status and any JSON', () => {
    const value = fc.jsonValue();
    const errors = fc.oneof(value, fc.record({ base: fc.oneof(value, fc.array(value)) }));
    const shape = fc.record({ errors, error_description: value }, { requiredKeys: [] });
    const body = fc.oneof(value, shape);
    fc.assert(
      fc.property(fc.integer(), body, (status, reply) => {
        const error = fromReply(status, reply);
        assert(isVaultError(error));
        assert.notEqual(error.message, '');
        assert(error.messages.every((message) => typeof message === 'string'));
      }),
      tries(1000),
    );
  });
});
