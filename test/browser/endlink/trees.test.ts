import type { PartName } from '../../../src/browser/endlink/parts.ts';
import type * as Trees from '../../../src/browser/endlink/trees.ts';
import { equal } from '../support/assert.ts';
import { closeTab, openPage, PAGE_URL, storeRecord } from '../support/buyer-page.ts';
import { addOtherTab, arrivalIn } from '../support/carrying.ts';
import { settled, until } from '../support/until.ts';

const WITH_TOKEN = '?service_endlink_token=abc&seller_id=42';
const FORM = `<form action="${PAGE_URL}" method="post" target="next"><button>On</button></form>`;
const NESTED = `<div id="outer"><template shadowrootmode="open"><div id="inner">
  <template shadowrootmode="open">${FORM}<endlink-finish></endlink-finish></template></div></template></div>`;

/** Ways in which a page gets a shadow root within a shadow root. */
const WAYS: Record<string, (page: Document) => void> = {
  'by attachShadow()': (page) => {
    const outer = page.createElement('div');
    outer.id = 'outer';
    const root = outer.attachShadow({ mode: 'open' });
    root.innerHTML = '<div id="inner"></div>';
    const inner = root.querySelector('div')?.attachShadow({ mode: 'open' });
    inner?.append(page.createRange().createContextualFragment(`${FORM}<endlink-finish>`));
    page.body.append(outer);
  },
  'by setHTMLUnsafe()': (page) => page.body.setHTMLUnsafe(NESTED),
  'by setHTMLUnsafe(), outside the page first,': (page) => {
    const holder = page.createElement('section');
    holder.setHTMLUnsafe(NESTED);
    page.body.append(holder);
  },
};

const canParse = 'setHTMLUnsafe' in Element.prototype;

describe('a shadow root in a shadow root', () => {
  afterEach(closeTab);

  for (const [way, add] of Object.entries(WAYS).slice(0, canParse ? undefined : 1))
    for (const when of ['before', 'after'] as const)
      it(`that is made ${way} ${when} the part for tokens is found: its form carries, its element loads`, async () => {
        storeRecord({ sellerId: '42' });
        const page = await openPage();
        if (when === 'before') add(page.document);
        await page.start({ carry: location.host });
        const asked: string[] = [];
        const { load } = page.engine();
        Object.assign(page.engine(), {
          load: (name: PartName) => {
            asked.push(name);
            return load(name);
          },
        });
        await page.engine().load('token');
        if (when === 'after') add(page.document);
        await settled();
        const outer = page.document.querySelector('#outer')?.shadowRoot;
        const inner = outer?.querySelector('#inner')?.shadowRoot;
        const other = addOtherTab();
        inner?.querySelector('form')?.requestSubmit();
        equal((await arrivalIn(other)).search, WITH_TOKEN);
        equal(asked.includes('elements'), true);
      });

  it('is looked at once, and so is what comes into it', async () => {
    const page = await openPage();
    const { forEachTree } = await page.load<typeof Trees>('endlink/trees.ts');
    const seen: unknown[] = [];
    forEachTree((tree) => seen.push(tree));
    const host = page.document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    page.document.body.append(host);
    await settled();
    const child = page.document.createElement('p');
    root.append(child);
    await until(() => seen.includes(child));
    equal(seen.filter((tree) => tree === root).length, 1);
    equal(seen.filter((tree) => tree === child).length, 1);
  });
});
