import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchTransport } from '../../../src/bff/index.ts';
import fc from 'fast-check';
import { anyJson, hostileText, tampered } from '../../support/any-values.ts';
import { tries } from '../../support/fuzz.ts';
import { assertOurError, assertOurs, SECRETS } from '../support/http-answer.ts';
import { ORIGIN } from '../support/http-browser.ts';
import { startBff } from '../support/http-bff.ts';
import type { ServiceRequest } from '../../support/service/answers.ts';
import { pushReply } from '../../support/service/replies.ts';
import { standInService } from '../../support/service/stand-in-service.ts';
import { createTokenEndpoint } from '../../../src/bff/service/oauth.ts';

/** An answer as it is made up; `body` may hold what was sent, as a service does that repeats it. */
interface Made {
  status: number;
  headers: [string, string][];
  body: string;
  isCut: boolean;
  repeats: boolean;
}

const headerText = hostileText.map((text) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').trim());

const headers = fc.array(
  fc.oneof(
    fc.tuple(
      fc.constant('retry-after'),
      fc.oneof(
        fc.constantFrom('30', '-1', '1e3', '99999999999999999999', 'Wed, 21 Oct 2065 07:28:00 GMT'),
        headerText,
      ),
    ),
    fc.tuple(
      fc.constant('www-authenticate'),
      fc.oneof(
        fc.constantFrom('Bearer error="invalid_token"', 'Bearer error="', 'DPoP , Basic realm=,,'),
        headerText,
      ),
    ),
    fc.tuple(fc.constant('content-type'), fc.oneof(fc.constant('application/json'), headerText)),
    fc.tuple(fc.constantFrom('location', 'date', 'set-cookie', 'dpop-nonce'), headerText),
  ),
  { maxLength: 3 },
);

const status = fc.oneof(
  fc.constantFrom(
    200,
    200,
    200,
    201,
    204,
    302,
    400,
    401,
    403,
    404,
    408,
    409,
    422,
    425,
    429,
    500,
    503,
  ),
  fc.integer({ min: 200, max: 599 }),
);

/** Answers with this JSON, or something that is like it, or is not. */
const madeOf = (json: fc.Arbitrary<unknown>): fc.Arbitrary<Made> =>
  fc.record({
    status,
    headers,
    body: fc.oneof(
      { weight: 4, arbitrary: json.map((one) => JSON.stringify(one)) },
      hostileText,
      json.map((one) => JSON.stringify(one).slice(0, -3)),
      json.map((one) => `\ufeff${JSON.stringify(one)}`),
    ),
    isCut: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
    repeats: fc.boolean(),
  });

/** Returns the text of a reply, in which `sent` is the text of the request if it repeats that. */
const textOf = ({ body, repeats }: Made, sent: string) =>
  repeats ? JSON.stringify({ error_description: sent, errors: { base: [sent] } }) : body;

function responseOf(made: Made, sent: string): Response {
  const { status, headers, isCut } = made;
  const isEmpty = [204, 205, 304].includes(status);
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(textOf(made, sent)));
      if (isCut) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(isEmpty ? null : stream, { status, headers });
}

const errors = fc.oneof(
  anyJson,
  tampered({ error: 'invalid_grant', error_description: 'No.' }),
  tampered({ error: 'invalid_client' }),
  fc.record({ errors: tampered({ base: ['No.', 'Neither.'] }) }),
);
const pair = fc.oneof(
  tampered({
    access_token: 'access-token-9',
    token_type: 'Bearer',
    expires_in: 86_400,
    refresh_token: 'refresh-token-9',
    scope: 'push_packet',
    created_at: 1_767_268_800,
  }),
  errors,
);
const PUSHED = pushReply('packet-1');
const pushed = fc.oneof(tampered({ ...PUSHED }), errors);

const isReadable = ({ isCut, status }: Made) => !isCut && ![204, 205, 304].includes(status);
const isGood = (status: number) => status >= 200 && status < 300;

/** The JSON object that an answer holds, if it does. */
function objectOf(made: Made): Record<string, unknown> | undefined {
  if (!isReadable(made)) return undefined;
  try {
    const found: unknown = JSON.parse(textOf(made, '…').replace(/^\ufeff/, ''));
    const isObject = typeof found === 'object' && found && !Array.isArray(found);
    return isObject ? (found as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The access token that was sent. */
const tokenOf = ({ headers }: ServiceRequest) =>
  (headers.authorization ?? '').replace('Bearer ', '');

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const mayBeBearer = (type: unknown) => !isText(type) || type.toLowerCase() === 'bearer';

describe('an answer of the service’s of any kind', () => {
  it('gives a session for any answer to a code that holds two tokens, and else an error of the wire', async () => {
    const { bff, browser, service, events } = startBff();
    await fc.assert(
      fc.asyncProperty(madeOf(pair), fc.boolean(), async (made, isHook) => {
        const known = browser.sessionCookie();
        const way = isHook ? '' : browser.wayBack(await browser.setOut());
        service.tokenEndpoint.answerNext((request) => responseOf(made, JSON.stringify(request)));
        const response = isHook
          ? await browser.call('POST', '/exchange', {
              ...{ code: 'the-code', code_verifier: 'v'.repeat(43), state: 'the-state' },
              redirect_uri: `${ORIGIN}/vault/callback`,
            })
          : await browser.come(way);
        await assertOurs(response, [ORIGIN]);
        const found = objectOf(made) ?? {};
        const isPair =
          isGood(made.status) &&
          isText(found.access_token) &&
          isText(found.refresh_token) &&
          mayBeBearer(found.token_type);
        assert.equal(response.status === (isHook ? 200 : 303), isPair);
        assert.equal(browser.sessionCookie() !== known, isPair);
        await assertOurs(await browser.call('GET', '/session'), []);
      }),
      tries(1000),
    );
    assert.doesNotMatch(
      JSON.stringify(events),
      /the-client-secret|(access|refresh)-token-\d|the-code|v{43}/,
    );
    await bff.close();
  });

  it('keeps the new refresh token of any answer to a refresh', async () => {
    const service = standInService();
    const tokens = createTokenEndpoint(
      { baseUrl: 'https://service.example', transport: fetchTransport(service.fetch) },
      {
        clientId: 'client-1',
        clientSecret: 'the-client-secret',
        redirectUri: `${ORIGIN}/vault/callback`,
      },
      Date.now,
    );
    await fc.assert(
      fc.asyncProperty(madeOf(pair), async (made) => {
        service.tokenEndpoint.answerNext(({ body }) => responseOf(made, JSON.stringify(body)));
        const answer = await tokens.refresh('refresh-token-1');
        if (answer.kind !== 'tokens') assertOurError(answer.error);
        const {
          refresh_token: fresh,
          access_token: access,
          token_type: type,
        } = objectOf(made) ?? {};
        const isKept = answer.kind === 'tokens' || answer.kind === 'unusable';
        if (!isGood(made.status)) {
          assert(!isKept);
          return;
        }
        if (isText(fresh)) assert(isKept && answer.tokens.response.refresh_token === fresh);
        const isWhole = isText(access) && mayBeBearer(type) && (isText(fresh) || fresh == null);
        assert.equal(answer.kind === 'tokens', isWhole);
      }),
      tries(1000),
    );
  });

  it('passes on any answer to a push that is an object, refreshes after a 401, and else answers with an error of the wire', async () => {
    const { bff, browser, service, events, clock } = startBff({ subject: () => 'ada' });
    await browser.connect();
    const answers = { payload: { question: 'answer' } };
    await fc.assert(
      fc.asyncProperty(madeOf(pushed), fc.boolean(), async (made, isServer) => {
        // Over is the longest pause that the answer before may have asked for.
        clock.ms += 300_000;
        service.pushEndpoint.answerNext((request) => responseOf(made, tokenOf(request)));
        const found = made.status === 401 && !made.isCut ? PUSHED : objectOf(made);
        const expected = isGood(made.status) || found === PUSHED ? found : undefined;
        if (isServer) {
          const reply = await bff.push('ada', 'packet-1', answers.payload).catch(assertOurError);
          assert.deepEqual(reply, expected);
          return;
        }
        const response = await browser.call('POST', '/packets/packet-1/push', answers);
        assert.equal(response.status === 200, expected !== undefined);
        if (response.status !== 200) {
          await assertOurs(response, []);
          return;
        }
        const text = await response.text();
        assert.doesNotMatch(text, SECRETS);
        assert.deepEqual(JSON.parse(text), expected);
      }),
      tries(1000),
    );
    assert.doesNotMatch(JSON.stringify(events), /the-client-secret|(access|refresh)-token-\d/);
    await bff.close();
  });

  it('confirms an outcome after a 2xx alone, and rejects it after no status that asks for a retry', async () => {
    const { bff, browser, service, events, clock } = startBff();
    const token = 'endlink-token+/=&';
    await fc.assert(
      fc.asyncProperty(madeOf(errors), fc.boolean(), async (made, isServer) => {
        clock.ms += 300_000;
        service.outcomeEndpoint.answerNext(({ url }) => responseOf(made, url));
        const { status } = made;
        const expected = isGood(status)
          ? undefined
          : status === 425 || status === 429
            ? 'rate_limited'
            : status >= 400 && status < 500 && status !== 408
              ? 'outcome_rejected'
              : 'outcome_unknown';
        if (isServer) {
          const error: unknown = await bff
            .report('complete', token)
            .catch((reason: unknown) => reason);
          if (expected) assertOurError(error);
          assert.equal((error as { code?: string } | undefined)?.code, expected);
          return;
        }
        const response = await browser.call('POST', '/endlinks/complete', { token });
        const text = await response.clone().text();
        assert.equal(await assertOurs(response, []), expected);
        assert.doesNotMatch(text, /endlink-token/);
      }),
      tries(1000),
    );
    assert.doesNotMatch(JSON.stringify(events), /endlink-token/);
    await bff.close();
  });
});
