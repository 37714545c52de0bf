import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startOAuth } from '../../oauth-driver.ts';

const PATH = '/api/v5/packets/profile/sellers_packets/push';

interface PushReply {
  message: string;
  sellers_packet: Record<string, string | null>;
}

const baseOf = (body: unknown) => (body as { errors: { base: string[] } }).errors.base;

describe('a push', () => {
  it('answers with the sellers packet that the interface shows (§2.3, §4.3)', async () => {
    const { connect, push } = startOAuth();
    const { access_token } = await connect();
    const { status, body } = await push(access_token, { name: 'Amara', drink: 'tea' });
    assert.equal(status, 200);
    const { message, sellers_packet } = body as PushReply;
    assert.equal(message, 'Data successfully synced');
    const { id, account_id, ...rest } = sellers_packet;
    assert.match(id ?? '', /^\S+$/);
    assert.match(account_id ?? '', /^\S+$/);
    assert.deepEqual(rest, {
      packet_id: 'profile',
      beneficiary_account_id: null,
      status: 'published',
      autosell_setting: 'enabled_for_any_price',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      first_published_at: '2026-03-01T12:00:00.000Z',
    });
  });

  it('again changes the same sellers packet, and only when it was updated', async () => {
    const { connect, push, post } = startOAuth();
    const { access_token } = await connect();
    const first = (await push(access_token, { name: 'Amara' })).body as PushReply;
    await post('clock', { advance_seconds: 60 });
    const second = (await push(access_token, { name: 'Ama' })).body as PushReply;
    assert.deepEqual(second.sellers_packet, {
      ...first.sellers_packet,
      updated_at: '2026-03-01T12:01:00.000Z',
    });
  });

  it('goes into the vault of the user who authorized (§4.3 rule 3)', async () => {
    const { connect, push, answersOf } = startOAuth();
    const [amara, jonas] = [await connect('seller-1'), await connect('seller-2')];
    const first = (await push(amara.access_token, { name: 'Amara' })).body as PushReply;
    const second = (await push(jonas.access_token, { name: 'Jonas' })).body as PushReply;
    assert.deepEqual(await answersOf('seller-1'), [{ name: 'Amara' }]);
    assert.deepEqual(await answersOf('seller-2'), [{ name: 'Jonas' }]);
    assert.notEqual(first.sellers_packet.id, second.sellers_packet.id);
    assert.notEqual(first.sellers_packet.account_id, second.sellers_packet.account_id);
  });

  it('saves a question without an answer for null, and "" as it is (§2.4)', async () => {
    const { connect, push, answersOf } = startOAuth();
    const { access_token } = await connect();
    await push(access_token, { name: 'Amara', drink: 'tea' });
    assert.equal((await push(access_token, { name: null, drink: '' })).status, 200);
    assert.deepEqual(await answersOf('seller-1'), [{ name: null, drink: '' }]);
  });

  it('accepts a question with the name of a JavaScript property', async () => {
    const { connect, send, call } = startOAuth({ behaviour: { unknown_questions: 'accept' } });
    const { access_token } = await connect();
    const answer = await send(
      PATH,
      '{"id":"profile","payload":{"__proto__":"a","constructor":null}}',
      {
        authorization: `Bearer ${access_token}`,
      },
    );
    assert.equal(answer.status, 200);
    const state = JSON.stringify((await call('/sandbox/state')).body);
    assert.match(state, /"answers":\{"__proto__":"a","constructor":null\}/);
  });

  /** Each payload with the questions that the messages must name. */
  const refused: [payload: unknown, named: RegExp[]][] = [
    [{ name: 7 }, [/^name: .* string or null\.$/]],
    [{ name: true, drink: ['tea'] }, [/^name: /, /^drink: /]],
    [{ name: {}, drink: 'tea' }, [/^name: /]],
    [undefined, [/^payload must be an object\.$/]],
    [null, [/^payload must be an object\.$/]],
    [['tea'], [/^payload must be an object\.$/]],
    ['tea', [/^payload must be an object\.$/]],
  ];

  for (const [payload, named] of refused) {
    it(`of ${JSON.stringify({ payload })} is refused as a whole (§4.3 rule 4)`, async () => {
      const { connect, push, answersOf } = startOAuth();
      const { access_token } = await connect();
      const { status, body } = await push(access_token, payload);
      assert.equal(status, 422);
      assert.deepEqual(Object.keys(body as object), ['errors']);
      assert.equal(baseOf(body).length, named.length);
      for (const [index, pattern] of named.entries())
        assert.match(baseOf(body)[index] ?? '', pattern);
      assert.deepEqual(await answersOf('seller-1'), []);
    });
  }

  it('must have the packet id of the path in its body (§4.3 rule 1)', async () => {
    const { connect, send, answersOf } = startOAuth();
    const { access_token } = await connect();
    const authorization = `Bearer ${access_token}`;
    for (const id of ['foreign', 'Profile', '', undefined, 7]) {
      const { status, body } = await send(PATH, { id, payload: {} }, { authorization });
      assert.equal(status, 422);
      assert.match(baseOf(body)[0] ?? '', /\bid\b/);
    }
    assert.deepEqual(await answersOf('seller-1'), []);
  });

  it('reaches only packets of its own client (§4.3 rule 2)', async () => {
    const { connect, push, answersOf } = startOAuth();
    const { access_token } = await connect();
    const statuses = [];
    for (const id of ['foreign', 'survey', 'nothing']) {
      const { status, body } = await push(access_token, { name: 'Amara' }, id);
      assert.equal(baseOf(body).length, 1);
      statuses.push(status);
    }
    assert.deepEqual(statuses, [403, 403, 404]);
    assert.deepEqual(await answersOf('seller-1'), []);
  });

  it('must be JSON with Content-Type application/json', async () => {
    const { connect, send } = startOAuth();
    const authorization = `Bearer ${(await connect()).access_token}`;
    const body = { id: 'profile', payload: {} };
    const plain = await send(PATH, body, { authorization, 'content-type': 'text/plain' });
    assert.equal(plain.status, 415);
    assert.equal(baseOf(plain.body).length, 1);
    for (const text of ['', '{', '[]', 'null']) {
      assert.equal((await send(PATH, text, { authorization })).status, 422);
    }
  });

  it('must be a POST', async () => {
    const { call } = startOAuth();
    const { status, headers } = await call(PATH, { method: 'PUT' });
    assert.deepEqual([status, headers.get('allow')], [405, 'POST']);
  });
});

describe('an access token', () => {
  it('lasts 24 hours (§8); then a push is answered 401', async () => {
    const { connect, push, post } = startOAuth();
    const { access_token } = await connect();
    await post('clock', { advance_seconds: 86_399.999 });
    assert.equal((await push(access_token, {})).status, 200);
    await post('clock', { advance_seconds: 0.001 });
    const { status, headers, body } = await push(access_token, {});
    assert.equal(status, 401);
    assert.deepEqual(body, {
      error: 'invalid_token',
      error_description: 'The access token has expired.',
    });
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/);
  });

  it('that was never issued is refused in the shape of OAuth (§7)', async () => {
    const { connect, push, answersOf } = startOAuth();
    const { access_token, refresh_token } = await connect();
    for (const token of ['nothing', `${access_token}x`, refresh_token]) {
      const { status, body } = await push(token, { name: 'x' });
      assert.equal(status, 401);
      assert.deepEqual(Object.keys(body as object), ['error', 'error_description']);
    }
    assert.deepEqual(await answersOf('seller-1'), []);
  });

  it('that is missing is asked for, without an error code in the challenge (RFC 6750)', async () => {
    const { connect, send } = startOAuth();
    const { access_token } = await connect();
    for (const authorization of ['', access_token, `Basic ${access_token}`, 'Bearer']) {
      const { status, headers } = await send(
        PATH,
        { id: 'profile', payload: {} },
        { authorization },
      );
      assert.equal(status, 401);
      assert.equal(headers.get('www-authenticate'), 'Bearer realm="sandbox"');
    }
  });

  it('is read whatever the case of its scheme', async () => {
    const { connect, send } = startOAuth();
    const authorization = `bearer ${(await connect()).access_token}`;
    assert.equal((await send(PATH, { id: 'profile', payload: {} }, { authorization })).status, 200);
  });

  it('outlives the refresh of its pair', async () => {
    const { connect, refresh, push } = startOAuth();
    const { access_token, refresh_token } = await connect();
    await refresh(refresh_token);
    assert.equal((await push(access_token, {})).status, 200);
  });
});
