import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { Store, VaultBffOptions } from 'vaultlink/bff';
import { CALLS, needsHeader, PARTNER, startHost, withMethod } from '../support/http-every-route.ts';
import type { Call, Changes } from '../support/http-every-route.ts';
import { withJson } from '../../support/service/answers.ts';

/** What a browser or a proxy may send along; no value of these may leave for the service. */
const FROM_THE_BROWSER: Changes = {
  accept: 'text/html, marker/accept',
  'accept-language': 'xx-marker',
  authorization: 'Bearer marker-authorization',
  forwarded: 'for=203.0.113.77;by=marker-forwarded',
  'idempotency-key': 'marker-key',
  origin: PARTNER,
  priority: 'u=1, marker',
  'proxy-authorization': 'Basic marker-proxy',
  referer: 'https://partner.app.example/marker-referer',
  'sec-fetch-site': 'same-site',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'user-agent': 'marker-agent',
  'x-forwarded-for': '203.0.113.77',
  'x-made-up': 'marker-of-no-standard',
  'x-real-ip': '203.0.113.77',
};

/** Anything of the above, or of the cookies and the user that every call has. */
const TRACE = /marker|203\.0\.113|partner|0af7651916cd|vaultlink|x-user|\bada\b/i;

/** Headers by the path of the service, as the interface names them, and the form of answer that the backend asks for. @see interface §4.2 to §4.4 */
const TO_THE_SERVICE: readonly [path: RegExp, headers: Record<string, string>][] = [
  [/^\/oauth\/token$/, { accept: 'application/json', 'content-type': 'application/json' }],
  [
    /^\/api\/v5\/packets\/packet-1\/sellers_packets\/push$/,
    { authorization: 'Bearer access-token-N', 'content-type': 'application/json' },
  ],
  [/^\/api\/v3\/endlinks\/complete$/, {}],
];

/** Every method fails once it is switched on, as where the store is away. */
function breakableStore() {
  const state = { isAway: false };
  const methods = Object.entries(memoryStore()).map(([name, method]) => [
    name,
    (...parameters: unknown[]) =>
      state.isAway
        ? Promise.reject(new Error('The store is away.'))
        : (method as (...all: unknown[]) => unknown)(...parameters),
  ]);
  return { state, store: Object.fromEntries(methods) as unknown as Store };
}

/** Makes a call in each situation that it may meet. Returns the name and the response of each. */
async function answersTo(call: Call): Promise<[situation: string, answer: Response][]> {
  const answers: [string, Response][] = [];
  const meet = async (
    situation: string,
    changes: Changes = {},
    method?: string,
    changed?: Partial<VaultBffOptions>,
    before?: (host: Awaited<ReturnType<typeof startHost>>) => void,
  ) => {
    const host = await startHost(changed);
    const request = await host.requestOf(call, changes);
    before?.(host);
    answers.push([
      situation,
      await host.bff.fetch(method === undefined ? request : withMethod(request, method)),
    ]);
  };
  const fromPartner = { origin: PARTNER, 'sec-fetch-site': 'same-site' };
  await meet('all is well');
  await meet('it comes from an allowed origin', fromPartner);
  await meet('it comes from another origin', { origin: 'https://evil.example' });
  await meet('it is a navigation from another site', { 'sec-fetch-site': 'cross-site' });
  await meet('it has no header', { 'x-vaultlink': undefined });
  await meet('it has no cookie', { cookie: undefined });
  await meet('it comes from another user', { 'x-user': 'eve' });
  await meet('it comes from nobody', { 'x-user': '' });
  await meet('it is a prefetch', { 'sec-purpose': 'prefetch' });
  await meet('it wants JSON', { accept: 'application/json' });
  await meet('its body has another type', { 'content-type': 'text/plain' });
  await meet('its body announces too much', { 'content-length': '99999999' });
  await meet('its method is HEAD', {}, 'HEAD');
  await meet('its method is not allowed', {}, 'PUT');
  await meet('it is a preflight of an allowed origin', fromPartner, 'OPTIONS');
  await meet('it is a preflight of another origin', { origin: 'https://evil.example' }, 'OPTIONS');
  await meet('relay and hook are off', {}, undefined, { relay: false, hook: false });
  await meet('no more calls are taken', {}, undefined, {}, ({ service }) =>
    service.answerEvery(withJson(429, {}, { 'retry-after': '5' })),
  );
  await meet('the service fails', {}, undefined, {}, ({ service }) =>
    service.answerEvery(withJson(500, 'oops', { 'x-powered-by': 'the service' })),
  );
  const { state, store } = breakableStore();
  await meet('the store is away', {}, undefined, { store }, () => (state.isAway = true));
  const broken = { isBroken: false };
  const subject = ({ headers }: Request) => {
    if (broken.isBroken) throw new TypeError('A mistake of the host.');
    return headers.get('x-user') ?? undefined;
  };
  await meet('the host fails', {}, undefined, { subject }, () => (broken.isBroken = true));
  return answers;
}

/** Fails unless an answer has the headers that every answer has, and those of its kind. */
function assertSecurityHeaders(situation: string, { status, headers }: Response): void {
  const of = `${situation}: ${status} ${JSON.stringify([...headers])}`;
  assert.equal(headers.get('cache-control'), 'no-store', of);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', of);
  assert.equal(headers.get('vary'), 'Origin', of);
  for (const name of ['server', 'x-powered-by']) assert.equal(headers.get(name), null, of);
  const type = headers.get('content-type');
  assert([null, 'application/json', 'text/html; charset=utf-8'].includes(type), of);
  const isPage = type?.startsWith('text/html') ?? false;
  // The address of a navigation may hold a code.
  const isNavigation = isPage || headers.has('location');
  assert.equal(headers.get('referrer-policy'), isNavigation ? 'no-referrer' : null, of);
  const policy = headers.get('content-security-policy') ?? '';
  assert.equal(policy !== '', isPage, of);
  if (isPage) {
    for (const directive of ['default-src', 'base-uri', 'form-action', 'frame-ancestors']) {
      assert(policy.split('; ').includes(`${directive} 'none'`), of);
    }
    assert.doesNotMatch(policy, /unsafe|\*|https?:/, of);
  }
  for (const cookie of headers.getSetCookie()) {
    assert.match(cookie, /^__Host-Http-vaultlink[\w-]*=[^;]*; Path=\/; .*HttpOnly; .*Secure$/, of);
  }
}

describe('every answer has the same security headers', () => {
  for (const call of CALLS) {
    it(`to ${call.name}`, async () => {
      const answers = await answersTo(call);
      for (const [situation, answer] of answers) assertSecurityHeaders(situation, answer);
      // The situations differ, for else they would show little: a script's call is refused in many ways.
      const statuses = new Set(answers.map(([, { status }]) => status));
      assert(statuses.size >= (needsHeader(call) ? 5 : 2), [...statuses].join());
    });
  }

  it('to a path that leads nowhere', async () => {
    const { bff } = await startHost();
    for (const path of ['/vault', '/vault/', '/vault/made-up', '/', '/vault/session/']) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
        const answer = await bff.fetch(new Request(`https://app.example${path}`, { method }));
        assert.equal(answer.status, 404);
        assertSecurityHeaders(`${method} ${path}`, answer);
      }
    }
  });
});

describe("a browser's headers stay here", () => {
  /** Returns the paths that the service receives from a call, after checking the requests. */
  async function pathsAsked(call: Call, isExpired: boolean): Promise<string[]> {
    const { bff, clock, service, requestOf } = await startHost();
    if (isExpired) clock.ms += 2 * 86_400_000;
    const request = await requestOf(call, FROM_THE_BROWSER);
    service.forgetRequests();
    const answer = await bff.fetch(request);
    assert(answer.status < 400, `${answer.status} ${await answer.text()}`);
    return service.requests.map(({ url, method, headers, body }) => {
      const { pathname } = new URL(url);
      const sent = JSON.stringify([method, headers, body, url]).replaceAll(
        'https://app.example/vault/callback',
        '',
      );
      const [, expected] = TO_THE_SERVICE.find(([path]) => path.test(pathname)) ?? [];
      assert.deepEqual(
        JSON.parse(JSON.stringify(headers).replace(/access-token-\d+/, 'access-token-N')),
        expected,
      );
      assert.doesNotMatch(sent, TRACE);
      return pathname;
    });
  }

  for (const call of CALLS) {
    for (const [situation, isExpired] of [
      ['', false],
      [', where the token has to be renewed first', true],
    ] as const) {
      it(`at ${call.name}${situation}`, async () => {
        const paths = await pathsAsked(call, isExpired);
        const token = '/oauth/token';
        const push = '/api/v5/packets/packet-1/sellers_packets/push';
        const expected: Record<string, string[]> = {
          '/callback': [token],
          '/exchange': [token],
          '/packets/:parameter/push': isExpired ? [token, push] : [push],
          '/endlinks/:parameter': ['/api/v3/endlinks/complete'],
        };
        assert.deepEqual(paths, expected[call.route.path] ?? []);
      });
    }
  }
});
