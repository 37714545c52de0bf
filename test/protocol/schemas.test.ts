import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import * as schemas from '../../src/protocol/schemas.ts';

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** Every field of `value` is needed, and needed as what it is. */
function needsEachField(schema: z.ZodType, value: object): void {
  assert.equal(passes(schema, value), true);
  for (const field of Object.keys(value)) {
    assert.equal(passes(schema, { ...value, [field]: undefined }), false, `${field} is missing`);
    assert.equal(passes(schema, { ...value, [field]: [] }), false, `${field} is a list`);
  }
}

const TOKENS = {
  access_token: 'a',
  token_type: 'Bearer',
  expires_in: 86400,
  refresh_token: 'r',
  scope: 'push_packet',
  created_at: '2026-03-01T12:00:00.000Z',
};

const SELLERS_PACKET = {
  id: '1',
  packet_id: 'profile',
  account_id: '2',
  beneficiary_account_id: null,
  status: 'published',
  autosell_setting: 'enabled_for_any_price',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  first_published_at: '2026-03-01T12:00:00.000Z',
};

const PUSH_REPLY = { message: 'Data successfully synced', sellers_packet: SELLERS_PACKET };

describe('a token response (§2.2)', () => {
  const parse = (changes: object) => schemas.tokenResponse.parse({ ...TOKENS, ...changes });

  it('keeps fields that the interface does not name', () => {
    assert.deepEqual(parse({ id_token: 'x' }), { ...TOKENS, id_token: 'x' });
  });

  it('has created_at as text or as a number', () => {
    assert.equal(parse({ created_at: 1772366400 }).created_at, 1772366400);
    assert.equal(parse({ created_at: '1772366400' }).created_at, '1772366400');
  });

  it('has expires_in as a number, or as text with digits', () => {
    assert.equal(parse({ expires_in: '86400' }).expires_in, 86400);
    assert.equal(parse({ expires_in: 60.5 }).expires_in, 60.5);
  });

  it('is never refused for a field that it can do without', () => {
    for (const odd of [undefined, null, true, {}, [], 'soon', '', '60 s', 'PT60', '60.5']) {
      assert.equal(parse({ expires_in: odd }).expires_in, undefined);
    }
    for (const odd of [undefined, null, true, {}]) {
      assert.equal(parse({ created_at: odd }).created_at, undefined);
      assert.equal(parse({ scope: odd }).scope ?? undefined, undefined);
    }
    const { access_token, refresh_token } = TOKENS;
    assert.equal(passes(schemas.tokenResponse, { access_token, refresh_token }), true);
  });

  it('needs both tokens, and no type of theirs', () => {
    for (const odd of [undefined, null, '', 7, {}]) {
      assert.equal(parse({ token_type: odd }).token_type, undefined);
    }
    for (const field of ['access_token', 'refresh_token']) {
      for (const value of [undefined, null, '', 7]) {
        assert.equal(passes(schemas.tokenResponse, { ...TOKENS, [field]: value }), false);
      }
    }
  });
});

describe('a push (§2.3, §2.4, §4.3)', () => {
  it('keeps an answer to a question named __proto__', () => {
    const text = '{"payload":{"__proto__":"a","name":null}}';
    assert.equal(JSON.stringify(schemas.pushRequest.parse(JSON.parse(text))), text);
  });

  it('has a JSON Schema in which an answer is text or null, whatever its question', () => {
    const { properties } = z.toJSONSchema(schemas.pushRequest, { unrepresentable: 'any' });
    assert.deepEqual(properties?.payload, {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
    });
  });

  it('names each answer that is no text', () => {
    const { error } = schemas.answers.safeParse({ name: 7, drink: 'tea', pets: {} });
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      ['name must be text or null, not a number.', 'pets must be text or null, not an object.'],
    );
  });

  it('is answered with a message and every field of the sellers packet', () => {
    needsEachField(schemas.pushReply, PUSH_REPLY);
    needsEachField(schemas.sellersPacket, SELLERS_PACKET);
    assert.equal(passes(schemas.sellersPacket, { ...SELLERS_PACKET, account_id: null }), false);
    const further = { ...SELLERS_PACKET, beneficiary_account_id: '3', price: 1 };
    assert.deepEqual(schemas.sellersPacket.parse(further), further);
  });
});

describe('our own requests', () => {
  const exchange = {
    code: 'c',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    state: 's',
    redirect_uri: 'https://buyer.example/callback',
  };

  it('have no field that is not known', () => {
    needsEachField(schemas.exchangeRequest, exchange);
    needsEachField(schemas.pushRequest, { payload: {} });
    needsEachField(schemas.relayRequest, { token: 't' });
    assert.equal(passes(schemas.exchangeRequest, { ...exchange, client_secret: 's' }), false);
    assert.equal(passes(schemas.pushRequest, { payload: {}, id: 'p' }), false);
    assert.equal(passes(schemas.relayRequest, { token: 't', outcome: 'fail' }), false);
  });

  it('may tell a relay how old the token is, in seconds that are neither negative nor infinite', () => {
    const withAge = (age_seconds: unknown) =>
      passes(schemas.relayRequest, { token: 't', age_seconds });
    for (const age of [0, 12, 12.5, 3600, undefined]) assert.equal(withAge(age), true);
    for (const age of [-1, Infinity, NaN, '12', null, []]) assert.equal(withAge(age), false);
  });

  it('have a verifier that RFC 7636 section 4.1 allows', () => {
    const withVerifier = (code_verifier: string) =>
      passes(schemas.exchangeRequest, { ...exchange, code_verifier });
    assert.equal(withVerifier('a'.repeat(42)), false);
    assert.equal(withVerifier('~._-'.padEnd(43, 'A')), true);
    assert.equal(withVerifier('a'.repeat(128)), true);
    assert.equal(withVerifier('a'.repeat(129)), false);
    assert.equal(withVerifier('+'.padEnd(43, 'a')), false);
    assert.equal(withVerifier(`${'a'.repeat(43)}\n`), false);
  });

  it('are refused with a reason for each field that the caller can correct', () => {
    const reasonsFor = (schema: z.ZodType, value: unknown) =>
      schema
        .safeParse(value)
        .error?.issues.map(({ path, message }) => [...path, message].join(' '));
    const odd = { ...exchange, code: '\ud800', code_verifier: 'short', state: '\udc00' };
    assert.deepEqual(reasonsFor(schemas.exchangeRequest, odd), [
      'code must be well-formed',
      'code_verifier must be 43 to 128 unreserved characters',
      'state must be well-formed',
    ]);
    assert.deepEqual(reasonsFor(schemas.packetId, 'a/b'), [
      'A packet id is letters, digits, "_" and "-".',
    ]);
  });

  it('have a packet id and an outcome that can stand in a path', () => {
    assert.equal(passes(schemas.packetId, 'a-B_9'), true);
    for (const id of ['', '..', 'a/b', 'a b']) assert.equal(passes(schemas.packetId, id), false);
    for (const outcome of ['complete', 'fail', 'quota_full', 'screenout']) {
      assert.equal(passes(schemas.outcome, outcome), true);
    }
    assert.equal(passes(schemas.outcome, 'complete.html'), false);
  });
});

describe('our own replies', () => {
  it('are what the wire says', () => {
    const at = '2026-03-01T12:00:00.000Z';
    assert.equal(passes(schemas.exchangeReply, { connected: true, expires_at: at }), true);
    assert.equal(passes(schemas.exchangeReply, { connected: false, expires_at: at }), false);
    assert.equal(passes(schemas.exchangeReply, { connected: true, expires_at: 1772366400 }), false);
    for (const reason of ['none', 'reconnect'])
      assert.equal(passes(schemas.sessionReply, { connected: false, reason }), true);
    assert.equal(passes(schemas.sessionReply, { connected: false, reason: 'expired' }), false);
    for (const result of ['confirmed', 'accepted', 'unknown'])
      assert.equal(passes(schemas.relayReply, { result, outcome: 'complete' }), true);
    assert.equal(passes(schemas.relayReply, { result: 'rejected', outcome: 'complete' }), false);
    for (const [status, store] of [
      ['ok', 'ok'],
      ['unavailable', 'unavailable'],
    ])
      assert.equal(passes(schemas.healthReply, { status, store }), true);
    assert.equal(passes(schemas.healthReply, { status: 'fine', store: 'ok' }), false);
  });

  it('hold no token of the service where a session is told', () => {
    const session = schemas.sessionReply.parse({ connected: true, access_token: 'a' });
    assert.deepEqual(session, { connected: true });
  });

  it('name one of the closed set of errors', () => {
    const reply = { error: 'rate_limited', error_description: 'Later.', messages: ['Later.'] };
    assert.equal(passes(schemas.errorReply, reply), true);
    assert.equal(passes(schemas.errorReply, { ...reply, error: 'invalid_grant' }), false);
  });
});
