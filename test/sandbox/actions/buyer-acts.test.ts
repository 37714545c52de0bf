import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused } from '../driver.ts';
import { CLIENT, startOAuth } from '../oauth-driver.ts';

function start() {
  const driver = startOAuth();
  const send = (method: string, path: string, body?: unknown) =>
    driver.call(`/sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { ...driver, send };
}

describe('a change of a record', () => {
  it('gives a client another name and redirect URI', async () => {
    const { send, oauthState } = start();
    const change = { name: 'Renamed', redirect_uri: 'https://new.example/callback' };
    const { status, body } = await send('PATCH', 'clients/buyer-app', change);
    assert.deepEqual([status, body], [200, { ...CLIENT, ...change }]);
    assert.equal((await oauthState()).clients[0]?.redirect_uri, change.redirect_uri);
  });

  it('rotates the secret of a client: the old one is refused at once', async () => {
    const { send, connect, refresh, requests } = start();
    const { refresh_token } = await connect();
    const { body } = await send('POST', 'clients/buyer-app/rotate_secret');
    assert.notEqual((body as typeof CLIENT).client_secret, CLIENT.client_secret);
    assert.equal((await refresh(refresh_token)).status, 401);
    assert.match((await requests()).at(-1)?.reason ?? '', /client_secret is not the one/);
  });

  it('gives packets and sellers other fields', async () => {
    const { send, open } = start();
    await send('PATCH', 'packets/survey', { endlink_url: 'https://new.example/', reward: 3 });
    assert.match((await open('survey')).url, /^https:\/\/new\.example\//);
    const profile = await send('PATCH', 'packets/profile', { questions: ['age'] });
    assert.deepEqual((profile.body as { questions: unknown }).questions, [
      { name: 'age', answer_type: 'text' },
    ]);
    const seller = await send('PATCH', 'sellers/seller-1', { name: 'Renamed' });
    assert.deepEqual(seller.body, { seller_id: 'seller-1', name: 'Renamed' });
  });

  it('refuses fields that cannot be changed, and ids that do not exist', async () => {
    const { send } = start();
    assertRefused(await send('PATCH', 'clients/buyer-app', { client_secret: 'x' }), [
      /"client_secret"/,
    ]);
    assertRefused(await send('PATCH', 'packets/profile', { client_id: 'other-app' }), [
      /"client_id"/,
    ]);
    for (const kind of ['clients', 'packets', 'sellers']) {
      assert.equal((await send('PATCH', `${kind}/nobody`, {})).status, 404);
      assert.equal((await send('DELETE', `${kind}/nobody`)).status, 404);
    }
    assert.equal((await send('POST', 'clients/nobody/rotate_secret')).status, 404);
  });
});

describe('the removal of a record', () => {
  it('removes a client with its packets and tokens', async () => {
    const { send, connect, push, oauthState, post } = start();
    const { access_token } = await connect();
    assert.equal((await send('DELETE', 'clients/buyer-app')).status, 200);
    assert.equal((await push(access_token, {})).status, 401);
    const { clients, packets, token_pairs } = await oauthState();
    assert.deepEqual(
      clients.map(({ client_id }) => client_id),
      ['other-app'],
    );
    assert.deepEqual(
      packets.map(({ id }) => id),
      ['survey', 'foreign'],
    );
    assert.deepEqual(token_pairs, []);
    assert.equal((await post('reset', { keep_packets: true })).status, 200);
  });

  it('removes a packet with its tokens', async () => {
    const { send, open, report, state } = start();
    const { token } = await open('survey');
    await send('DELETE', 'packets/survey');
    assert.equal((await report('complete', token)).status, 401);
    assert.deepEqual((await state()).sellers_packets, []);
  });

  it('removes a seller with their vault and tokens', async () => {
    const { send, open, report, connect, push, oauthState } = start();
    const { token } = await open('survey');
    const { access_token } = await connect();
    await push(access_token, { name: 'A' });
    await send('DELETE', 'sellers/seller-1');
    assert.equal((await report('complete', token)).status, 401);
    assert.equal((await push(access_token, {})).status, 401);
    assert.deepEqual((await oauthState()).sellers_packets, []);
  });

  for (const [path, id] of [
    ['clients/buyer-app', '"buyer-app"'],
    ['packets/profile', '"profile"'],
    ['sellers/seller-1', '"seller-1"'],
  ] as const) {
    it(`leaves nothing of ${path} in the saved scenario`, async () => {
      const { send, open, connect, push, codeOf, sandbox } = start();
      await open('survey');
      await push((await connect()).access_token, { name: 'A' });
      await codeOf();
      const text = () => JSON.stringify(sandbox.saveScenario());
      assert.ok(text().includes(id));
      await send('DELETE', path);
      assert.ok(!text().includes(id), text());
    });
  }

  it('never gives the id of an existing record to another', async () => {
    const { send, post } = start();
    await send('DELETE', 'sellers/seller-1');
    assert.deepEqual((await post('sellers', {})).body, { seller_id: 'seller-3', name: 'Seller 2' });
  });
});
