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

const payloadOf = (init?: RequestInit) =>
  (JSON.parse(init?.body as string) as { payload: Record<string, string | null> }).payload;

/** How a push can end without success: the answer, what a user reads, and the code. */
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
  'there are too many': [
    reply({ error: 'rate_limited', error_description: 'Later.' }, 429, { 'Retry-After': '30' }),
    /Please try again in 30 seconds\.$/,
    'rate_limited',
  ],
  'there are too many, and nothing says until when': [
    refusal('rate_limited', 429),
    /Please try again in 60 seconds\.$/,
    'rate_limited',
  ],
  'the service is away': [
    refusal('service_unreachable', 504),
    /^Your answers were not saved\. Please try again\.$/,
    'service_unreachable',
  ],
  'the backend is away': [
    networkError(),
    /^Your answers were not saved\. Please try again\.$/,
    'service_unreachable',
  ],
};

describe('<vault-push>', () => {
  afterEach(closeTab);

  it('pushes the answers of its form, in place of the plain submission', async () => {
    const { calls, service, sentence, shows, told, window } = await submit(reply(PUSHED));
    await shows('pushed');
    deepEqual(calls(), ['POST /vault/packets/p1/push']);
    equal(service.requests[0]?.init.body, '{"payload":{"name":"Ada"}}');
    equal(sentence(), 'Your answers are saved in your vault.');
    deepEqual(
      told.map(({ type, detail }) => [type, detail]),
      [['vault-pushed', PUSHED]],
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
    it(`says so when ${what}, without a fault for assistive technology`, async () => {
      const page = await submit(answer instanceof Response ? answer.clone() : answer);
      await page.shows('failed');
      match(page.sentence(), text);
      equal(page.told[0]?.type, 'vault-push-failed');
      equal((page.told[0]?.detail as { error: string }).error, error);
      equal(page.status().getAttribute('role'), 'status');
      const axe = (await page.window.load('/test/browser/support/axe.ts')) as typeof Axe;
      deepEqual(await axe.violationsIn(), []);
    });
  }

  it('has each of the service’s sentences in a part of its own, as text', async () => {
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

  it('pushes once, however often it is submitted meanwhile, and shows that by its button', async () => {
    const answer = held<Response>();
    const { button, calls, document: page, shows, sentence } = await submit(answer.promise);
    await shows('pushing');
    equal(button.disabled, true);
    equal(sentence(), 'Saving your answers.');
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

  it('leaves the focus where it was', async () => {
    const answer = held<Response>();
    const { button, document: page, shows } = await submit(answer.promise);
    await shows('pushing');
    await settled();
    answer.give(reply(PUSHED));
    await shows('pushed');
    equal(page.activeElement, button);
  });

  it('takes no focus that went elsewhere meanwhile', async () => {
    const answer = held<Response>();
    const { document: page, shows } = await submit(answer.promise);
    await shows('pushing');
    page.querySelector('input')?.focus();
    answer.give(refusal('validation_failed', 422));
    await shows('failed');
    equal(page.activeElement?.localName, 'input');
  });

  it('lets the browser validate first', async () => {
    const page = await open(PUSH);
    const input = page.document.querySelector('input');
    if (input) input.value = '';
    page.document.querySelector('button')?.click();
    await settled();
    deepEqual(page.calls(), []);
    equal(page.element.state, 'ready');
  });

  it('leaves a submission alone that the page has cancelled', async () => {
    const page = await open(PUSH);
    page.document
      .querySelector('form')
      ?.addEventListener('submit', (event) => event.preventDefault());
    page.document.querySelector('button')?.click();
    await settled();
    deepEqual(page.calls(), []);
  });

  it('says nothing before there is something to say, without a fault for assistive technology', async () => {
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

  it('shows what the page put into the slot of a state', async () => {
    const page = await open(
      PUSH.replace('<form', '<p slot="pushed">Thank you!</p><form'),
      reply(PUSHED),
    );
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    equal(page.sentence(), 'Thank you!');
  });

  it('speaks the language of the page, times too', async () => {
    const limited = () =>
      reply({ error: 'rate_limited', error_description: 'Later.' }, 429, { 'Retry-After': '30' });
    for (const [language, text] of [
      ['de', /in 30 Sekunden noch einmal\.$/],
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

  it('pushes every question of a form, answered or not', async () => {
    const page = await open(
      `<vault-push packet-id="p1"><form>
        <input name="text" value=" a " /><input name="empty" /><textarea name="area">x</textarea>
        <input name="hidden" type="hidden" value="h" />
        <input type="radio" name="radio" value="1" /><input type="radio" name="radio" value="2" />
        <input type="radio" name="chosen" value="1" /><input type="radio" name="chosen" value="2" checked />
        <input type="checkbox" name="unchecked" /><input type="checkbox" name="checked" checked />
        <input type="checkbox" name="several" value="a" checked /><input type="checkbox" name="several" value="b" />
        <input type="checkbox" name="several" value="c" checked />
        <select name="none"><option value="">Choose</option><option>1</option></select>
        <select name="one"><option>1</option></select>
        <select name="many" multiple><option selected>1</option><option selected>2</option></select>
        <select name="manyNone" multiple><option>1</option></select>
        <input type="file" name="file" />
        <input name="disabled" value="x" disabled /><fieldset disabled><input name="inside" value="x" /></fieldset>
        <input value="nameless" /><output name="output">x</output>
        <input name="__proto__" value="p" />
        <input type="submit" name="reset" value="x" />
        <button name="button" value="b">Save</button>
      </form></vault-push>`,
      reply(PUSHED),
    );
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    deepEqual(Object.entries(payloadOf(page.service.requests[0]?.init)), [
      ['text', ' a '],
      ['empty', ''],
      ['area', 'x'],
      ['hidden', 'h'],
      ['radio', null],
      ['chosen', '2'],
      ['unchecked', null],
      ['checked', 'on'],
      ['several', 'a, c'],
      ['none', null],
      ['one', '1'],
      ['many', '1, 2'],
      ['manyNone', null],
      ['file', null],
      ['__proto__', 'p'],
    ]);
  });

  it('refuses a file, and pushes nothing', async () => {
    const page = await open(
      '<vault-push packet-id="p1"><form><input type="file" name="photo" /><button>Save</button></form></vault-push>',
    );
    const input = page.document.querySelector('input');
    const files = new DataTransfer();
    files.items.add(new File(['x'], 'photo.png'));
    if (input) input.files = files.files;
    page.document.querySelector('button')?.click();
    await page.shows('failed');
    deepEqual(page.calls(), []);
    match(page.sentence(), /photo must be text/);
  });
});
