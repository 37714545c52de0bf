import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyJson, hostileText, tampered } from '../../support/any-values.ts';
import { tries } from '../../support/fuzz.ts';
import { assertOurs } from '../support/http-answer.ts';
import { ORIGIN } from '../support/http-browser.ts';
import { startBff } from '../support/http-bff.ts';

const OTHER = 'https://other.example';
const SERVICE = 'https://service.example';
const ORIGINS = [ORIGIN, OTHER, SERVICE];

/** What no request, however it looks, is the cause of: the service is well, and so is the configuration. */
const NOT_THEIRS = /^(configuration_error|service_error|service_unreachable|store_unavailable)$/;

const start = () =>
  startBff({
    allowedOrigins: [OTHER],
    subject: (request) => request.headers.get('x-user') ?? 'ada',
  });

/** Text that a header can hold, as a browser or anything else on the way would send it. */
const headerText = hostileText.map((text) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').trim());

const method = fc.oneof(
  fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'get', 'PROPFIND'),
  fc.stringMatching(/^[A-Z]{1,8}$/).filter((one) => !/^(CONNECT|TRACE|TRACK)$/.test(one)),
);

const segment = fc.oneof(
  fc.constantFrom(
    'packets',
    'packet-1',
    'push',
    'endlinks',
    'complete',
    'session',
    'callback',
    'connect',
  ),
  fc.constantFrom(
    '..',
    '.',
    '',
    '%2e%2e',
    '%2f',
    '%',
    '%E0%A4',
    ';',
    ':parameter',
    '*',
    '__proto__',
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
);

const path = fc.oneof(
  fc.constantFrom(
    ...['/vault/connect', '/vault/callback', '/vault/exchange', '/vault/session', '/vault/health'],
    ...['/vault/packets/packet-1/push', '/vault/endlinks/complete', '/vault/endlinks/__proto__'],
  ),
  fc.array(segment, { maxLength: 4 }).map((parts) => `/vault/${parts.join('/')}`),
);

const query = fc.oneof(
  fc.constant(''),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('return_to', 'display', 'state', 'code', 'error', 'iss', 'a'),
        fc.oneof(
          hostileText,
          fc.constantFrom('/a', 'popup', OTHER, 'access_denied', 'x'.repeat(43)),
        ),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => `?${new URLSearchParams(pairs).toString()}`),
  hostileText.map((text) => `?${text.toWellFormed().replace(/#/g, '')}`),
);

const header = fc.oneof(
  fc.tuple(fc.constant('x-vaultlink'), fc.constantFrom('1', '2', '')),
  fc.tuple(fc.constant('origin'), fc.oneof(fc.constantFrom(ORIGIN, OTHER, 'null'), headerText)),
  fc.tuple(
    fc.constant('sec-fetch-site'),
    fc.oneof(fc.constantFrom('same-origin', 'none'), headerText),
  ),
  fc.tuple(
    fc.constant('accept'),
    fc.oneof(fc.constantFrom('text/html', 'application/json'), headerText),
  ),
  fc.tuple(
    fc.constantFrom(
      'accept-language',
      'sec-purpose',
      'content-length',
      'cookie',
      'x-user',
      'x-forwarded-host',
    ),
    headerText,
  ),
  fc.tuple(
    fc.constant('content-type'),
    fc.oneof(
      fc.constantFrom('application/json', 'application/json;charset=x', 'text/plain'),
      headerText,
    ),
  ),
  fc.tuple(
    fc.constant('cookie'),
    fc.constantFrom(
      ...[
        `__Host-Http-vaultlink=${'a'.repeat(43)}`,
        `__Host-Http-vaultlink-flow-x=1.${'a'.repeat(43)}`,
      ],
      ...[
        '__Host-Http-vaultlink=<b>',
        ';;=;=',
        '__Host-Http-vaultlink',
        '__proto__=1; constructor=2',
      ],
    ),
  ),
);

const fields = {
  payload: { 'Your age': '42', nothing: null },
  token: 'endlink-token',
  code: 'the-code',
  code_verifier: 'v'.repeat(43),
  state: 'the-state',
  redirect_uri: `${ORIGIN}/vault/callback`,
};
const body = fc.oneof(
  tampered(fields).map((one) => JSON.stringify(one)),
  fc.record({ payload: fc.oneof(anyJson, tampered(fields)) }).map((one) => JSON.stringify(one)),
  fc.record({ token: anyJson }).map((one) => JSON.stringify(one)),
  anyJson.map((one) => JSON.stringify(one)),
  hostileText,
  fc.uint8Array({ maxLength: 30 }),
  fc.constantFrom(
    '{"payload":{"__proto__":"x"}}',
    '{"__proto__":{"payload":{}}}',
    '['.repeat(20_000),
  ),
);

/** A body that breaks off, as it does when who sends it goes away. */
const cut = () =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"payl'));
      controller.error(new Error('aborted'));
    },
  });

/** Whatever may come. */
const anything = fc.record({
  method,
  path,
  query,
  headers: fc.array(header, { maxLength: 6 }),
  isCall: fc.boolean(),
  isCut: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  body,
});

const { payload, token, ...handedOver } = fields;

/** What each call takes. */
const calls: [path: string, fields: Record<string, unknown>][] = [
  ['/vault/exchange', handedOver],
  ['/vault/endlinks/complete', { token }],
  ['/vault/packets/packet-1/push', { payload }],
];

/** A call as it should be, but for one field or one header: else nearly all are refused for what they ask for, before anybody looks at what they bring. */
const call = fc.constantFrom(...calls).chain(([path, fields]) =>
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant(path),
    query: fc.constant(''),
    headers: fc.array(header, { maxLength: 1 }),
    isCall: fc.constant(true),
    isCut: fc.constant(false),
    body: fc
      .tuple(fc.constantFrom(...Object.keys(fields), undefined), fc.oneof(anyJson, hostileText))
      .map(([name, value]) => JSON.stringify({ ...fields, ...(name && { [name]: value }) })),
  }),
);

describe('a request of any kind', () => {
  it('is answered from the table, without a trace of a secret, by a backend that stays well', async () => {
    const { bff, browser, events } = start();
    await browser.connect();
    const succeeded = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, call), async (one) => {
        const headers = new Headers(one.isCall ? { 'x-vaultlink': '1', origin: ORIGIN } : {});
        if (one.isCall) {
          headers.set('cookie', browser.sessionCookie());
          headers.set('content-type', 'application/json');
        }
        for (const [name, value] of one.headers) headers.set(name, value);
        const hasBody = !/^(GET|HEAD)$/i.test(one.method);
        const response = await bff.fetch(
          new Request(`${ORIGIN}${one.path}${one.query}`, {
            method: one.method,
            headers,
            ...(hasBody && { body: one.isCut ? cut() : one.body, duplex: 'half' }),
          }),
        );
        if (response.status === 200) succeeded.add(one.path);
        const code = await assertOurs(response, ORIGINS);
        assert.doesNotMatch(code ?? '', NOT_THEIRS);
        // A call may well have disconnected it.
        if (!(await isConnected())) await browser.connect();
      }),
      tries(1000),
    );
    for (const [path] of calls) assert(succeeded.has(path), `No call of ${path} got through`);
    assert.doesNotMatch(
      JSON.stringify(events),
      /the-client-secret|(access|refresh)-\d+-secret|endlink-token/,
    );
    for (const event of events) {
      assert(event.type !== 'failed' || !NOT_THEIRS.test(event.code), JSON.stringify(event));
    }

    async function isConnected() {
      const reply = await browser.call('GET', '/session');
      return ((await reply.json()) as { connected: boolean }).connected;
    }
  });
});
