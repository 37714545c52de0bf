import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import type { SandboxOptions } from 'vaultlink/sandbox';
import { startSandbox } from '../driver.ts';
import { startOAuth } from '../oauth-driver.ts';

/** Sends a request over the network with that Host, as a browser does after DNS rebinding. */
async function getAs(host: string, path: string, options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  const listener = await listen((received) => sandbox.fetch(received));
  const { port } = new URL(listener.origin);
  try {
    return await new Promise<{ status: number; text: string }>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, headers: { host } }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end();
    });
  } finally {
    sandbox.close();
    await listener.close();
  }
}

describe('the Host of a request', () => {
  for (const path of ['/sandbox/state', '/', '/developer', '/oauth/authorize']) {
    it(`refuses a name that a stranger may own at ${path}`, async () => {
      const { status, text } = await getAs('rebound.example:4800', path);
      assert.equal(status, 403);
      assert.match(text, /--allowed-host rebound\.example/);
    });
  }

  it('refuses it at the endlink endpoints too, and logs the refusal', async () => {
    const { report, requests, open, state } = startSandbox();
    const { token } = await open();
    const answer = await report('complete', token, { headers: { host: 'rebound.example' } });
    assert.equal(answer.status, 403);
    assert.match((await requests())[0]?.reason ?? '', /host "rebound\.example" is not allowed/);
    assert.equal((await state()).sellers_packets[0]?.state, 'awaiting_outcome');
  });

  for (const host of [
    'localhost:1',
    '127.0.0.1',
    '[::1]:4800',
    'service.localhost',
    '192.168.1.5:80',
  ]) {
    it(`accepts ${host}, which no stranger can own`, async () => {
      assert.equal((await getAs(host, '/sandbox/state')).status, 200);
    });
  }

  for (const host of [
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '1.2.3.4.5',
    'a@localhost',
    'evillocalhost',
  ]) {
    it(`is not deceived by "${host}"`, async () => {
      assert.notEqual((await getAs(host, '/sandbox/state')).status, 200);
    });
  }

  it('accepts the names that are allowed, and all where any is allowed', async () => {
    const options = { allowedHosts: ['sandbox', 'Named', '*.tunnel.example'] };
    for (const host of ['sandbox:4800', 'SANDBOX', 'named', 'a.b.tunnel.example']) {
      assert.equal((await getAs(host, '/sandbox/state', options)).status, 200, host);
    }
    assert.equal((await getAs('tunnel.example', '/sandbox/state', options)).status, 403);
    assert.equal((await getAs('other', '/sandbox/state', { allowedHosts: 'any' })).status, 200);
  });

  it('is not checked for a request in process, which has none', async () => {
    const sandbox = createSandbox();
    const answer = await sandbox.fetch(new Request('https://service.example/sandbox/state'));
    assert.equal(answer.status, 200);
  });
});

describe('a page of another origin', () => {
  const own = 'http://localhost';
  /** Who asks, and whether the tools may answer. */
  const cases: [
    what: string,
    method: string,
    headers: Record<string, string>,
    isAllowed: boolean,
  ][] = [
    ['reads in a browser without Fetch Metadata', 'GET', { origin: 'https://evil.example' }, false],
    [
      'posts in a browser without Fetch Metadata',
      'POST',
      { origin: 'https://evil.example' },
      false,
    ],
    ['posts without an origin of its own', 'POST', { origin: 'null' }, false],
    [
      'reads from another site',
      'GET',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      false,
    ],
    [
      'reads from another port',
      'GET',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', origin: 'http://localhost:5173' },
      false,
    ],
    [
      'posts from another port',
      'POST',
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5173' },
      false,
    ],
    [
      'posts a form in a new tab',
      'POST',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        origin: 'https://evil.example',
      },
      false,
    ],
    [
      'shows it in a frame',
      'GET',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      false,
    ],
    [
      'links to it',
      'GET',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
      true,
    ],
    ['is its own', 'POST', { origin: own }, true],
    [
      'is its own, and posts a form in a new tab, as WebKit says',
      'POST',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        origin: own,
      },
      true,
    ],
    ['is its own behind TLS', 'POST', { origin: 'https://localhost' }, true],
    [
      'is its own behind a proxy',
      'POST',
      { origin: 'https://a.localhost', host: 'a.localhost' },
      true,
    ],
    [
      'is its own, and names no origin',
      'POST',
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      true,
    ],
    ['is a program', 'POST', {}, true],
  ];
  for (const [what, method, headers, isAllowed] of cases) {
    it(`${isAllowed ? 'may steer the sandbox' : 'is refused'} when it ${what}`, async () => {
      const { call } = startSandbox();
      const path = method === 'GET' ? '/sandbox/state' : '/sandbox/reset';
      const { status } = await call(path, { method, headers });
      assert.equal(status, isAllowed ? 200 : 403);
    });
  }

  it('cannot use the forms of the console', async () => {
    const { call, state } = startSandbox();
    const headers = { origin: 'https://evil.example' };
    const before = (await state()).now;
    const body = new URLSearchParams({ hours: '24' });
    const answer = await call('/sandbox/console/advance', { method: 'POST', headers, body });
    assert.equal(answer.status, 403);
    assert.equal((await state()).now, before);
  });

  it('reports outcomes: that is what the service is for', async () => {
    const { open, report } = startSandbox();
    const { token } = await open();
    const headers = { origin: 'https://buyer.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await report('complete', token, { headers })).status, 200);
  });
});

describe('a body', () => {
  const long = 'x'.repeat(1024 * 1024 + 1);

  it('of more than 1 MiB is refused by the service, and the log says why', async () => {
    const { send, requests } = startOAuth();
    assert.equal((await send('/oauth/token', long)).status, 413);
    const [entry] = await requests();
    assert.match(entry?.reason ?? '', /^Refused: the body is larger than 1 MiB/);
    assert.ok((entry?.body?.length ?? 0) <= 16_384);
  });

  it('of more than 1 MiB is refused by the tools', async () => {
    const { call } = startSandbox();
    assert.equal((await call('/sandbox/packets', { method: 'POST', body: long })).status, 413);
    const path = '/sandbox/console/packets';
    assert.equal((await call(path, { method: 'POST', body: long })).status, 413);
  });

  it('that never ends is cut off at 1 MiB', async () => {
    const { fetch } = startSandbox();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    assert.equal((await fetch('/oauth/token', init)).status, 413);
    assert.ok(sent < 2 ** 21, String(sent));
  });

  it('that says it is longer than 1 MiB is not read at all', async () => {
    const { call } = startSandbox();
    const headers = { 'content-length': '60000000' };
    const answer = await call('/oauth/token', { method: 'POST', headers, body: '{}' });
    assert.equal(answer.status, 413);
  });

  it('that came over the network reaches the service', async () => {
    const { sandbox } = startOAuth();
    const listener = await listen((received) => sandbox.fetch(received));
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"grant_type":"none"}' };
    const answer = await fetch(`${listener.origin}/oauth/token`, init);
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /unsupported_grant_type/);
    await listener.close();
  });

  it('is read in a browser that shows no stream of a request, as Firefox does', async () => {
    const sandbox = createSandbox();
    const received = new Request('http://localhost/oauth/token', { method: 'POST', body: '{}' });
    Object.defineProperty(received, 'body', { value: undefined });
    await sandbox.fetch(received);
    assert.equal((await sandbox.requests()).at(-1)?.body, '{}');
    sandbox.close();
  });

  it('of exactly 1 MiB is read', async () => {
    const { send } = startOAuth();
    assert.equal((await send('/oauth/token', long.slice(1))).status, 400);
  });
});

describe('what the sandbox keeps', () => {
  it('is no more than maxItems of each kind: the answer says what to do', async () => {
    const { post, open, requests, report } = startSandbox({ maxItems: 2 });
    const { token } = await open();
    await open('packet-1', 'seller-2');
    const full = await post('endlinks', { packet_id: 'packet-1', seller_id: 'seller-1' });
    assert.equal(full.status, 507);
    assert.match(JSON.stringify(full.body), /2 endlink tokens.*maxItems/);
    assert.equal((await post('sellers', {})).status, 507);
    assert.equal((await report('complete', token)).status, 200);
    await post('reset', { keep_packets: true });
    assert.deepEqual(await requests(), []);
    await open();
  });

  it('is no more than maxItems of what the service itself stores', async () => {
    const { codeOf, token, codeBody, requests } = startOAuth({ maxItems: 3 });
    const codes = [await codeOf(), await codeOf(), await codeOf()];
    const pairs = await Promise.all(codes.map((code) => token(codeBody(code))));
    assert.deepEqual(
      pairs.map(({ status }) => status),
      [200, 200, 200],
    );
    const { refresh_token } = pairs[0]?.body as { refresh_token: string };
    const refreshed = await token({ ...codeBody(''), grant_type: 'refresh_token', refresh_token });
    assert.equal(refreshed.status, 507);
    assert.match((await requests()).at(-1)?.reason ?? '', /3 token pairs.*maxItems/);
  });
});
