import { deepEqual, ok } from '../support/assert.ts';
import { openPage } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { until } from '../support/until.ts';
import { closeTab, openVault, PUSHED, reply } from '../support/vault-page.ts';

const FORM = '<form><input name="name" value="Ada" /><button>Save</button></form>';
const PUSH = `<vault-push packet-id="p1">${FORM}</vault-push>`;
const NO_FORM = '[vaultlink] <vault-push> waits for a form inside it.';

/** Markup of the shadow root of each element that a page is made of, by name. */
type Shadows = Record<string, string>;

/** Gives each element of these names a shadow root, and those in the shadow roots. */
function attachShadows(tree: ParentNode, shadows: Shadows, init?: Partial<ShadowRootInit>): void {
  for (const [name, html] of Object.entries(shadows))
    for (const host of tree.querySelectorAll(name)) {
      if (host.shadowRoot) continue;
      const root = host.attachShadow({ mode: 'open', ...init });
      root.innerHTML = html;
      attachShadows(root, shadows, init);
    }
}

/** Opens a page that is made of elements with shadow roots. */
async function openNested(html: string, shadows: Shadows, init?: Partial<ShadowRootInit>) {
  const page = await openPage('', { timers: 'held', replies: [reply(PUSHED)] });
  page.document.body.innerHTML = html;
  attachShadows(page.document, shadows, init);
  await page.load('elements/define.ts');
  return page;
}

/** Returns what the console says two seconds later. */
function warningsAfterWait(page: BuyerPage): string[] {
  const timer = page.timers.find(({ delayMs }) => delayMs === 2000);
  ok(timer, 'It looks after two seconds');
  timer.run();
  return page.warnings;
}

/** Presses the button of the form, and waits until the answers are pushed. */
async function expectPush(page: BuyerPage): Promise<void> {
  page.document.querySelector('button')?.click();
  await until(() => page.service.urls.includes('/vault/packets/p1/push'));
}

describe('<vault-push> and the form that it waits for', () => {
  afterEach(closeTab);

  it('names in the console after two seconds what is still missing', async () => {
    const warningsOf = async (html: string) => {
      const page = await openVault('vault-push', html, { timers: 'held' });
      page.timers.find(({ delayMs }) => delayMs === 2000)?.run();
      return page.warnings;
    };
    deepEqual(await warningsOf('<vault-push></vault-push>'), [
      '[vaultlink] <vault-push> waits for packet-id.',
      NO_FORM,
    ]);
    // A form around the element: its submit event never passes the element.
    deepEqual(await warningsOf('<form><vault-push packet-id="p1"></vault-push></form>'), [NO_FORM]);
    deepEqual(await warningsOf(PUSH), []);
  });

  /** Pages whose form is in a slot. */
  const SLOTTED: Record<string, [string, Shadows]> = {
    'its slot': [
      `<x-outer>${FORM}</x-outer>`,
      { 'x-outer': '<vault-push packet-id="p1"><slot></slot></vault-push>' },
    ],
    'its slot, through several slots': [
      `<x-outer>${FORM}</x-outer>`,
      {
        'x-outer': '<x-inner><slot></slot></x-inner>',
        'x-inner': '<vault-push packet-id="p1"><p><slot></slot></p></vault-push>',
      },
    ],
    'a slot inside of what is in its slot': [
      `<x-page>${FORM}</x-page>`,
      {
        'x-page': '<x-outer><section><slot></slot></section></x-outer>',
        'x-outer': '<vault-push packet-id="p1"><slot></slot></vault-push>',
      },
    ],
    'the slot of an element inside it': [
      `<x-outer><div slot="form">${FORM}</div></x-outer>`,
      {
        'x-outer':
          '<vault-push packet-id="p1"><x-card><slot name="form"></slot></x-card></vault-push>',
        'x-card': '<slot></slot>',
      },
    ],
  };
  for (const [where, [html, shadows]] of Object.entries(SLOTTED)) {
    it(`does not miss a form in ${where}, and pushes it`, async () => {
      const page = await openNested(html, shadows);
      deepEqual(warningsAfterWait(page), []);
      await expectPush(page);
    });
  }

  it('does not miss a form that a script assigns to its slot', async () => {
    const page = await openNested(
      `<x-outer>${FORM}</x-outer>`,
      { 'x-outer': '<vault-push packet-id="p1"><slot></slot></vault-push>' },
      { slotAssignment: 'manual' },
    );
    const host = page.document.querySelector('x-outer');
    const form = host?.querySelector('form');
    ok(form, 'There is a form');
    host?.shadowRoot?.querySelector('slot')?.assign(form);
    deepEqual(warningsAfterWait(page), []);
    await expectPush(page);
  });

  it('does not miss a form that is slotted within the two seconds, nor one that takes its place', async () => {
    const page = await openNested('<x-outer></x-outer>', {
      'x-outer': '<vault-push packet-id="p1"><slot></slot></vault-push>',
    });
    const outer = page.document.querySelector('x-outer');
    outer?.insertAdjacentHTML('beforeend', '<form><input name="early" /></form>');
    outer?.replaceChildren();
    outer?.insertAdjacentHTML('beforeend', FORM);
    deepEqual(warningsAfterWait(page), []);
    await expectPush(page);
  });

  it('names a form whose submit event never reaches it: in a shadow root inside, or beside it with the controls inside', async () => {
    const inShadow = await openNested('<vault-push packet-id="p1"><x-form></x-form></vault-push>', {
      'x-form': FORM,
    });
    deepEqual(warningsAfterWait(inShadow), [NO_FORM]);
    const beside = await openNested(
      '<form id="f"></form><vault-push packet-id="p1"><input form="f" name="a" /></vault-push>',
      {},
    );
    deepEqual(warningsAfterWait(beside), [NO_FORM]);
  });
});
