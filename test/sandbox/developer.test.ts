import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CLIENT, REDIRECT_URI, startOAuth } from './oauth-driver.ts';

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** The text of one part of a page. */
function part(page: unknown, id: string): string {
  const [, text = ''] =
    new RegExp(`<section id="${id}"(.*?)</section>`, 's').exec(String(page)) ?? [];
  return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

describe('the developer settings', () => {
  it('list the clients with their packets, and no secret', async () => {
    const { call } = startOAuth();
    const { status, body } = await call('/developer');
    assert.equal(status, 200);
    const text = part(body, 'clients');
    const [, first = '', second = ''] = text.split(/(?=Breakfast Panel)|(?=Other Panel)/);
    assert.match(first, / buyer-app Client secret shown once, .* Profile profile name , drink/);
    assert.match(second, / other-app Client secret shown once, .* Foreign foreign name/);
    assert.doesNotMatch(first, /Foreign/);
    assert.doesNotMatch(second, /Profile/);
    assert.ok(!String(body).includes(CLIENT.client_secret));
  });

  it('and the page of the seller lead to one another', async () => {
    const { call } = startOAuth();
    const developer = String((await call('/developer')).body);
    assert.match(developer, /<a href="\/">Seller<\/a>/);
    assert.match(developer, /<a href="\/developer" aria-current="page">/);
    const seller = String((await call('/')).body);
    assert.match(seller, /<a href="\/developer">Developer settings<\/a>/);
    assert.match(seller, /<a href="\/" aria-current="page">/);
  });

  it('create a client and show its secret that once', async () => {
    const { call, oauthState } = startOAuth();
    const fields = { name: 'Third', redirect_uri: REDIRECT_URI };
    const { status, body } = await call('/sandbox/console/clients', form(fields));
    assert.equal(status, 201);
    const { client_id, client_secret, name } = (await oauthState()).clients[2] ?? {};
    assert.equal(name, 'Third');
    assert.ok(String(body).includes(`<code>${String(client_id)}</code>`));
    assert.ok(String(body).includes(`<code>${String(client_secret)}</code>`));
    const page = String((await call('/developer')).body);
    assert.ok(page.includes('Third') && !page.includes(String(client_secret)));
  });

  it('create a data packet with one question a line', async () => {
    const { call, state } = startOAuth();
    const fields = { client_id: 'other-app', name: 'Pets', questions: ' cat\r\n\r\ndog \n' };
    const { status, headers } = await call('/sandbox/console/data-packets', form(fields));
    assert.deepEqual([status, headers.get('location')], [303, '/developer']);
    assert.deepEqual((await state()).packets[3], {
      id: 'packet-4',
      name: 'Pets',
      client_id: 'other-app',
      questions: ['cat', 'dog'],
    });
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
    assert.match(String(answers[0]?.body), /name: .*redirect_uri: /s);
    assert.match(String(answers[1]?.body), /client_id: no such client.*questions: /s);
    for (const { body } of answers) assert.match(String(body), /href="\/developer"/);
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

  it('escape what people have named', async () => {
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
  it('shows what was pushed, and by which client more can be', async () => {
    const { call, connect, push, post } = startOAuth();
    assert.match(part((await call('/')).body, 'vault'), /Nothing yet\./);
    const { access_token } = await connect();
    await post('clock', { advance_seconds: 90 });
    await push(access_token, { name: 'Amara', drink: null });
    const page = (await call('/')).body;
    const text = part(page, 'vault');
    assert.match(text, /Profile Published Last pushed at 12:01:30 UTC\./);
    assert.match(text, /name Amara drink No answer May push into it Breakfast Panel/);
    assert.match(String(page), /data-news="Profile: name, Amara; drink, no answer"/);
    assert.match(part((await call('/?seller=seller-2')).body, 'vault'), /Nothing yet\./);
  });

  it('shows what the requests carried', async () => {
    const { call, connect } = startOAuth();
    await connect();
    const text = part((await call('/')).body, 'requests');
    assert.match(text, /POST \/oauth\/token .* 200 .*&quot;client_secret&quot;/);
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

  it('advances the clock by a day', async () => {
    const { call, state } = startOAuth();
    await call('/sandbox/console/advance', form({ seller: 'seller-1', hours: '24' }));
    assert.equal((await state()).advanced_seconds, 86_400);
  });
});
