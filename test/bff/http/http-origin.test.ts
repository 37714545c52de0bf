import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, startBff } from '../support/http-bff.ts';

const OWN = 'https://app.example';
const ALLOWED = 'https://www.partner.example';

const start = () => startBff({ allowedOrigins: [ALLOWED, 'https://other.partner.example'] });

const ask = (
  { bff }: ReturnType<typeof start>,
  method: string,
  headers: Record<string, string>,
  path = '/session',
) => bff.fetch(new Request(`${OWN}/vault${path}`, { method, headers }));

describe('who may call', () => {
  for (const [what, headers, get, remove] of [
    ['the own origin', { origin: OWN, 'sec-fetch-site': 'same-origin' }, true, true],
    ['the own origin, without Sec-Fetch-Site', { origin: OWN }, true, true],
    ['the same origin, without Origin', { 'sec-fetch-site': 'same-origin' }, true, true],
    ['nobody knows who (older Safari)', {}, true, false],
    ['an allowed origin', { origin: ALLOWED, 'sec-fetch-site': 'cross-site' }, true, true],
    ['an allowed origin, without Sec-Fetch-Site', { origin: ALLOWED }, true, true],
    [
      'another site',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      false,
      false,
    ],
    ['another site, without Origin', { 'sec-fetch-site': 'cross-site' }, false, false],
    [
      'a sibling',
      { origin: 'https://evil.app.example', 'sec-fetch-site': 'same-site' },
      false,
      false,
    ],
    ['a sibling, without Origin', { 'sec-fetch-site': 'same-site' }, false, false],
    ['the address bar', { 'sec-fetch-site': 'none' }, false, false],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false, false],
    ['the own origin on http', { origin: 'http://app.example' }, false, false],
    ['the own origin on another port', { origin: 'https://app.example:444' }, false, false],
    ['one that begins like an allowed one', { origin: `${ALLOWED}.evil.example` }, false, false],
    [
      'one that ends like an allowed one',
      { origin: 'https://evil-www.partner.example' },
      false,
      false,
    ],
    ['an empty origin', { origin: '' }, false, false],
    ['two headers that disagree', { origin: OWN, 'sec-fetch-site': 'cross-site' }, false, false],
  ] as const) {
    for (const [method, may] of [
      ['GET', get],
      ['HEAD', get],
      ['DELETE', remove],
    ] as const) {
      it(`${method} from ${what}: ${may ? 'yes' : 'no'}`, async () => {
        const response = await ask(start(), method, { 'x-vaultlink': '1', ...headers });
        assert.equal(response.status, may ? (method === 'DELETE' ? 204 : 200) : 403);
      });
    }
  }

  it('nobody without the header, or with another value', async () => {
    for (const headers of [{}, { 'x-vaultlink': '' }, { 'x-vaultlink': '2' }]) {
      const response = await ask(start(), 'GET', { origin: OWN, ...headers });
      assert.equal(response.status, 403);
      assert.equal(await codeOf(response), 'forbidden_origin');
    }
  });

  it('is never asked of what a proxy says', async () => {
    const bff = start();
    const forwarded = {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example;proto=http',
    };
    const response = await ask(bff, 'GET', {
      'x-vaultlink': '1',
      origin: 'https://evil.example',
      ...forwarded,
    });
    assert.equal(response.status, 403);
    const connect = await ask(bff, 'GET', forwarded, '/connect?return_to=/a');
    const url = new URL(connect.headers.get('location') ?? '');
    assert.equal(url.searchParams.get('redirect_uri'), 'https://app.example/vault/callback');
    assert.match(connect.headers.getSetCookie()[0] ?? '', /^__Host-Http-/);
    const bad = await ask(bff, 'GET', forwarded, '/connect?return_to=http://evil.example/');
    assert.equal(bad.status, 400);
  });
});

describe('a page of an allowed origin', () => {
  it('may read what it is answered, errors too, with its cookies', async () => {
    const bff = start();
    for (const path of ['/session', '/packets/p/push']) {
      const { headers } = await ask(bff, 'GET', { 'x-vaultlink': '1', origin: ALLOWED }, path);
      assert.equal(headers.get('access-control-allow-origin'), ALLOWED);
      assert.equal(headers.get('access-control-allow-credentials'), 'true');
      assert.equal(headers.get('access-control-expose-headers'), 'Retry-After');
      assert.equal(headers.get('vary'), 'Origin');
    }
  });

  it('is told before that it may', async () => {
    const response = await ask(start(), 'OPTIONS', {
      origin: ALLOWED,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'x-vaultlink',
    });
    assert.equal(response.status, 204);
    const { headers } = response;
    assert.equal(headers.get('access-control-allow-origin'), ALLOWED);
    assert.equal(headers.get('access-control-allow-credentials'), 'true');
    assert.equal(headers.get('access-control-allow-methods'), 'GET, HEAD, DELETE');
    assert.equal(headers.get('access-control-allow-headers'), 'X-Vaultlink, Content-Type');
    assert.equal(headers.get('vary'), 'Origin');
  });

  it('is the only one that may: no other can read, nor is it told that it may', async () => {
    const bff = start();
    const refused = await ask(bff, 'OPTIONS', {
      origin: 'https://evil.example',
      'access-control-request-method': 'GET',
    });
    assert.equal(refused.status, 403);
    const read = await ask(bff, 'GET', { 'x-vaultlink': '1', origin: 'https://evil.example' });
    for (const { headers } of [refused, read]) {
      assert.equal(headers.has('access-control-allow-origin'), false);
      assert.equal(headers.get('vary'), 'Origin');
    }
  });
});

describe('a refusal', () => {
  it('says whether the header Origin is missing, or names a page that may not call', async () => {
    const started = start();
    for (const [headers, message] of [
      [{}, /The header Origin is missing\./],
      [{ origin: 'https://evil.example' }, /Pages of this origin may not use this backend\./],
      [{ 'sec-fetch-site': 'same-site' }, /Pages of this origin may not use this backend\./],
    ] as const) {
      const response = await ask(started, 'DELETE', { 'x-vaultlink': '1', ...headers });
      assert.equal(response.status, 403);
      assert.match(await response.text(), message);
    }
  });
});

describe('what there is not', () => {
  it('is not_found, outside the base path too', async () => {
    const { bff } = start();
    for (const path of ['/vault/other', '/vault', '/vault/session/', '/', '/other/session']) {
      const response = await bff.fetch(new Request(OWN + path));
      assert.equal(response.status, 404);
      assert.equal(await codeOf(response), 'not_found');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('is said to be outside of the base path where it is', async () => {
    const { bff } = start();
    const textOf = async (path: string) => (await bff.fetch(new Request(OWN + path))).text();
    for (const path of ['/', '/other/session', '/vaults/session', '/api/vault/session']) {
      assert.match(await textOf(path), /outside of the basePath \\"\/vault\\"/);
    }
    for (const path of ['/vault', '/vault/other', '/vault/session/']) {
      assert.doesNotMatch(await textOf(path), /outside/);
    }
  });

  for (const [method, path, allow] of [
    ['PUT', '/session', 'GET, HEAD, DELETE'],
    ['POST', '/session', 'GET, HEAD, DELETE'],
    ['GET', '/exchange', 'POST'],
    ['GET', '/packets/p/push', 'POST'],
    ['GET', '/endlinks/complete', 'POST'],
    ['POST', '/connect', 'GET, HEAD'],
    ['POST', '/callback', 'GET, HEAD'],
    ['DELETE', '/health', 'GET, HEAD'],
    ['OPTIONS', '/health', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['POST', '/health/ready', 'GET, HEAD'],
    ['POST', '/health/startup', 'GET, HEAD'],
    ['constructor', '/session', 'GET, HEAD, DELETE'],
  ] as const) {
    it(`${method} ${path} is method_not_allowed`, async () => {
      const response = await ask(
        start(),
        method,
        { 'x-vaultlink': '1', accept: 'text/html' },
        path,
      );
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), allow);
      assert.equal(await codeOf(response), 'method_not_allowed');
    });
  }
});

describe('another base path', () => {
  it('is where everything is', async () => {
    const { bff } = startBff({ basePath: '/api/data.vault' });
    const at = (path: string) => bff.fetch(new Request(OWN + path));
    assert.equal((await at('/api/data.vault/health')).status, 200);
    assert.equal((await at('/api/dataxvault/health')).status, 404);
    assert.equal((await at('/vault/health')).status, 404);
  });
});
