import { deepEqual, equal, match, ok } from '../support/assert.ts';
import type * as Axe from '../support/axe.ts';
import { held, settled, until } from '../support/until.ts';
import { closeTab, CONNECTED, openVault, PUSHED, refusal, reply } from '../support/vault-page.ts';
import { networkError } from '../support/service.ts';

const FORM = `
  <form action="/plain" method="post">
    <label>Name <input name="name" value="Ada" required /></label>
    <button>Save</button>
  </form>`;
const PUSH = `<vault-push packet-id="p1">${FORM}</vault-push>`;

const open = (html: string, ...replies: (Response | Promise<Response> | Error)[]) =>
  openVault('vault-push', html, { replies });

/** Opens a page with the form and submits it. */
async function submit(...replies: (Response | Promise<Response> | Error)[]) {
  const page = await open(PUSH, ...replies);
  const button = page.document.querySelector('button');
  ok(button, 'There is a button');
  button.focus();
  button.click();
  return { ...page, button };
}

const UNANSWERED = /^We could not find out whether your answers were saved\. Please try again\.$/;
const UNSAVED = /^Your answers were not saved\. Please try again\.$/;

/** A page of a server or a proxy that is not the backend. */
const page = (status: number) => new Response('<h1>Sorry</h1>', { status });

/** Every failure of a push: the answer, what a user reads, and the code. */
const REFUSALS: Record<string, [Response | Error, RegExp, string]> = {
  'the service refuses the answers': [
    refusal('validation_failed', 422, { messages: ['Age is missing.', 'Name is too long.'] }),
    /^Your answers were not accepted\. Age is missing\.\s*Name is too long\.$/,
    'validation_failed',
  ],
  'nobody is connected': [
    refusal('not_connected', 401),
    /^Not saved yet\. Please connect your vault first\.$/,
    'not_connected',
  ],
  'the connection has ended': [
    refusal('reconnect_required', 409),
    /^Not saved yet\. Please connect your vault first\.$/,
    'reconnect_required',
  ],
  'there are too many requests': [
    reply({ error: 'rate_limited', error_description: 'Later.' }, 429, { 'Retry-After': '30' }),
    /Please try again in 30 seconds\.$/,
    'rate_limited',
  ],
  'there are too many requests and the answer has no Retry-After': [
    refusal('rate_limited', 429),
    /Please try again in 60 seconds\.$/,
    'rate_limited',
  ],
  'there are too many requests and Retry-After is no number of seconds': [
    reply({ error: 'rate_limited', error_description: 'Later.' }, 429, {
      'Retry-After': 'Infinity',
    }),
    /Please try again in 60 seconds\.$/,
    'rate_limited',
  ],
  'the service does not answer': [
    refusal('service_unreachable', 504),
    UNANSWERED,
    'service_unreachable',
  ],
  'the service answers outside its interface': [
    refusal('service_error', 502),
    UNANSWERED,
    'service_error',
  ],
  'a proxy answers with a page in the place of the backend that is late': [
    page(504),
    UNANSWERED,
    'service_error',
  ],
  'the answer is a page although its status is 200': [page(200), UNANSWERED, 'service_error'],
  'the answer is an empty object': [reply({}), UNANSWERED, 'service_error'],
  'the answer is a list': [reply([]), UNANSWERED, 'service_error'],
  'the status is 200 and the answer an error': [
    reply({ error: 'unauthorized' }),
    UNANSWERED,
    'service_error',
  ],
  'a proxy gives up the request with a page': [page(408), UNANSWERED, 'service_error'],
  'a proxy refuses the request with a page': [page(413), UNSAVED, 'service_error'],
  'the settings of the backend are wrong': [
    refusal('configuration_error', 500),
    UNSAVED,
    'configuration_error',
  ],
  'there are too many requests for a day': [
    reply({ error: 'rate_limited', error_description: 'Later.' }, 429, { 'Retry-After': '86400' }),
    /Please try again in 24 hours\.$/,
    'rate_limited',
  ],
  'the backend does not answer': [networkError(), UNANSWERED, 'service_unreachable'],
};

describe('<vault-push>', () => {
  afterEach(closeTab);

  it('pushes the answers of its form instead of submitting it', async () => {
    const { calls, service, sentence, shows, vaultEvents, window } = await submit(reply(PUSHED));
    await shows('pushed');
    deepEqual(calls(), ['POST /vault/packets/p1/push']);
    equal(service.requests[0]?.init.body, '{"payload":{"name":"Ada"}}');
    equal(sentence(), 'Your answers are saved in your vault.');
    deepEqual(
      vaultEvents.map(({ type, detail }) => [type, detail]),
      [
        ['vault-pushing', { packetId: 'p1', answers: { name: 'Ada' } }],
        ['vault-pushed', PUSHED],
      ],
    );
    ok(!window.location.href.includes('plain'), 'The page stays');
  });

  it('pushes to the backend that its attribute names', async () => {
    const {
      document: page,
      calls,
      shows,
    } = await open(
      `<vault-push packet-id="p1" bff-url="https://bff.example/v/">${FORM}</vault-push>`,
      reply(PUSHED),
    );
    page.querySelector('button')?.click();
    await shows('pushed');
    deepEqual(calls(), ['POST https://bff.example/v/packets/p1/push']);
  });

  for (const [what, [answer, text, error]] of Object.entries(REFUSALS)) {
    it(`shows a sentence when ${what}, without a violation for assistive technology`, async () => {
      const page = await submit(answer instanceof Response ? answer.clone() : answer);
      await page.shows('failed');
      match(page.sentence(), text);
      equal(page.vaultEvents[1]?.type, 'vault-push-failed');
      equal((page.vaultEvents[1]?.detail as { error: string }).error, error);
      equal(page.status().getAttribute('role'), 'status');
      const axe = (await page.window.load('/test/browser/support/axe.ts')) as typeof Axe;
      deepEqual(await axe.violationsIn(), []);
    });
  }

  it('shows each message of the service as text, in a part of its own', async () => {
    const { element, shows } = await submit(
      refusal('validation_failed', 422, { messages: ['<img src=x>', 'Second.'] }),
    );
    await shows('failed');
    const parts = [...(element.shadowRoot?.querySelectorAll('[part=message]') ?? [])];
    deepEqual(
      parts.map(({ textContent }) => textContent),
      ['<img src=x>', 'Second.'],
    );
  });

  it('pushes once when the form is submitted again during the push, and disables its button', async () => {
    const answer = held<Response>();
    const { button, calls, document: page, shows, sentence } = await submit(answer.promise);
    await shows('pushing');
    equal(button.disabled, true);
    equal(sentence(), 'Saving your answers in your vault.');
    button.click();
    page.querySelector('form')?.requestSubmit();
    await settled();
    deepEqual(calls().length, 1);
    answer.give(reply(PUSHED));
    await shows('pushed');
    equal(button.disabled, false);
    page.querySelector('form')?.requestSubmit();
    await until(() => calls().length === 2);
  });

  it('keeps the focus on the button', async () => {
    const answer = held<Response>();
    const { button, document: page, shows } = await submit(answer.promise);
    await shows('pushing');
    await settled();
    answer.give(reply(PUSHED));
    await shows('pushed');
    equal(page.activeElement, button);
  });

  it('leaves the focus on the control that the user has moved to', async () => {
    const answer = held<Response>();
    const { document: page, shows } = await submit(answer.promise);
    await shows('pushing');
    page.querySelector('input')?.focus();
    answer.give(refusal('validation_failed', 422));
    await shows('failed');
    equal(page.activeElement?.localName, 'input');
  });

  for (const when of ['vault-pushing', 'vault-pushed'] as const) {
    it(`leaves a button disabled that the page has disabled in ${when}`, async () => {
      const page = await open(PUSH, reply(PUSHED));
      const button = page.document.querySelector('button');
      ok(button, 'There is a button');
      page.element.addEventListener(when, () => (button.disabled = true));
      button.click();
      await page.shows('pushed');
      await settled();
      equal(button.disabled, true);
    });
  }

  it('leaves a button disabled that the page disables while the answers are being saved', async () => {
    const answer = held<Response>();
    const { button, shows } = await submit(answer.promise);
    await shows('pushing');
    button.setAttribute('disabled', '');
    answer.give(reply(PUSHED));
    await shows('pushed');
    await settled();
    equal(button.disabled, true);
  });

  it('lets the browser validate the form first', async () => {
    const page = await open(PUSH);
    const input = page.document.querySelector('input');
    if (input) input.value = '';
    page.document.querySelector('button')?.click();
    await settled();
    deepEqual(page.calls(), []);
    equal(page.element.state, 'ready');
  });

  it('shows no sentence before the first push, without a violation for assistive technology', async () => {
    const page = await open(PUSH);
    equal(page.sentence(), '');
    const axe = (await page.window.load('/test/browser/support/axe.ts')) as typeof Axe;
    deepEqual(await axe.violationsIn(), []);
  });

  it('tells <vault-connect> on the same page that it has to connect again', async () => {
    const page = await open(
      `<vault-connect></vault-connect>${PUSH}`,
      reply(CONNECTED),
      refusal('reconnect_required', 409),
    );
    const connect = page.document.querySelector('vault-connect');
    await until(() => connect?.state === 'connected');
    page.document.querySelector<HTMLElement>('form button')?.click();
    await page.shows('failed');
    equal(connect?.state, 'reconnect');
  });

  it('shows what the page has put into the slot of a state', async () => {
    const page = await open(
      PUSH.replace('<form', '<p slot="pushed">Thank you!</p><form'),
      reply(PUSHED),
    );
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    equal(page.sentence(), 'Thank you!');
  });

  it('uses the language of the page, for times too', async () => {
    const limited = () =>
      reply({ error: 'rate_limited', error_description: 'Later.' }, 429, { 'Retry-After': '30' });
    for (const [language, text] of [
      ['de', /in 30 Sekunden erneut\.$/],
      // Which digits Arabic has depends on the edition of CLDR that an engine brings.
      ['ar', /(30|٣٠) ثانية/],
    ] as const) {
      const page = await open(`<div lang="${language}">${PUSH}</div>`, limited());
      page.document.querySelector('button')?.click();
      await page.shows('failed');
      match(page.sentence(), text);
      equal(page.status().dir, language === 'ar' ? 'rtl' : 'ltr');
    }
  });

  it('does not claim that the answers are lost when the answer of the backend is late', async () => {
    const page = await openVault('vault-push', PUSH, {
      replies: [held<Response>().promise],
      timers: 'held',
    });
    page.document.querySelector('button')?.click();
    const timer = await until(() => page.timers.find(({ delayMs }) => delayMs === 60_000));
    timer.run();
    await page.shows('failed');
    equal(
      page.sentence(),
      'We could not find out whether your answers were saved. Please try again.',
    );
    ok(page.warnings.join().includes('did not answer in time'), page.warnings.join());
  });
});
