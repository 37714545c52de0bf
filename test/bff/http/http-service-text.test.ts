import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { VaultBffOptions, VaultEvent } from 'vaultlink/bff';
import { withErrors, withJson, withOAuthError } from '../../support/service/answers.ts';
import type { Answer } from '../../support/service/answers.ts';
import { startBff } from '../support/http-bff.ts';

/** What a service may quote of the answers that it refuses. */
const QUOTED = ['depression', 'ann@example.org'];
const SAID = `The answer "depression" of ann@example.org is not allowed.`;

/** Every shape in which the service may say it, and what is then logged of it beside the status. */
const SHAPES: readonly { what: string; answer: (status: number) => Answer }[] = [
  { what: 'messages', answer: (status) => withErrors(status, [SAID, SAID]) },
  {
    what: 'keys of errors',
    answer: (status) =>
      withJson(status, { errors: { diagnosis: [SAID], [SAID]: ['no'], depression: 'no' } }),
  },
  { what: 'a description', answer: (status) => withOAuthError(status, 'invalid_grant', SAID) },
  { what: 'an error code', answer: (status) => withOAuthError(status, 'depression', SAID) },
  {
    what: 'a description of a refused client',
    answer: (status) => withOAuthError(status, 'invalid_client', SAID),
  },
];

const STATUSES = [302, 400, 401, 403, 404, 408, 422, 429, 500, 503];

type Started = ReturnType<typeof startBff>;

/** Each route whose request the service may refuse. */
const ROUTES: readonly {
  name: string;
  refuse: (started: Started, answer: Answer) => Promise<Response>;
}[] = [
  {
    name: 'push',
    async refuse({ browser, service }, answer) {
      await browser.connect();
      service.pushEndpoint.answerEvery(answer);
      return browser.call('POST', '/packets/packet-1/push', { payload: { diagnosis: 'x' } });
    },
  },
  {
    name: 'callback',
    refuse({ browser, service }, answer) {
      service.tokenEndpoint.answerEvery(answer);
      return browser.connect();
    },
  },
  {
    name: 'exchange',
    refuse({ browser, service }, answer) {
      service.tokenEndpoint.answerEvery(answer);
      return browser.call('POST', '/exchange', {
        code: 'the-code',
        state: 'the-state',
        code_verifier: 'v'.repeat(43),
        redirect_uri: 'https://app.example/vault/callback',
      });
    },
  },
  {
    name: 'endlinks',
    refuse({ browser, service }, answer) {
      service.outcomeEndpoint.answerEvery(answer);
      return browser.call('POST', '/endlinks/complete', { token: 'the-endlink-token' });
    },
  },
];

/** Everything that leaves for an operator: events, telemetry, and the console of a host without `onEvent`. */
function startWatched(context: TestContext, changed: Partial<VaultBffOptions> = {}) {
  const written: unknown[] = [];
  const note = (...values: unknown[]) => void written.push(values);
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    context.mock.method(console, name, note);
  }
  const telemetry: VaultBffOptions['telemetry'] = {
    request: (request, send) => void send().then((end) => note(request, end)),
    event: note,
  };
  return { ...startBff({ telemetry, ...changed }), written };
}

const detailsOf = (events: readonly VaultEvent[]) =>
  events.flatMap((event) => (event.type === 'failed' ? [event.detail] : []));

describe('what the service says', () => {
  for (const { name, refuse } of ROUTES) {
    for (const { what, answer } of SHAPES) {
      it(`reaches neither events nor the console in ${what}: ${name}`, async (context) => {
        for (const status of STATUSES) {
          for (const onEvent of ['given', 'missing']) {
            const started = startWatched(
              context,
              onEvent === 'missing' ? { onEvent: undefined } : {},
            );
            const response = await refuse(started, answer(status));
            assert.ok(response.status >= 400, `${status}`);
            const all = JSON.stringify([started.events, started.written]);
            for (const word of QUOTED) assert.ok(!all.includes(word), `${status} ${all}`);
            if (onEvent === 'missing') continue;
            assert.equal(detailsOf(started.events).length, 1, all);
          }
        }
      });
    }
  }

  it('is logged as its status, the number of its messages and the questions that it names', async () => {
    const { browser, service, events } = startBff();
    await browser.connect();
    const payload = { diagnosis: 'depression', name: 'Ann' };
    for (const answer of [
      withErrors(422, [SAID, SAID]),
      withErrors(422, SAID),
      withJson(422, { errors: { base: [SAID], name: [SAID], diagnosis: SAID, [SAID]: [] } }),
      withJson(500, { errors: { name: [SAID] } }),
      withJson(422, { errors: SAID }),
    ]) {
      service.pushEndpoint.answerNext(answer);
      await browser.call('POST', '/packets/packet-1/push', { payload });
    }
    assert.deepEqual(detailsOf(events), [
      'The service answered with status 422 and 2 messages.',
      'The service answered with status 422 and 1 message.',
      'The service answered with status 422 and 1 message. It names name, diagnosis.',
      'The service answered with status 500. It names name.',
      'The service answered with status 422.',
    ]);
  });

  it('is logged with an error code of OAuth, which says what to correct', async () => {
    const { browser, service, events } = startBff();
    service.tokenEndpoint.answerNext(withOAuthError(401, 'invalid_client', SAID));
    await browser.connect();
    assert.deepEqual(detailsOf(events), [
      'The service answered with status 401 and 1 message. Its error code is invalid_client.',
    ]);
  });

  it('reaches the page, which shows it to the user whose answers it quotes', async () => {
    const { browser, service } = startBff();
    await browser.connect();
    service.pushEndpoint.answerNext(withErrors(422, SAID));
    const response = await browser.call('POST', '/packets/packet-1/push', { payload: {} });
    assert.deepEqual(((await response.json()) as { messages: unknown }).messages, [SAID]);
  });

  it('is logged as a code of an authorization only where it is one', async () => {
    for (const [error, logged] of [
      ['depression', 'with an unknown error code'],
      ['invalid_scope', 'invalid_scope'],
    ] as const) {
      const { browser, events } = startBff();
      await browser.come(browser.wayBack(await browser.setOut(), { error }));
      assert.deepEqual(detailsOf(events), [`The service refused the authorization (${logged}).`]);
    }
  });
});
