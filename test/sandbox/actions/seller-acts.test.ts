import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from 'vaultlink/sandbox';
import { authorizeUrl, CLIENT, OTHER, REDIRECT_URI, startOAuth } from '../oauth-driver.ts';
import type { Tokens } from '../oauth-driver.ts';
import { assertRefused } from '../driver.ts';

describe('POST clients', () => {
  it('registers a client and shows its secret', async () => {
    const { post, oauthState } = startOAuth({ clients: [], packets: [] });
    const { status, body } = await post('clients', { redirect_uri: REDIRECT_URI });
    assert.equal(status, 201);
    const { client_secret, ...rest } = body as Record<string, string>;
    assert.match(client_secret ?? '', /^[\w-]{43}$/);
    assert.deepEqual(rest, {
      client_id: 'client-1',
      name: 'Client 1',
      redirect_uri: REDIRECT_URI,
    });
    assert.deepEqual((await oauthState()).clients, [body]);
  });

  it('takes an id and a secret that are given', async () => {
    const { post, token, codeOf, codeBody } = startOAuth({ clients: [], packets: [] });
    assert.deepEqual((await post('clients', CLIENT)).body, CLIENT);
    assert.equal((await token(codeBody(await codeOf()))).status, 200);
  });
});

describe('POST packets', () => {
  it('ties a data packet to a client', async () => {
    const { post, connect, push, state } = startOAuth();
    const order = { client_id: 'buyer-app', name: 'Pets', questions: ['cat', 'dog'] };
    const { status, body } = await post('packets', order);
    assert.equal(status, 201);
    const packet = {
      ...order,
      reward: 0,
      questions: order.questions.map((question) => ({ name: question, answer_type: 'text' })),
    };
    assert.deepEqual(body, { packet_id: 'packet-4', ...packet });
    assert.deepEqual((await state()).packets[3], { id: 'packet-4', ...packet });
    const { access_token } = await connect();
    assert.equal((await push(access_token, { cat: 'yes' }, 'packet-4')).status, 200);
  });

  it('refuses to open a packet without an endlink', async () => {
    const { post } = startOAuth();
    const answer = await post('endlinks', { packet_id: 'profile', seller_id: 'seller-1' });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { errors: { base: ['packet_id: no such packet'] } });
  });
});

describe('POST authorizations', () => {
  it('takes an absolute URL as well, allows by default, and shows the code in the state', async () => {
    const { post, oauthState } = startOAuth();
    const { status, body } = await post('authorizations', {
      authorize_url: `https://service.example${authorizeUrl()}`,
      seller_id: 'seller-1',
    });
    assert.equal(status, 201);
    const { location } = body as { location: string };
    const [shown] = (await oauthState()).authorization_codes;
    assert.equal(location, `${REDIRECT_URI}?code=${String(shown?.code)}&state=state-1`);
    assert.equal(shown?.state, 'valid');
  });

  it('denies, and leads back with a mistake, as the page does', async () => {
    const { post } = startOAuth();
    const errorFor = async (order: Record<string, string>) => {
      const { status, body } = await post('authorizations', { seller_id: 'seller-1', ...order });
      assert.equal(status, 201);
      return new URL((body as { location: string }).location).searchParams.get('error');
    };
    const denied = { authorize_url: authorizeUrl(), decision: 'deny' };
    assert.equal(await errorFor(denied), 'access_denied');
    const wrong = { authorize_url: authorizeUrl({ scope: 'all' }) };
    assert.equal(await errorFor(wrong), 'invalid_scope');
  });
});

describe('POST tokens/revoke', () => {
  it('ends the tokens of one seller, of one kind where it is named', async () => {
    const { post, connect, push, refresh, oauthState } = startOAuth();
    const [amara, jonas] = [await connect('seller-1'), await connect('seller-2')];
    const order = { seller_id: 'seller-1', tokens: 'refresh' };
    const first = await post('tokens/revoke', order);
    assert.deepEqual([first.status, first.body], [200, { access_tokens: 0, refresh_tokens: 1 }]);
    assert.equal((await push(amara.access_token, {})).status, 200);
    assert.equal((await refresh(amara.refresh_token)).status, 400);
    const second = await post('tokens/revoke', { seller_id: 'seller-1', client_id: 'buyer-app' });
    assert.deepEqual(second.body, { access_tokens: 1, refresh_tokens: 0 });
    assert.equal((await push(amara.access_token, {})).status, 401);
    assert.equal((await refresh(jonas.refresh_token)).status, 200);
    assert.deepEqual(
      (await oauthState()).token_pairs.map(({ access_state, refresh_state }) => [
        access_state,
        refresh_state,
      ]),
      [
        ['revoked', 'revoked'],
        ['valid', 'used'],
        ['valid', 'valid'],
      ],
    );
  });

  it('revokes all tokens without a filter, and none of another client', async () => {
    const { post, connect } = startOAuth();
    await connect('seller-1');
    await connect('seller-2');
    const other = await post('tokens/revoke', { client_id: 'other-app' });
    assert.deepEqual(other.body, { access_tokens: 0, refresh_tokens: 0 });
    const all = await post('tokens/revoke', {});
    assert.deepEqual(all.body, { access_tokens: 2, refresh_tokens: 2 });
  });
});

describe('what is seeded', () => {
  it('is restored by a reset, which removes everything else', async () => {
    const { post, connect, push, oauthState } = startOAuth();
    const fresh = await oauthState();
    const { access_token } = await connect();
    await push(access_token, { name: 'Amara' });
    await post('clients', { redirect_uri: REDIRECT_URI });
    await post('reset', {});
    assert.deepEqual(await oauthState(), fresh);
    assert.deepEqual(fresh.clients, [CLIENT, OTHER]);
    assert.equal((await push(access_token, {})).status, 401);
  });

  it('keeps clients with the packets on request', async () => {
    const { post, connect, oauthState } = startOAuth();
    await connect();
    await post('clients', { redirect_uri: REDIRECT_URI });
    await post('reset', { keep_packets: true });
    const { clients, packets, token_pairs, authorization_codes } = await oauthState();
    assert.deepEqual([clients.length, packets.length], [3, 3]);
    assert.deepEqual([token_pairs, authorization_codes], [[], []]);
  });

  it('must not name a client that does not exist', () => {
    const packets = [{ client_id: 'nobody', questions: ['name'] }];
    assert.throws(() => createSandbox({ packets }), /There is no client "nobody"/);
  });
});

/** Each body with what the messages must name. */
const mistakes: [path: string, body: unknown, named: RegExp[]][] = [
  ['clients', {}, [/^redirect_uri: /]],
  ['clients', { redirect_uri: 'ftp://buyer.example' }, [/^redirect_uri: must be an absolute/]],
  ['clients', { redirect_uri: `${REDIRECT_URI}#a` }, [/^redirect_uri: must have no hash/]],
  ['clients', { ...CLIENT, client_secret: '' }, [/^client_id: is taken/, /^client_secret: /]],
  ['packets', { client_id: 'nobody', questions: ['a'] }, [/^client_id: no such client/]],
  ['packets', { client_id: 'buyer-app' }, [/^questions: /]],
  ['packets', { client_id: 'buyer-app', questions: [] }, [/^questions: /]],
  ['packets', { client_id: 'buyer-app', questions: ['a', 'a'] }, [/^questions: must differ/]],
  ['packets', { questions: ['a'], reward: 1 }, [/^client_id: must be there for/]],
  ['authorizations', {}, [/^authorize_url: /, /^seller_id: /]],
  [
    'authorizations',
    { authorize_url: '/oauth/token', seller_id: 'seller-9', decision: 'maybe' },
    [/^authorize_url: must lead to/, /^seller_id: no such seller/, /^decision: /],
  ],
  [
    'authorizations',
    { authorize_url: authorizeUrl({ client_id: 'nobody' }), seller_id: 'seller-1' },
    [/^authorize_url: There is no client/],
  ],
  ['tokens/revoke', { tokens: 'both', seller: 'seller-1' }, [/^tokens: /, /"seller"/]],
  ['behaviour', { created_at_form: 'unix' }, [/^created_at_form: /]],
  ['replies', { invalid_grant: { code: 'a"b' } }, [/^invalid_grant\.code: /]],
];

describe('a body that is not right', () => {
  for (const [path, body, named] of mistakes) {
    it(`${path} ${JSON.stringify(body)} is refused with every mistake named`, async () => {
      const { post, oauthState } = startOAuth();
      const before = await oauthState();
      assertRefused(await post(path, body), named);
      assert.deepEqual(await oauthState(), before);
    });
  }
});

describe('faults on the new endpoints', () => {
  it('apply to a token request before or after it is handled', async () => {
    const { post, connect, refresh } = startOAuth();
    const { refresh_token } = await connect();
    const fault = { kind: 'status', path: '/oauth/token', status: 503, body: 'Busy' };
    await post('faults', fault);
    const before = await refresh(refresh_token);
    assert.deepEqual([before.status, before.body], [503, 'Busy']);
    await post('faults', { kind: 'drop', path: '/oauth/token', processed: true });
    assert.equal((await refresh(refresh_token)).status, 0);
    assert.equal((await refresh(refresh_token)).status, 400);
  });

  it('hold a push until it is released', async () => {
    const { post, connect, push, answersOf, state } = startOAuth();
    const { access_token } = await connect();
    const path = '/api/v5/packets/profile/sellers_packets/push';
    await post('faults', { kind: 'hold', path });
    const pushed = push(access_token, { name: 'Amara' });
    while ((await state()).held_requests === 0);
    assert.deepEqual(await answersOf('seller-1'), []);
    await post('faults/release', {});
    assert.equal((await pushed).status, 200);
    assert.deepEqual(await answersOf('seller-1'), [{ name: 'Amara' }]);
  });
});

describe('the request log', () => {
  it('shows what token requests and pushes sent, secrets too', async () => {
    const { connect, refresh, push, call, send } = startOAuth();
    const { access_token, refresh_token } = await connect();
    await push(access_token, { name: null });
    await refresh(refresh_token);
    await send('/oauth/token', 'not JSON');
    await call(authorizeUrl());
    const { requests } = (await call('/sandbox/requests')).body as {
      requests: { path: string; body: string | null; headers: Record<string, string> }[];
    };
    const [exchange, pushed, refreshed, text, page] = requests;
    const json = (body: string | null | undefined): unknown => JSON.parse(body ?? '');
    assert.equal((json(exchange?.body) as typeof CLIENT).client_secret, CLIENT.client_secret);
    assert.deepEqual(json(pushed?.body), { id: 'profile', payload: { name: null } });
    assert.equal(pushed?.headers.authorization, `Bearer ${access_token}`);
    assert.equal((json(refreshed?.body) as Tokens).refresh_token, refresh_token);
    assert.equal(text?.body, 'not JSON');
    assert.deepEqual([page?.path, page?.body], ['/oauth/authorize', null]);
  });
});

describe('the state of a token pair', () => {
  it('is expired once the 24 hours of its access token are over', async () => {
    const { connect, post, oauthState } = startOAuth();
    await connect();
    assert.equal((await oauthState()).token_pairs[0]?.access_state, 'valid');
    await post('clock', { advance_seconds: 86_400 });
    assert.equal((await oauthState()).token_pairs[0]?.access_state, 'expired');
  });
});
