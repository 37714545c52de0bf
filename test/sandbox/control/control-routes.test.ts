import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_REPLIES } from 'vaultlink/sandbox';
import { assertRefused, startSandbox } from '../driver.ts';

describe('control calls', () => {
  it('POST packets adds a packet that can be opened', async () => {
    const { post, open } = startSandbox();
    const answer = await post('packets', {
      name: 'Reading',
      endlink_url: 'https://buyer.example/reading',
      reward: 2.5,
    });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.body, {
      packet_id: 'packet-2',
      name: 'Reading',
      client_id: null,
      reward: 2.5,
      questions: [
        {
          name: 'endlink',
          answer_type: 'endlink',
          endlink_url: 'https://buyer.example/reading',
        },
      ],
    });
    assert.match((await open('packet-2')).url, /^https:\/\/buyer\.example\/reading\?/);
  });

  it('POST packets and POST sellers choose a default name', async () => {
    const { post, state } = startSandbox();
    await post('packets', { endlink_url: 'http://localhost:5000/survey' });
    const seller = await post('sellers', {});
    assert.deepEqual(seller.body, { seller_id: 'seller-3', name: 'Seller 3' });
    assert.equal((await state()).packets[1]?.name, 'Packet 2');
    assert.equal((await state()).packets[1]?.reward, 1);
  });

  it('POST endlinks returns the URL and all values that it may carry', async () => {
    const { post } = startSandbox();
    const answer = await post('endlinks', { packet_id: 'packet-1', seller_id: 'seller-2' });
    assert.equal(answer.status, 201);
    const { url, token, ...ids } = answer.body as Record<string, string>;
    assert.equal(
      url,
      `https://buyer.example/survey?service_endlink_token=${String(token)}&seller_id=seller-2`,
    );
    assert.deepEqual(ids, { seller_id: 'seller-2', interaction_id: 'interaction-1' });
  });

  it('GET state shows tokens and what they were used for', async () => {
    const { open, report, post, state } = startSandbox({ behaviour: { reopen_decided: true } });
    const used = await open();
    await report('complete', used.token);
    const expired = await open('packet-1', 'seller-2');
    await post('clock', { advance_seconds: 3600 });
    const valid = await open('packet-1', 'seller-2');
    assert.deepEqual(
      (await state()).tokens.map(({ token, state: is, used_for }) => [token, is, used_for]),
      [
        [used.token, 'used', 'complete'],
        [expired.token, 'expired', null],
        [valid.token, 'valid', null],
      ],
    );
  });

  it('POST clock moves the time and adds up', async () => {
    const { post, state } = startSandbox();
    await post('clock', { advance_seconds: 60 });
    const answer = await post('clock', { advance_seconds: 0.5 });
    assert.deepEqual(answer.body, {
      now: '2026-03-01T12:01:00.500Z',
      advanced_seconds: 60.5,
      frozen: false,
    });
    assert.equal((await state()).now, '2026-03-01T12:01:00.500Z');
  });

  it('POST behaviour changes some switches and keeps the others', async () => {
    const { post, state } = startSandbox({ behaviour: { reissue: 'same' } });
    const answer = await post('behaviour', { cors: false });
    assert.equal(answer.status, 200);
    const { behaviour } = await state();
    assert.deepEqual(answer.body, behaviour);
    assert.equal(behaviour.cors, false);
    assert.equal(behaviour.reissue, 'same');
    assert.equal(behaviour.head_consumes, true);
  });

  it('POST replies changes some parts of replies and keeps the others', async () => {
    const { post, state } = startSandbox({ replies: { used_token: { status: 409 } } });
    const answer = await post('replies', { used_token: { shape: 'error' } });
    assert.equal(answer.status, 200);
    const { replies } = await state();
    assert.deepEqual(answer.body, replies);
    assert.deepEqual(replies.used_token, { status: 409, shape: 'error', code: 'invalid_token' });
    assert.deepEqual(replies.expired_token, DEFAULT_REPLIES.expired_token);
  });

  it('POST reset restores the initial state', async () => {
    const { post, open, report, state, requests, call } = startSandbox();
    const fresh = await state();
    await post('packets', { endlink_url: 'https://buyer.example/other' });
    await post('behaviour', { cors: false });
    await post('clock', { advance_seconds: 60 });
    await post('faults', { kind: 'drop' });
    const { token } = await open();
    await report('complete', token);
    const answer = await call('/sandbox/reset', { method: 'POST' });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, fresh);
    assert.deepEqual(await requests(), []);
    assert.equal((await report('complete', token)).status, 401);
  });

  it('POST reset keeps packets and sellers on request', async () => {
    const { post, open, state } = startSandbox();
    await post('packets', { endlink_url: 'https://buyer.example/other' });
    await post('sellers', { name: 'Third' });
    await open('packet-2', 'seller-3');
    await post('reset', { keep_packets: true });
    const { packets, sellers, sellers_packets, tokens } = await state();
    assert.deepEqual(
      packets.map(({ id }) => id),
      ['packet-1', 'packet-2'],
    );
    assert.equal(sellers[2]?.name, 'Third');
    assert.deepEqual([sellers_packets, tokens], [[], []]);
  });

  it('refuse pages of other sites', async () => {
    const { call } = startSandbox();
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    const posted = await call('/sandbox/reset', { method: 'POST', headers });
    assert.equal(posted.status, 403);
    const read = await call('/sandbox/state', { headers });
    assert.equal(read.headers.get('access-control-allow-origin'), null);
  });

  it('name a route that does not exist', async () => {
    const { call } = startSandbox();
    const answer = await call('/sandbox/packet', { method: 'POST' });
    assert.equal(answer.status, 404);
    assert.deepEqual(answer.body, { errors: { base: ['There is no POST /sandbox/packet.'] } });
  });
});

/** Each body with what the messages must name, one pattern a mistake. */
const mistakes: [path: string, body: unknown, named: RegExp[]][] = [
  ['packets', {}, [/^endlink_url: /]],
  ['packets', { endlink_url: '/survey' }, [/^endlink_url: must be an absolute http/]],
  ['packets', { endlink_url: 'javascript:alert(1)' }, [/^endlink_url: must be an absolute http/]],
  [
    'packets',
    { name: '', endlink_url: 7, reward: -1, prize: 1 },
    [/^name: /, /^endlink_url: /, /^reward: /, /"prize"/],
  ],
  ['sellers', { name: 7 }, [/^name: /]],
  ['sellers', [], [/object/]],
  [
    'endlinks',
    { packet_id: 'packet-9', seller_id: 'seller-9' },
    [/^packet_id: no such packet$/, /^seller_id: no such seller$/],
  ],
  ['endlinks', {}, [/^packet_id: /, /^seller_id: /]],
  ['clock', { advance_seconds: -1 }, [/^advance_seconds: /]],
  ['clock', { advance_seconds: '60' }, [/^advance_seconds: /]],
  ['reset', { keep_packets: 'yes' }, [/^keep_packets: /]],
  ['behaviour', { corz: true }, [/"corz"/]],
  [
    'behaviour',
    { cors: 'off', reissue: 'never', seller_id_variable: 'a b' },
    [/^cors: /, /^reissue: /, /^seller_id_variable: /],
  ],
  ['replies', { used_tokn: { status: 409 } }, [/"used_tokn"/]],
  ['replies', { missing_token: { code: 'x' } }, [/^missing_token: .*"code"/]],
  [
    'replies',
    { used_token: { status: 200, shape: 'json' }, push_success: { status: 404, fields: [] } },
    [
      /^used_token\.status: /,
      /^used_token\.shape: /,
      /^push_success\.status: /,
      /^push_success\.fields: must be a JSON object/,
    ],
  ],
  ['faults', { kind: 'explode' }, [/^kind: /]],
  ['faults', { kind: 'status' }, [/^status: /]],
  [
    'faults',
    { kind: 'drop', outcome: 'success', path: 'api', times: 0, processed: 'no' },
    [/^outcome: /, /^path: /, /^times: /, /^processed: /],
  ],
  ['faults', { kind: 'status', status: 503, headers: { 'a b': 'c' } }, [/^headers: /]],
];

describe('a body that is not right', () => {
  for (const [path, body, named] of mistakes) {
    it(`${path} ${JSON.stringify(body)} is refused with every mistake named`, async () => {
      const { post, state } = startSandbox();
      const before = await state();
      assertRefused(await post(path, body), named);
      assert.deepEqual(await state(), before);
    });
  }

  it('is refused where it is no JSON at all', async () => {
    const { call } = startSandbox();
    const answer = await call('/sandbox/packets', { method: 'POST', body: '{endlink_url' });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { errors: { base: ['The body is not JSON.'] } });
  });
});
