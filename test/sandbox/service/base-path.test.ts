import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVaultBff, fetchTransport, memoryStore } from 'vaultlink/bff';
import { outcomeUrl } from 'vaultlink/protocol';
import { createSandbox } from 'vaultlink/sandbox';
import { openBrowser } from '../../bff/support/http-browser.ts';
import { form, textOf } from '../console/console-driver.ts';
import { authorizeUrl, startOAuth } from '../oauth-driver.ts';

const BASE_PATH = '/team/market';
const ORIGIN = 'http://localhost';
const BASE_URL = ORIGIN + BASE_PATH;

describe('A base path', () => {
  for (const basePath of ['/market', 'market', '/market/', '//market//']) {
    it(`may be written as ${basePath}`, () => {
      const sandbox = createSandbox({ basePath });
      assert.equal(sandbox.basePath, '/market');
      sandbox.close();
    });
  }

  for (const basePath of ['', '/']) {
    it(`is none where it is written as "${basePath}"`, async () => {
      const sandbox = createSandbox({ basePath });
      assert.equal(sandbox.basePath, '');
      assert.equal((await sandbox.fetch(new Request(`${ORIGIN}/sandbox/state`))).status, 200);
      sandbox.close();
    });
  }

  for (const basePath of ['/a b', '/a//b', '/..', '/a/./b', '/a?b', '/a#b', '/%61', '/ä', '/a;b']) {
    it(`is refused where it is ${basePath}`, () => {
      assert.throws(() => createSandbox({ basePath }), {
        message: new RegExp(
          `^The base path "${basePath.replaceAll(/[.?]/g, '\\$&')}" is not usable`,
        ),
      });
    });
  }
});

describe('A sandbox with a base path', () => {
  const paths = [
    '/',
    '/sandbox/state',
    '/oauth/token',
    '/team/',
    '/team/marketplace',
    '/TEAM/market/',
  ];
  for (const path of paths) {
    it(`answers 404 to ${path}, and says where it is`, async () => {
      const { sandbox, requests } = startOAuth({ basePath: BASE_PATH });
      const answer = await sandbox.fetch(new Request(ORIGIN + path));
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.equal(await answer.text(), `The sandbox is below ${BASE_URL}/\n`);
      assert.deepEqual(await requests(), []);
    });
  }

  it('leads from the base path without a slash to the console', async () => {
    const { sandbox } = startOAuth({ basePath: BASE_PATH });
    const answer = await sandbox.fetch(new Request(BASE_URL));
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), `${BASE_PATH}/`);
  });

  it('does not reveal its base path to a host that is not allowed', async () => {
    const { sandbox } = startOAuth({ basePath: BASE_PATH });
    const headers = { host: 'rebound.example' };
    const answer = await sandbox.fetch(new Request(`${ORIGIN}/`, { headers }));
    assert.equal(answer.status, 403);
    assert.ok(!(await answer.text()).includes(BASE_PATH));
  });

  it('logs the paths of the interface, by which faults and helpers find requests', async () => {
    const { sandbox, open, post, report, requests } = startOAuth({ basePath: BASE_PATH });
    const path = '/api/v3/endlinks/complete';
    await post('faults', { kind: 'status', status: 503, path });
    const { token } = await open('survey');
    assert.equal((await report('complete', token)).status, 503);
    assert.equal((await report('complete', token)).status, 200);
    assert.deepEqual(
      (await requests()).map((one) => one.path),
      [path, path],
    );
    assert.equal((await sandbox.requests({ path, outcome: 'complete' })).length, 2);
  });

  it('redirects below its base path: after a report, by a fault and from a form', async () => {
    const { fetch, post, report, open } = startOAuth({
      basePath: BASE_PATH,
      behaviour: { html_answer: 'redirect' },
    });
    const { token } = await open('survey');
    const ended = await report('complete.html', token);
    assert.equal(ended.headers.get('location'), `${BASE_PATH}/?seller=seller-1`);
    await post('faults', { kind: 'loop' });
    const looped = await report('fail', 'any');
    const own = `${BASE_PATH}/api/v3/endlinks/fail?service_endlink_token=any`;
    assert.equal(looped.headers.get('location'), own);
    const added = await fetch('/sandbox/console/sellers', form({ name: 'Mina' }));
    assert.equal(added.headers.get('location'), `${BASE_PATH}/?seller=seller-3`);
    const console = await fetch('/sandbox/');
    assert.equal(console.headers.get('location'), `${BASE_PATH}/`);
    const chosen = await fetch('/?seller=seller-2');
    assert.match(chosen.headers.get('set-cookie') ?? '', /; Path=\/team\/market\/;/);
  });

  it('names its base URL in the OpenAPI document and as the issuer', async () => {
    const { call, allow, sandbox } = startOAuth({
      basePath: BASE_PATH,
      behaviour: { authorization_iss: true },
    });
    const { body } = await call('/sandbox/openapi.json');
    assert.equal((body as { servers: { url: string }[] }).servers[0]?.url, BASE_URL);
    assert.equal((await allow()).searchParams.get('iss'), BASE_URL);
    const consent = new Request(`${BASE_URL}${authorizeUrl()}`, {
      ...form({ seller_id: 'seller-1', decision: 'deny' }),
      headers: { origin: ORIGIN },
    });
    const denied = new URL((await sandbox.fetch(consent)).headers.get('location') ?? '');
    assert.equal(denied.searchParams.get('iss'), BASE_URL);
    const { headers } = await call(authorizeUrl({ response_type: 'token' }));
    assert.equal(new URL(headers.get('location') ?? '').searchParams.get('iss'), BASE_URL);
  });

  it('accepts only the address of its own authorization page', async () => {
    const { post } = startOAuth({ basePath: BASE_PATH });
    const answer = await post('authorizations', {
      authorize_url: authorizeUrl(),
      seller_id: 'seller-1',
    });
    assert.equal(answer.status, 400);
    assert.match(JSON.stringify(answer.body), /must lead to \/team\/market\/oauth\/authorize/);
  });

  it('has its base URL in the texts to copy', async () => {
    const { call, report } = startOAuth({ basePath: BASE_PATH });
    await report('complete', 'any');
    const buyer = textOf((await call('/developer')).body);
    assert.ok(buyer.includes(`VAULTLINK_BASE_URL=${BASE_URL} `), buyer);
    assert.ok(buyer.includes(`${BASE_URL}/oauth/token`));
    assert.ok(buyer.includes(`${BASE_URL}/api/v5/packets/profile/sellers_packets/push`));
    const entry = textOf((await call('/sandbox/log/1')).body);
    assert.ok(entry.includes(`GET ${BASE_PATH}/api/v3/endlinks/complete?`), entry);
    assert.ok(entry.includes(`${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=any`));
  });

  it('links to older requests below it', async () => {
    const { call, report } = startOAuth({ basePath: BASE_PATH });
    for (let count = 0; count < 201; count += 1) await report('complete', 'any');
    const log = String((await call('/sandbox/log')).body);
    assert.match(log, /href="\/team\/market\/sandbox\/log\?before=2"\s*>Older</);
  });

  it('connects a backend and takes its pushes', async () => {
    const { sandbox } = startOAuth({ basePath: BASE_PATH });
    const app = 'https://app.example';
    const { clientId, clientSecret, redirectUri } = await sandbox.addClient({
      redirectUri: `${app}/vault/callback`,
    });
    const { packetId } = await sandbox.addPacket({ clientId, questions: ['drink'] });
    const backend = createVaultBff({
      service: {
        baseUrl: BASE_URL,
        transport: fetchTransport((url, init) => sandbox.fetch(new Request(url, init))),
      },
      client: { clientId, clientSecret, redirectUri },
      origin: app,
      keys: [{ id: 'one', key: btoa('k'.repeat(32)) }],
      store: memoryStore(),
    });
    const browser = openBrowser(backend, app);
    const authorizeUrl = (await browser.go('/vault/connect')).headers.get('location') ?? '';
    assert.ok(authorizeUrl.startsWith(`${BASE_URL}/oauth/authorize?`), authorizeUrl);
    const { location } = await sandbox.authorize({ authorizeUrl });
    const { pathname, search } = new URL(location);
    await browser.come(pathname + search);
    const order = { payload: { drink: 'Tea' } };
    const answer = await browser.call('POST', `/packets/${packetId}/push`, order);
    assert.equal(answer.status, 200, await answer.text());
    assert.deepEqual(await sandbox.answers({ packetId }), { drink: 'Tea' });
    await backend.close();
  });

  it('takes the report that the tag sends to its base URL', async () => {
    const { sandbox } = startOAuth({ basePath: BASE_PATH });
    const { token } = await sandbox.startEndlink();
    const url = outcomeUrl(BASE_URL, 'complete', token);
    assert.equal((await sandbox.fetch(new Request(url))).status, 200);
    assert.equal((await sandbox.sellersPacket())?.state, 'published');
  });
});
