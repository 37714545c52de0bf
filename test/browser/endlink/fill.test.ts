import { deepEqual, equal, match } from '../support/assert.ts';
import { closeTab, openPage, storeRecord } from '../support/buyer-page.ts';
import { findIn } from '../support/carrying.ts';
import { settled, until } from '../support/until.ts';

/** A page with these inputs, in whose tab this is known of a token. */
async function open(html: string, record: { sellerId?: string; interactionId?: string } = {}) {
  storeRecord(record);
  const page = await openPage();
  page.document.body.innerHTML = html;
  const events: string[] = [];
  for (const type of ['input', 'change'])
    page.document.addEventListener(type, ({ target }) =>
      events.push(`${type} ${(target as HTMLInputElement).name}`),
    );
  await page.start();
  await page.engine().load('fill');
  const values = () => [...page.document.querySelectorAll('input')].map(({ value }) => value);
  return { ...page, inputEvents: events, values };
}

/** Returns whether this browser knows a type of inputs. Firefox shows text for months and weeks. */
const isKnownType = (type: string) =>
  Object.assign(document.createElement('input'), { type }).type === type;

describe('an input with data-vaultlink-fill', () => {
  afterEach(closeTab);

  it('is filled with the token, the seller or the interaction, and no other input is', async () => {
    const { values } = await open(
      `<input data-vaultlink-fill="token" />
      <input data-vaultlink-fill="seller_id" type="hidden" />
      <input data-vaultlink-fill="interaction_id" />
      <input data-vaultlink-fill="other" />
      <input data-vaultlink-fill value="mine" />
      <input name="token" />`,
      { sellerId: '42', interactionId: '7' },
    );
    deepEqual(values(), ['abc', '42', '7', '', 'mine', '']);
  });

  it('keeps what it has where there is no value', async () => {
    const { inputEvents, values } = await open(
      '<input data-vaultlink-fill="seller_id" value="mine" />',
    );
    deepEqual(values(), ['mine']);
    deepEqual(inputEvents, []);
  });

  it('that comes later is filled too', async () => {
    const page = await open('');
    page.document.body.innerHTML = '<input data-vaultlink-fill="token" />';
    await until(() => page.values()[0] === 'abc');
  });

  it('tells the framework that owns it once, as if a person had typed', async () => {
    const { document: page, inputEvents } = await open(
      '<input name="rid" data-vaultlink-fill="token" />',
    );
    page.body.append('more');
    await settled();
    deepEqual(inputEvents, ['input rid', 'change rid']);
  });

  it('is filled past a setter of its own, by which React learns what it has set itself', async () => {
    storeRecord({});
    const page = await openPage();
    page.document.body.innerHTML = '<input data-vaultlink-fill="token" />';
    const input = findIn(page.document)('input');
    const prototype = page.window.HTMLInputElement.prototype;
    const own = Object.getOwnPropertyDescriptor(prototype, 'value');
    let known = '';
    Object.defineProperty(input, 'value', {
      get: () => own?.get?.call(input) as string,
      set: (value: string) => {
        known = value;
        own?.set?.call(input, value);
      },
    });
    const changes: string[] = [];
    // React ignores an input event for a value that it knows.
    input.addEventListener('input', () => {
      if (input.value !== known) changes.push(input.value);
    });
    await page.start();
    await until(() => input.value === 'abc');
    deepEqual(changes, ['abc']);
    equal(known, '');
  });

  for (const [html, name] of [
    ['<input type="number" data-vaultlink-fill="token" />', 'a number field, which takes no text'],
    ['<select data-vaultlink-fill="token"><option>a</option></select>', 'a list without it'],
  ] as const)
    it(`such as ${name}, is tried once where it refuses the value, and has no event`, async () => {
      const { document: page, inputEvents } = await open(html);
      let sets = 0;
      const input = page.querySelector<HTMLInputElement>('input,select');
      const own = input && Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value');
      const render = () => page.body.append('rendered');
      page.addEventListener('input', render);
      Object.defineProperty(Object.getPrototypeOf(input), 'value', {
        ...own,
        set: (value: string) => {
          sets += 1;
          own?.set?.call(input, value);
        },
      });
      for (let change = 0; change < 5; change += 1) {
        page.body.append('more');
        await settled();
      }
      equal(sets, 0);
      deepEqual(inputEvents, []);
    });

  it('whose page writes the value in its own way is left to the page', async () => {
    storeRecord({});
    const page = await openPage();
    page.document.body.innerHTML = '<input data-vaultlink-fill="token" />';
    const input = findIn(page.document)('input');
    let events = 0;
    input.addEventListener('input', () => {
      events += 1;
      input.value = input.value.toUpperCase();
      page.document.body.append('rendered');
    });
    await page.start();
    await until(() => input.value === 'ABC');
    for (let change = 0; change < 5; change += 1) await settled();
    equal(events, 1);
    equal(input.value, 'ABC');
  });

  for (const html of [
    '<progress data-vaultlink-fill="token"></progress>',
    '<input type="file" data-vaultlink-fill="token" />',
    // Chromium prints the value that such a field refuses.
    ...['number', 'date', 'month', 'week', 'time', 'datetime-local', 'color', 'range']
      .filter(isKnownType)
      .map((type) => `<input type="${type}" data-vaultlink-fill="token" />`),
  ])
    it(`that throws, such as ${html}, is named, and the others are filled`, async () => {
      const page = await open(`${html}<input id="other" data-vaultlink-fill="token" />`);
      const other = page.document.querySelector<HTMLInputElement>('#other');
      await until(() => other?.value === 'abc');
      page.document.body.append('more');
      await settled();
      equal(page.warnings.length, 1);
      match(page.warnings[0], /takes no token/);
      deepEqual(page.errors, []);
    });

  it('whose setter repeats the value in its error is named without the token', async () => {
    storeRecord({});
    const page = await openPage();
    const printed: unknown[] = [];
    page.window.console.warn = (...words: unknown[]) => printed.push(...words.map(String));
    page.document.body.innerHTML = '<my-field data-vaultlink-fill="token"></my-field>';
    Object.defineProperty(page.document.querySelector('my-field'), 'value', {
      get: () => '',
      set: (value: string) => {
        throw new Error(`bad value ${value}`);
      },
    });
    await page.start();
    await page.engine().load('fill');
    await until(() => printed.join().includes('bad value'));
    match(printed.join(' '), /<my-field> takes no token.* bad value …/);
    equal(printed.join().includes('abc'), false);
  });

  it('is filled again where a framework empties it when it starts, five times at most', async () => {
    const { document: page } = await open('<input data-vaultlink-fill="token" />');
    const input = findIn(page)('input');
    let fills = 0;
    input.addEventListener('input', () => (fills += 1));
    for (let time = 0; time < 4; time += 1) {
      input.value = '';
      page.body.append('rendered');
      await until(() => input.value === 'abc');
    }
    input.value = '';
    for (let change = 0; change < 5; change += 1) {
      page.body.append('rendered');
      await settled();
    }
    equal(input.value, '');
    equal(fills, 4);
  });

  it('is filled again without any change of the page, as Angular empties it', async () => {
    const { document: page } = await open('<input data-vaultlink-fill="token" />');
    findIn(page)('input').value = '';
    await until(() => findIn(page)('input').value === 'abc');
  });

  it('is filled again after its form was reset', async () => {
    const { document: page } = await open('<form><input data-vaultlink-fill="token" /></form>');
    findIn(page)('form').reset();
    equal(findIn(page)('input').value, '');
    await until(() => findIn(page)('input').value === 'abc');
  });

  it('in a shadow root is filled again after its form was reset', async () => {
    const { document: page, window } = await open('<div></div>');
    // Nothing but the event tells of it.
    const setTimer = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, delayMs?: number) =>
      delayMs ? 0 : setTimer(run)) as typeof window.setTimeout;
    const root = findIn(page)('div').attachShadow({ mode: 'open' });
    root.innerHTML = '<form><input data-vaultlink-fill="token" /></form>';
    const input = await until(() => root.querySelector('input'));
    await until(() => input.value === 'abc');
    await settled();
    root.querySelector('form')?.reset();
    equal(input.value, '');
    await until(() => input.value === 'abc');
  });

  it('in a shadow root is filled too', async () => {
    const { document: page } = await open('<div></div>');
    const root = findIn(page)('div').attachShadow({ mode: 'open' });
    root.innerHTML = '<input data-vaultlink-fill="token" />';
    await until(() => root.querySelector('input')?.value === 'abc');
  });
});
