import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { form, part } from '../console-driver.ts';
import { CLIENT, REDIRECT_URI, startOAuth } from '../../oauth-driver.ts';

describe('the developer settings', () => {
  it('list the clients with their packets, and no secret', async () => {
    const { call } = startOAuth();
    const { status, body } = await call('/developer');
    assert.equal(status, 200);
    const text = part(body, 'clients');
    assert.match(text, /Breakfast Panel Client id buyer-app .* Client secret shown once, /);
    assert.match(text, /Other Panel Client id other-app .* Client secret shown once, /);
    const packets = part(body, 'own-packets');
    assert.match(packets, /Profile Questions name Text drink Text Client Breakfast Panel/);
    assert.match(packets, /Foreign Questions name Text Client Other Panel/);
    assert.match(
      packets,
      /Packet 1 Questions endlink Endlink: https:\/\/buyer\.example\/survey Pays €1\.00 Client none/,
    );
    assert.ok(!String(body).includes(CLIENT.client_secret));
  });

  it('create one client however often the page after it is loaded, and show its secret once', async () => {
    const { call, oauthState } = startOAuth();
    const fields = { name: 'Third', redirect_uri: REDIRECT_URI };
    const created = await call('/sandbox/console/clients', form(fields));
    assert.equal(created.status, 303);
    const path = created.headers.get('location') ?? '';
    const { body } = await call(path);
    const { client_id, client_secret, name } = (await oauthState()).clients[2] ?? {};
    assert.equal(name, 'Third');
    assert.ok(String(body).includes(`>${String(client_id)}</code>`));
    assert.ok(String(body).includes(`>${String(client_secret)}</code>`));
    assert.ok(String(body).includes(`VAULTLINK_CLIENT_SECRET=${String(client_secret)}\n`));
    const again = await call(path);
    assert.equal(again.status, 410);
    assert.ok(!String(again.body).includes(String(client_secret)));
    const page = String((await call('/developer')).body);
    assert.ok(page.includes('Third') && !page.includes(String(client_secret)));
    assert.equal((await oauthState()).clients.length, 3);
  });

  it('rotate a secret, change the redirect URI and delete a client with its packets', async () => {
    const { call, oauthState } = startOAuth();
    const client_id = 'buyer-app';
    const rotated = await call('/sandbox/console/clients/rotate', form({ client_id }));
    const { client_secret = '' } = (await oauthState()).clients[0] ?? {};
    assert.notEqual(client_secret, CLIENT.client_secret);
    const shown = await call(rotated.headers.get('location') ?? '');
    assert.ok(String(shown.body).includes(client_secret));
    const change = { client_id, name: 'New name', redirect_uri: 'https://new.example/' };
    await call('/sandbox/console/clients/change', form(change));
    assert.deepEqual((await oauthState()).clients[0], { ...change, client_secret });
    await call('/sandbox/console/clients/delete', form({ client_id }));
    const { clients, packets } = await oauthState();
    assert.deepEqual(
      [clients, packets].map((all) => all.length),
      [1, 2],
    );
  });

  it('change a packet and delete one', async () => {
    const { call, state } = startOAuth();
    const path = '/sandbox/console/packets';
    const survey = {
      packet_id: 'survey',
      name: 'S',
      endlink_url: 'https://b.example/',
      reward: '3',
    };
    const profile = { packet_id: 'profile', name: 'P', questions: 'tea\ncoffee' };
    await call(`${path}/change`, form(survey));
    await call(`${path}/change`, form(profile));
    await call(`${path}/delete`, form({ packet_id: 'foreign' }));
    assert.deepEqual(
      (await state()).packets.map(({ name }) => name),
      ['S', 'P'],
    );
    const wrong = await call(`${path}/change`, form({ ...profile, questions: 'tea\ntea' }));
    assert.equal(wrong.status, 400);
    assert.match(String(wrong.body), /data-keep.*>tea\ntea<\/textarea>.*must differ from one/s);
  });

  it('add a packet with an endlink, and show where a seller would land', async () => {
    const { call, state } = startOAuth({ packets: [] });
    const path = '/sandbox/console/packets';
    const packet = { name: 'Pets', endlink_url: 'https://buyer.example/pets', reward: '2.75' };
    assert.equal((await call(path, form(packet))).status, 303);
    const question = { name: 'endlink', answer_type: 'endlink', endlink_url: packet.endlink_url };
    assert.deepEqual((await state()).packets, [
      { id: 'packet-1', name: 'Pets', client_id: null, reward: 2.75, questions: [question] },
    ]);
    const query = new URLSearchParams({
      name: 'Cats',
      endlink_url: 'https://buyer.example/?t={{endlink_token}}&x={{nothing}}',
    });
    const page = String((await call(`/developer?${query.toString()}`)).body);
    const [, preview = ''] = /id="landing-preview"(.*?)<\/div>/s.exec(page) ?? [];
    assert.match(preview, /\?t=kX4v…9Qe&amp;x={{nothing}}&amp;seller_id=seller-1</);
    assert.match(preview, /There is no variable {{nothing}}, so it stays as it is\./);
    assert.match(page, /value="Cats"/);
  });

  it('open a packet as the seller who is played, and as a new one if it is settled for them', async () => {
    const { call, open, report } = startOAuth();
    const packets = async () => part((await call('/developer')).body, 'own-packets');
    assert.match(await packets(), /Open as seller Packet 1, as Amara Osei, in a new tab/);
    await report('complete', (await open('survey')).token);
    assert.match(await packets(), /Open as a new seller Packet 1, as a new seller, in a new tab/);
  });

  it('have one word on each form that creates something', async () => {
    const { call } = startOAuth();
    const buttons = [...String((await call('/developer')).body).matchAll(/<button[^>]*>([^<]+)/g)];
    const words = buttons.map(([, text = '']) => text.trim());
    assert.deepEqual(
      words.filter((text) => /^(Create|Add)/.test(text)),
      ['Create client', 'Create packet', 'Create packet'],
    );
  });

  it('create a data packet with one question a line', async () => {
    const { call, state } = startOAuth();
    const fields = { client_id: 'other-app', name: 'Pets', questions: ' cat\r\n\r\ndog \n' };
    const { status, headers } = await call('/sandbox/console/data-packets', form(fields));
    assert.deepEqual([status, headers.get('location')], [303, '/developer#packet-packet-4']);
    assert.deepEqual((await state()).packets[3], {
      id: 'packet-4',
      name: 'Pets',
      client_id: 'other-app',
      reward: 0,
      questions: ['cat', 'dog'].map((name) => ({ name, answer_type: 'text' })),
    });
  });

  it('create a packet with an endlink and further questions, and change each of them', async () => {
    const { call, state } = startOAuth({ packets: [] });
    const path = '/sandbox/console/packets';
    const endlink_url = 'https://buyer.example/pets';
    const fields = { name: 'Pets', endlink_url, reward: '1', client_id: 'buyer-app' };
    await call(path, form({ ...fields, questions: 'cat\r\ndog' }));
    const shown = part((await call('/developer')).body, 'own-packets');
    assert.match(
      shown,
      /endlink Endlink: \S+ cat Text dog Text Pays €1\.00 Client Breakfast Panel/,
    );
    const change = { packet_id: 'packet-1', name: 'Pets', reward: '2', questions: 'cat\nfish' };
    await call(`${path}/change`, form({ ...change, endlink_url: `${endlink_url}?new` }));
    const [packet] = (await state()).packets;
    assert.equal(packet?.client_id, 'buyer-app');
    assert.deepEqual(packet.questions, [
      { name: 'endlink', answer_type: 'endlink', endlink_url: `${endlink_url}?new` },
      { name: 'cat', answer_type: 'text' },
      { name: 'fish', answer_type: 'text' },
    ]);
  });

  it('say what is wrong, and create nothing', async () => {
    const { call, oauthState } = startOAuth();
    const before = await oauthState();
    const client = form({ name: '', redirect_uri: 'buyer.example' });
    const packet = form({ client_id: 'nobody', name: 'Pets', questions: '\n' });
    const answers = [
      await call('/sandbox/console/clients', client),
      await call('/sandbox/console/data-packets', packet),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400],
    );
    const [first, second] = answers.map(({ body }) => String(body));
    assert.match(first ?? '', /Fill in this field\..*must be an absolute http or https URL\./s);
    assert.match(first ?? '', /value="buyer\.example"[^>]* aria-invalid="true"/);
    assert.match(second ?? '', /There is no such client\..*Fill in this field\./s);
    assert.match(second ?? '', /value="Pets"/);
    assert.deepEqual(await oauthState(), before);
  });

  it('cannot be posted from another site', async () => {
    const { call, oauthState } = startOAuth();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const fields = form({ name: 'Third', redirect_uri: REDIRECT_URI });
    const answer = await call('/sandbox/console/clients', { ...fields, headers });
    assert.equal(answer.status, 403);
    assert.equal((await oauthState()).clients.length, 2);
  });

  it('escape names that people entered', async () => {
    const name = '</h3><script>alert(1)</script>';
    const { call, codeOf, codeBody, token, push } = startOAuth({
      clients: [{ ...CLIENT, name }],
      packets: [{ id: 'p', client_id: 'buyer-app', name, questions: [name] }],
    });
    const { access_token } = (await token(codeBody(await codeOf()))).body as Record<string, string>;
    await push(String(access_token), { [name]: name }, 'p');
    for (const path of ['/', '/developer']) {
      const page = String((await call(path)).body);
      assert.ok(!page.includes('<script>'));
      assert.ok(page.includes('&lt;script&gt;'));
    }
  });
});

describe('the vault on the page of the seller', () => {
  it('shows which push each answer came from, and by which client more can be', async () => {
    const { call, connect, push, post } = startOAuth();
    assert.match(part((await call('/')).body, 'vault'), /Nothing yet\./);
    const { access_token } = await connect();
    await post('clock', { advance_seconds: 90 });
    await push(access_token, { name: 'Amara', drink: null });
    const page = (await call('/')).body;
    const source = 'pushed by Breakfast Panel at 12:01:30 UTC by request \\d+';
    const packets = part(page, 'packets');
    assert.match(packets, /Profile Published Pushed by Breakfast Panel at 12:01:30 UTC\./);
    assert.match(packets, new RegExp(`name Amara ${source} drink No answer ${source}`));
    assert.match(
      part(page, 'vault'),
      /2 answers in 1 packet\. .* May push into it Breakfast Panel/,
    );
    assert.match(String(page), /data-news="Profile: name, Amara; drink, no answer"/);
    assert.match(part((await call('/?seller=seller-2')).body, 'vault'), /Nothing yet\./);
  });

  it('lets the seller disconnect a client', async () => {
    const { call, connect, push, refresh } = startOAuth();
    const { access_token, refresh_token } = await connect();
    const other = await connect('seller-2');
    const fields = { seller: 'seller-1', client_id: 'buyer-app' };
    const { status, headers } = await call('/sandbox/console/disconnect', form(fields));
    assert.deepEqual([status, headers.get('location')], [303, '/?seller=seller-1']);
    assert.equal((await push(access_token, {})).status, 401);
    assert.equal((await refresh(refresh_token)).status, 400);
    assert.equal((await push(other.access_token, {})).status, 200);
    assert.doesNotMatch(part((await call('/')).body, 'vault'), /May push into it/);
  });
});
