import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../../driver.ts';

const effects = [
  { outcome: 'complete', state: 'published', listed: true, paid: true, reason: null },
  { outcome: 'fail', state: 'filtered', listed: false, paid: false, reason: 'fail' },
  { outcome: 'quota_full', state: 'filtered', listed: false, paid: false, reason: 'quota_full' },
  { outcome: 'screenout', state: 'filtered', listed: false, paid: false, reason: 'screenout' },
];

describe('the eight endlink endpoints', () => {
  for (const { outcome, state, listed, paid, reason } of effects) {
    for (const form of [outcome, `${outcome}.html`]) {
      it(`${form} makes the packet ${state}`, async () => {
        const { open, report, state: read } = startSandbox();
        const { token } = await open();
        const answer = await report(form, token);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        const [packet] = (await read()).sellers_packets;
        assert.ok(packet);
        const { state: actual, listed: isListed, paid: isPaid, reason: why } = packet;
        assert.deepEqual(
          { actual, isListed, isPaid, why, outcome: packet.outcome },
          { actual: state, isListed: listed, isPaid: paid, why: reason, outcome },
        );
      });
    }
  }

  it('the API form answers with JSON, the .html form with a page', async () => {
    const { open, report } = startSandbox();
    const api = await report('complete', (await open()).token);
    const page = await report('complete.html', (await open('packet-1', 'seller-2')).token);
    assert.deepEqual(api.body, { message: 'Outcome recorded', outcome: 'complete' });
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  });

  it('decides for the seller who clicked and for no other', async () => {
    const { open, report, state } = startSandbox();
    const first = await open('packet-1', 'seller-1');
    await open('packet-1', 'seller-2');
    await report('screenout', first.token);
    assert.deepEqual(
      (await state()).sellers_packets.map((packet) => [packet.seller_id, packet.state]),
      [
        ['seller-1', 'filtered'],
        ['seller-2', 'awaiting_outcome'],
      ],
    );
  });

  it('have no fifth outcome', async () => {
    const { open, report } = startSandbox();
    assert.equal((await report('success', (await open()).token)).status, 404);
  });
});

describe('an endlink token', () => {
  it('is long, safe in a URL and new at each click', async () => {
    const { open } = startSandbox();
    const tokens = [await open(), await open(), await open()].map(({ token }) => token);
    assert.equal(new Set(tokens).size, 3);
    for (const token of tokens) assert.match(token, /^[\w-]{43}$/);
  });

  it('works once: the second call is an error and the first effect stands', async () => {
    const { open, report, state } = startSandbox();
    const { token } = await open();
    await report('complete', token);
    const again = await report('fail', token);
    assert.equal(again.status, 422);
    assert.deepEqual(again.body, { errors: { base: ['The endlink token has been used before.'] } });
    assert.equal((await state()).sellers_packets[0]?.state, 'published');
  });

  it('works once across both forms', async () => {
    const { open, report } = startSandbox();
    const { token } = await open();
    await report('complete.html', token);
    assert.equal((await report('complete', token)).status, 422);
  });

  it('of two for one packet, the first that is reported decides and the second is an error', async () => {
    const { open, report, state } = startSandbox();
    const first = await open();
    const second = await open();
    assert.equal(first.interaction_id, second.interaction_id);
    assert.equal((await report('screenout', second.token)).status, 200);
    const late = await report('complete', first.token);
    assert.equal(late.status, 422);
    assert.deepEqual(late.body, { errors: { base: ['The packet already has an outcome.'] } });
    assert.equal((await state()).sellers_packets[0]?.outcome, 'screenout');
  });

  it('is a new one after its use, even with reissue "same"', async () => {
    const { open, report } = startSandbox({ behaviour: { reissue: 'same', reopen_decided: true } });
    const { token } = await open();
    await report('complete', token);
    assert.notEqual((await open()).token, token);
  });

  it('is the same one while it is valid, with reissue "same"', async () => {
    const { open, report } = startSandbox({ behaviour: { reissue: 'same' } });
    const first = await open();
    assert.equal((await open()).token, first.token);
    assert.notEqual((await open('packet-1', 'seller-2')).token, first.token);
    await report('complete', first.token);
    assert.notEqual((await open()).token, first.token);
  });

  it('is valid until one hour has elapsed', async () => {
    const { open, report, post } = startSandbox();
    const { token } = await open();
    await post('clock', { advance_seconds: 3599 });
    assert.equal((await report('complete', token)).status, 200);
  });

  it('is an error once one hour has elapsed', async () => {
    const { open, report, post } = startSandbox();
    const { token } = await open();
    await post('clock', { advance_seconds: 3600 });
    const answer = await report('complete', token);
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.body, { errors: { base: ['The endlink token has expired.'] } });
  });

  it('that was never issued is an authentication failure', async () => {
    const { report } = startSandbox();
    const answer = await report('complete', 'nobody-issued-this');
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, {
      error: 'invalid_token',
      error_description: 'The endlink token is not valid.',
    });
  });

  it('is required, and must not be empty', async () => {
    const { call } = startSandbox();
    for (const query of ['', '?service_endlink_token=', '?token=abc']) {
      const answer = await call(`/api/v3/endlinks/complete${query}`);
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.body, { errors: { base: ['service_endlink_token is required.'] } });
    }
  });
});

describe('a packet that has been decided', () => {
  it('cannot be opened again: the answer says by which request it was decided', async () => {
    const { open, report, post, state } = startSandbox();
    await report('complete', (await open()).token);
    const again = await post('endlinks', { packet_id: 'packet-1', seller_id: 'seller-1' });
    assert.equal(again.status, 409);
    assert.match(
      JSON.stringify(again.body),
      /packet-1 is published for seller-1 already by request 1,/,
    );
    assert.equal((await state()).tokens.length, 1);
    await open('packet-1', 'seller-2');
  });

  it('cannot be opened again after silence', async () => {
    const { open, post } = startSandbox();
    await open();
    await post('clock', { advance_seconds: 3600 });
    const again = await post('endlinks', { packet_id: 'packet-1', seller_id: 'seller-1' });
    assert.equal(again.status, 409);
  });

  it('issues a token that never counts if reopen_decided is on', async () => {
    const { open, report } = startSandbox({ behaviour: { reopen_decided: true } });
    await report('complete', (await open()).token);
    assert.equal((await report('complete', (await open()).token)).status, 422);
  });
});

describe('silence', () => {
  it('is a failure and unpaid once the token expires', async () => {
    const { open, post, state } = startSandbox();
    await open();
    assert.equal((await state()).sellers_packets[0]?.state, 'awaiting_outcome');
    await post('clock', { advance_seconds: 3600 });
    const [packet] = (await state()).sellers_packets;
    assert.equal(packet?.state, 'failed');
    assert.equal(packet.reason, 'no_outcome');
    assert.equal(packet.paid, false);
    assert.equal(packet.listed, false);
    assert.equal(packet.decided_at, '2026-03-01T13:00:00.000Z');
  });

  it('lasts until the latest of several tokens expires', async () => {
    const { open, post, state, report } = startSandbox();
    await open();
    await post('clock', { advance_seconds: 1800 });
    const second = await open();
    await post('clock', { advance_seconds: 1800 });
    assert.equal((await state()).sellers_packets[0]?.state, 'awaiting_outcome');
    assert.equal((await report('complete', second.token)).status, 200);
  });

  it('changes nothing where an outcome was reported', async () => {
    const { open, post, state, report } = startSandbox();
    await report('complete', (await open()).token);
    await post('clock', { advance_seconds: 7200 });
    assert.equal((await state()).sellers_packets[0]?.state, 'published');
  });
});

describe('switches and replies for what the interface does not show', () => {
  it('set status, shape and code of each error', async () => {
    const { open, report, post, call } = startSandbox();
    await post('replies', {
      missing_token: { status: 400 },
      unknown_token: { status: 404, shape: 'errors' },
      used_token: { status: 409, shape: 'error', code: 'token_spent' },
      expired_token: { status: 410, shape: 'error' },
      decided_packet: { status: 403 },
    });
    const first = await open();
    const second = await open();
    const third = await open('packet-1', 'seller-2');
    await report('complete', first.token);
    const used = await report('complete', first.token);
    assert.equal(used.status, 409);
    assert.deepEqual(used.body, {
      error: 'token_spent',
      error_description: 'The endlink token has been used before.',
    });
    assert.equal((await report('complete', second.token)).status, 403);
    assert.equal((await call('/api/v3/endlinks/complete')).status, 400);
    const unknown = await report('complete', 'unknown');
    assert.equal(unknown.status, 404);
    assert.deepEqual(unknown.body, { errors: { base: ['The endlink token is not valid.'] } });
    await post('clock', { advance_seconds: 3600 });
    const expired = await report('complete', third.token);
    assert.equal(expired.status, 410);
    assert.deepEqual(expired.body, {
      error: 'invalid_token',
      error_description: 'The endlink token has expired.',
    });
  });

  it('set status, shape and fields of success', async () => {
    const { open, report, post } = startSandbox({
      replies: { outcome_success: { status: 204, fields: { message: 'Saved' } } },
    });
    const none = await report('complete', (await open()).token);
    assert.equal(none.status, 204);
    assert.equal(none.body, '');
    await post('replies', { outcome_success: { status: 202 } });
    const json = await report('complete', (await open('packet-1', 'seller-2')).token);
    assert.deepEqual([json.status, json.body], [202, { message: 'Saved', outcome: 'complete' }]);
    await post('sellers', { name: 'A third one' });
    await post('replies', { outcome_success: { shape: 'empty' } });
    const empty = await report('complete', (await open('packet-1', 'seller-3')).token);
    assert.deepEqual([empty.status, empty.body], [202, '']);
  });

  it('let the .html form redirect instead of showing a page', async () => {
    const { open, report } = startSandbox({ behaviour: { html_answer: 'redirect' } });
    const answer = await report('complete.html', (await open('packet-1', 'seller-2')).token);
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), '/?seller=seller-2');
  });

  it('make tokens that need encoding', async () => {
    const { open, report } = startSandbox({ behaviour: { token_alphabet: 'base64' } });
    const { url, token } = await open();
    assert.match(token, /^[A-Za-z0-9+/]{43}=$/);
    assert.equal(new URL(url).searchParams.get('service_endlink_token'), token);
    assert.equal((await report('complete', token)).status, 200);
  });
});
