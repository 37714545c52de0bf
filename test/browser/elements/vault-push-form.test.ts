import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { openPage } from '../support/buyer-page.ts';
import { held, settled, until } from '../support/until.ts';
import { closeTab, openVault, PUSHED, reply, typesOf } from '../support/vault-page.ts';
import type { Reply } from '../support/service.ts';

const open = (html: string, ...replies: Reply[]) => openVault('vault-push', html, { replies });

const payloadOf = (init?: RequestInit) =>
  (JSON.parse(init?.body as string) as { payload: Record<string, string | null> }).payload;

const FORM = '<form><input name="name" value="Ada" /><button>Save</button></form>';
const PUSH = `<vault-push packet-id="p1">${FORM}</vault-push>`;

/** Opens a page whose form has a listener, and presses its button as a user does. */
async function submitTo(html: string, listener: (event: SubmitEvent) => void, where = 'form') {
  const page = await open(html, reply(PUSHED));
  const target = where === 'document' ? page.document : page.document.querySelector('form');
  target?.addEventListener('submit', listener as EventListener, where === 'document');
  const { href } = page.window.location;
  page.document.querySelector('button')?.click();
  return { ...page, stays: () => equal(page.window.location.href, href) };
}

describe('<vault-push> on a page that handles submit itself', () => {
  afterEach(closeTab);

  const LISTENERS: Record<string, [(event: SubmitEvent) => void, string?]> = {
    'prevents the default': [(event) => event.preventDefault()],
    'prevents the default and stops the event': [
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
      },
    ],
    'prevents the default in the capture phase of the document': [
      (event) => event.preventDefault(),
      'document',
    ],
    'empties the form': [
      (event) => {
        event.preventDefault();
        const [input] = (event.target as HTMLFormElement).querySelectorAll('input');
        if (input) input.value = '';
      },
    ],
    'removes the form': [(event) => (event.target as HTMLFormElement).remove()],
  };
  for (const [what, [listener, where]] of Object.entries(LISTENERS)) {
    it(`pushes the answers when the page ${what}`, async () => {
      const page = await submitTo(PUSH, listener, where);
      await page.shows('pushed');
      deepEqual(payloadOf(page.service.requests[0]?.init), { name: 'Ada' });
      equal(page.calls().length, 1);
      page.stays();
    });
  }

  it('pushes what the page computes in its submit listener for controls that are hidden', async () => {
    const html = `<vault-push packet-id="p1"><form>
      <input name="hidden" type="hidden" value="old" /><textarea name="editor" style="display: none">old</textarea>
      <input name="cleared" type="hidden" value="old" /><input name="seen" value="Ada" /><button>Save</button>
    </form></vault-push>`;
    const page = await submitTo(html, ({ target }) => {
      for (const control of (target as HTMLFormElement).querySelectorAll('input,textarea')) {
        const field = control as HTMLInputElement;
        field.value = field.name === 'cleared' ? '' : 'new';
      }
    });
    await page.shows('pushed');
    const answers = { hidden: 'new', editor: 'new', cleared: '', seen: 'Ada' };
    deepEqual(payloadOf(page.service.requests[0]?.init), answers);
  });

  it('cancels the push when vault-pushing is cancelled, and pushes the next time', async () => {
    const page = await open(PUSH, reply(PUSHED));
    page.element.addEventListener('vault-pushing', (event) => event.preventDefault(), {
      once: true,
    });
    const button = page.document.querySelector('button');
    ok(button, 'There is a button');
    button.click();
    await settled();
    deepEqual(page.calls(), []);
    equal(page.element.state, 'ready');
    equal(button.disabled, false);
    equal(page.window.location.search, '');
    button.click();
    await page.shows('pushed');
    deepEqual(typesOf(page.vaultEvents), ['vault-pushing', 'vault-pushing', 'vault-pushed']);
  });

  it('pushes the answers that a listener of vault-pushing has set', async () => {
    const page = await open(PUSH, reply(PUSHED));
    page.element.addEventListener('vault-pushing', ({ detail }) => {
      detail.answers = { ...detail.answers, source: 'mail' };
    });
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    deepEqual(payloadOf(page.service.requests[0]?.init), { name: 'Ada', source: 'mail' });
  });
});

describe('<vault-push> with any form', () => {
  afterEach(closeTab);

  it('pushes a form that is added later', async () => {
    const page = await open('<vault-push packet-id="p1"></vault-push>', reply(PUSHED));
    page.element.insertAdjacentHTML('beforeend', `<div>${FORM}</div>`);
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
  });

  it('pushes each of several forms, one after the other', async () => {
    const first = held<Response>();
    const page = await open(
      `<vault-push packet-id="p1">${FORM}${FORM.replace('Ada', 'Bo')}</vault-push>`,
      first.promise,
      reply(PUSHED),
    );
    const buttons = page.document.querySelectorAll('button');
    for (const button of buttons) button.click();
    await page.shows('pushing');
    await settled();
    equal(page.calls().length, 1);
    first.give(reply(PUSHED));
    await page.shows('pushed');
    await until(() => page.calls().length === 2);
    await page.shows('pushed');
    deepEqual(
      page.service.requests.map(({ init }) => payloadOf(init)),
      [{ name: 'Ada' }, { name: 'Bo' }],
    );
    deepEqual(
      [...buttons].map(({ disabled }) => disabled),
      [false, false],
    );
  });

  it('pushes when a button outside the form submits it, and when the Enter key does', async () => {
    const page = await open(
      `${PUSH.replace('<form', '<form id="f"').replace('<button>Save</button>', '')}<button form="f">Save</button>`,
      reply(PUSHED),
      reply(PUSHED),
    );
    const button = page.document.querySelector('button');
    ok(button, 'There is a button');
    button.click();
    await page.shows('pushing');
    equal(button.disabled, true);
    await page.shows('pushed');
    equal(button.disabled, false);
    // What browsers do for the Enter key.
    page.document.querySelector('form')?.requestSubmit();
    await until(() => page.calls().length === 2);
  });

  it('fails without packet-id, says so in the console, and pushes once it is set', async () => {
    const page = await open(PUSH.replace(' packet-id="p1"', ''), reply(PUSHED));
    const { href } = page.window.location;
    page.document.querySelector('button')?.click();
    await page.shows('failed');
    equal((page.vaultEvents.at(-1)?.detail as { error: string }).error, 'invalid_request');
    match(page.warnings.join(), /has failed to push: A packet id is letters/);
    equal(page.window.location.href, href);
    deepEqual(page.calls(), []);
    page.element.packetId = 'p2';
    page.element.setAttribute('bff-url', '/mine');
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    deepEqual(page.calls(), ['POST /mine/packets/p2/push']);
  });

  it('uses properties that were set before it was defined', async () => {
    const { document, load, service } = await openPage('', { replies: [reply(PUSHED)] });
    const early = document.createElement('vault-push');
    early.packetId = 'p3';
    early.innerHTML = FORM;
    document.body.append(early);
    await load('elements/define.ts');
    await early.updateComplete;
    early.querySelector('button')?.click();
    await until(() => early.state === 'pushed');
    deepEqual(service.urls, ['/vault/packets/p3/push']);
  });

  it('pushes once after it was mounted twice', async () => {
    const page = await open(PUSH, reply(PUSHED));
    const { parentElement } = page.element;
    page.element.remove();
    parentElement?.append(page.element);
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    equal(page.calls().length, 1);
  });

  it('pushes every question of the form, answered or not', async () => {
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
      // It was pressed.
      ['button', 'b'],
    ]);
  });

  it('pushes questions whose names are also properties of a form', async () => {
    const page = await open(
      `<vault-push packet-id="p1"><form>
        <input name="elements" value="1" /><input name="getAttribute" value="2" />
        <input name="id" value="3" /><button>Save</button>
      </form></vault-push>`,
      reply(PUSHED),
    );
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    const answers = { elements: '1', getAttribute: '2', id: '3' };
    deepEqual(payloadOf(page.service.requests[0]?.init), answers);
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
