import { deepEqual, equal, match } from '../support/assert.ts';
import { blockStorage } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import {
  closeTab,
  CONNECTED,
  DISCONNECTED,
  openVault,
  PUSHED,
  reply,
} from '../support/vault-page.ts';

const PUSH =
  '<vault-push packet-id="p1"><form><input name="a" value="b" /><button>Save</button></form></vault-push>';

type PageWindow = Parameters<NonNullable<OpenOptions['before']>>[0];

/** What a browser may lack, and how a page of this browser is made to lack it. */
const LACKS: Record<string, (window: PageWindow) => unknown> = {
  'ElementInternals.states': ({ ElementInternals }) =>
    Reflect.deleteProperty(ElementInternals.prototype, 'states'),
  attachInternals: ({ HTMLElement }) =>
    Reflect.deleteProperty(HTMLElement.prototype, 'attachInternals'),
  'custom states without two dashes': ({ CustomStateSet }) => {
    CustomStateSet.prototype.add = () => {
      throw new SyntaxError('The name must start with two dashes.');
    };
  },
  adoptedStyleSheets: (window) =>
    Reflect.deleteProperty(window.Document.prototype, 'adoptedStyleSheets'),
  BroadcastChannel: (window) => Reflect.deleteProperty(window, 'BroadcastChannel'),
  reportError: (window) => Reflect.deleteProperty(window, 'reportError'),
  'storage that a page may use': blockStorage,
  'Web Locks': ({ Navigator }) => Reflect.deleteProperty(Navigator.prototype, 'locks'),
  'AbortSignal.timeout': ({ AbortSignal }) => Reflect.deleteProperty(AbortSignal, 'timeout'),
};

describe('the elements of the vault', () => {
  afterEach(closeTab);

  for (const [what, before] of Object.entries(LACKS)) {
    it(`connect, disconnect and push in a browser without ${what}`, async () => {
      const page = await openVault('vault-connect', `<vault-connect></vault-connect>${PUSH}`, {
        before,
        replies: [reply(CONNECTED), reply(PUSHED), reply(DISCONNECTED)],
      });
      await page.shows('connected');
      equal(page.sentence(), 'Your vault is connected.');
      const push = page.document.querySelector('vault-push');
      page.document.querySelector<HTMLElement>('form button')?.click();
      while (push?.state !== 'pushed') await new Promise(requestAnimationFrame);
      page.buttons()[0]?.click();
      await page.shows('disconnected');
      equal(page.sentence(), 'Your vault is not connected.');
      deepEqual(
        page.vaultEvents.map(({ type }) => type),
        ['vault-connected', 'vault-pushing', 'vault-pushed', 'vault-disconnected'],
      );
    });
  }
});

describe('the time in a sentence of <vault-push>', () => {
  afterEach(closeTab);

  const limited = () =>
    reply({ error: 'rate_limited', error_description: 'Later.' }, 429, { 'Retry-After': '30' });

  for (const [what, lang] of [
    ['the page names its language in a wrong way', 'en_US'],
    ['the page names a language that does not exist', 'x-klingon'],
    ['the page names no language', ''],
  ] as const) {
    it(`is shown in English when ${what}`, async () => {
      const page = await openVault('vault-push', `<div lang="${lang}">${PUSH}</div>`, {
        replies: [limited()],
        before: (window) => {
          window.vaultlinkMessages = { [lang]: { busy: 'Not yet {when}.' } };
        },
      });
      page.document.querySelector('button')?.click();
      await page.shows('failed');
      match(page.sentence(), /in 30 seconds\.$/);
    });
  }
});
