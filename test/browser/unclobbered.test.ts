import { deepEqual, equal, match, ok } from './support/assert.ts';
import { closeTab } from './support/buyer-page.ts';
import { FETCHING, openFinish } from './support/finish-page.ts';
import { openVault, PUSHED, reply } from './support/vault-page.ts';

/** What the elements read of an ancestor. */
const FIELDS = [
  ...['matches', 'getRootNode', 'getAttribute', 'parentElement', 'parentNode', 'assignedSlot'],
  ...['checkVisibility', 'isConnected', 'nextElementSibling', 'querySelector'],
];

/** What the elements read of the document. */
const OF_DOCUMENT = [
  ...['addEventListener', 'createElement', 'createComment', 'head', 'readyState', 'hidden'],
  ...['activeElement', 'body', 'baseURI', 'dispatchEvent', 'querySelectorAll'],
];

describe('a name on the page that is also one of a property', () => {
  afterEach(closeTab);

  for (const name of FIELDS)
    it(`leaves <endlink-finish> in a form whose field is called ${name} as it is`, async () => {
      const form = `<form lang="de" style="display: contents"><input name="${name}" />${FETCHING}</form>`;
      const page = await openFinish(form);
      await page.shows('confirmed');
      equal(page.service.urls.length, 1);
      equal(page.status().lang, 'de');
      deepEqual(page.errors, []);
    });

  for (const name of OF_DOCUMENT)
    it(`leaves <endlink-finish> on a page with a form called ${name} as it is`, async () => {
      const page = await openFinish(`<form name="${name}"></form>${FETCHING}`);
      await page.shows('confirmed');
      match(page.sentence(), /Your participation has been recorded\./);
      deepEqual(page.errors, []);
    });

  for (const name of OF_DOCUMENT)
    it(`leaves <vault-push> on a page with a form called ${name} as it is`, async () => {
      const form = `<form name="${name}"><input name="matches" /><button>Save</button></form>`;
      const html = `<vault-push packet-id="p1">${form}</vault-push><vault-connect></vault-connect>`;
      const replies = [reply({ connected: true }), reply(PUSHED)];
      const page = await openVault('vault-push', html, { replies });
      const [button] = page.document.getElementsByTagName('button');
      button?.focus();
      button?.click();
      await page.shows('pushed');
      ok(button?.matches(':focus'), 'The button has the focus');
      deepEqual(page.errors, []);
    });
});
