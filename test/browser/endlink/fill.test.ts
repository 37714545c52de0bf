import { deepEqual, equal } from '../support/assert.ts';
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
  await page.engine().load('token');
  const values = () => [...page.document.querySelectorAll('input')].map(({ value }) => value);
  return { ...page, inputEvents: events, values };
}

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
});
