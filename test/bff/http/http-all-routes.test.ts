import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STATUS_OF_ERROR } from 'vaultlink/protocol';
import type { VaultErrorCode } from 'vaultlink/protocol';
import { codeOf } from '../support/http-bff.ts';
import { ORIGIN } from '../support/http-browser.ts';
import {
  ADA_IS_CONNECTED,
  CALLS,
  needsHeader,
  startHost,
  withMethod,
} from '../support/http-every-route.ts';
import type { Changes } from '../support/http-every-route.ts';

type Host = Awaited<ReturnType<typeof startHost>>;

/** Origins that are not allowed, the own one among them where the browser says that it is not the caller's. */
const OTHER_ORIGINS: readonly Changes[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://evil.example', 'sec-fetch-site': undefined },
  { origin: 'https://www.app.example', 'sec-fetch-site': 'same-site' },
  { origin: `${ORIGIN}.evil.example`, 'sec-fetch-site': undefined },
  { origin: `${ORIGIN}:8443`, 'sec-fetch-site': undefined },
  { origin: 'http://app.example', 'sec-fetch-site': undefined },
  { origin: 'null', 'sec-fetch-site': undefined },
  { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
  { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
  { origin: undefined, 'sec-fetch-site': 'cross-site' },
  { origin: undefined, 'sec-fetch-site': 'same-site' },
  { origin: undefined, 'sec-fetch-site': 'none' },
];

/** Fails unless a request is refused before anybody is asked: neither the service nor the store. */
async function assertRefused(host: Host, request: Request, code: VaultErrorCode): Promise<void> {
  const { bff, service, events, storeCalls, sessionOfAda } = host;
  for (const list of [service.requests, events, storeCalls]) list.length = 0;
  const response = await bff.fetch(request);
  const of = `${request.method} ${JSON.stringify([...request.headers])}`;
  assert.equal(response.status, STATUS_OF_ERROR[code], of);
  if (request.method === 'HEAD') assert.equal(await response.text(), '', of);
  else assert.equal(await codeOf(response), code, of);
  assert.deepEqual(response.headers.getSetCookie(), []);
  assert.equal(response.headers.get('access-control-allow-origin'), null);
  assert.deepEqual([service.requests, storeCalls], [[], []]);
  assert.partialDeepStrictEqual(events, [{ type: 'failed', code }]);
  assert.equal(events.length, 1);
  assert.deepEqual(await sessionOfAda(), ADA_IS_CONNECTED);
}

describe('the routes', () => {
  it('that need no header are the navigations and health alone', () => {
    const open = CALLS.filter((call) => !needsHeader(call)).map(({ name }) => name);
    assert.deepEqual(open, [
      'GET /connect',
      'GET /callback',
      'GET /health',
      'GET /health/live',
      'GET /health/ready',
      'GET /health/startup',
    ]);
  });
});

for (const call of CALLS) {
  describe(call.name, () => {
    // Without this, what is refused below could be refused for another reason.
    it('is answered where the user of the session calls from a page of the own origin', async () => {
      const { bff, requestOf } = await startHost();
      const response = await bff.fetch(await requestOf(call));
      assert(response.status < 400, `${response.status} ${await response.text()}`);
    });

    it('refuses every other method, and says which are allowed', async () => {
      const host = await startHost();
      const methods = [...call.route.methods.keys()];
      const allowed = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        if (allowed.includes(method)) continue;
        const request = withMethod(await host.requestOf(call), method);
        await assertRefused(host, request, 'method_not_allowed');
        const { headers } = await host.bff.fetch(withMethod(request, method));
        assert.equal(headers.get('allow'), allowed.join(', '));
      }
    });

    it('gives another user nothing of the session in their browser, and does nothing to it', async () => {
      const { bff, clock, service, events, session, requestOf, sessionOfAda } = await startHost();
      const request = await requestOf(call, { 'x-user': 'eve' });
      for (const list of [service.requests, events]) list.length = 0;
      // What is new differs from what Ada has.
      clock.ms += 60_000;
      const response = await bff.fetch(request);
      const cookies = response.headers.getSetCookie();
      const told = JSON.stringify([...response.headers]) + (await response.text());
      for (const one of [ADA_IS_CONNECTED.expires_at, 'sellers-packet-1', session]) {
        assert(!told.includes(one), told);
      }
      assert(!cookies.some((one) => one.startsWith('__Host-Http-vaultlink=;')), cookies.join());
      for (const { headers } of service.requests) assert.equal(headers.authorization, undefined);
      assert(!events.some((event) => 'subject' in event && event.subject === 'ada'));
      assert.deepEqual(await sessionOfAda(), ADA_IS_CONNECTED);
    });
  });
}

for (const call of CALLS.filter(needsHeader)) {
  describe(`${call.name} of a script`, () => {
    it('is refused without the header', async () => {
      const host = await startHost();
      for (const value of [undefined, '', '0', 'true']) {
        const request = await host.requestOf(call, { 'x-vaultlink': value });
        await assertRefused(host, request, 'forbidden_origin');
      }
    });

    it('is refused from every other origin', async () => {
      const host = await startHost();
      for (const changes of OTHER_ORIGINS) {
        await assertRefused(host, await host.requestOf(call, changes), 'forbidden_origin');
      }
    });

    it('is refused without an origin where it can change something', async () => {
      const host = await startHost();
      const request = await host.requestOf(call, {
        origin: undefined,
        'sec-fetch-site': undefined,
      });
      // Older versions of Safari send neither with a GET of the own origin.
      if (call.method === 'GET') assert.equal((await host.bff.fetch(request)).status, 200);
      else await assertRefused(host, request, 'forbidden_origin');
    });

    it('is not announced to a page of another origin by a preflight', async () => {
      const host = await startHost();
      for (const origin of ['https://evil.example', 'null', ORIGIN]) {
        const request = await host.requestOf(call, { origin });
        await assertRefused(host, withMethod(request, 'OPTIONS'), 'forbidden_origin');
      }
    });
  });
}
