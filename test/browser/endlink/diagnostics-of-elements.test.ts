import { deepEqual, match } from '../support/assert.ts';
import { closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { settled, until } from '../support/until.ts';

describe('the console about elements', () => {
  afterEach(closeTab);

  for (const [written, meant] of [
    ['endlink-finsh', 'endlink-finish'],
    ['endlink-finished', 'endlink-finish'],
    ['vault-conect', 'vault-connect'],
    ['vault-pusch', 'vault-push'],
  ] as const) {
    it(`names <${written}>, which stands where <${meant}> is meant`, async () => {
      const { engine, start, warnings } = await openPage(LANDING, {
        before: ({ document: page }) => page.body.append(page.createElement(written)),
      });
      await start();
      const sentence = await until(() => warnings[0]);
      match(sentence, new RegExp(`has <${written}>, which is no element.*mean <${meant}>\\?$`));
      deepEqual([...(engine().page.problems ?? new Map()).keys()], ['element-unknown']);
    });
  }

  it('names an element that a router shows later', async () => {
    const { window, start, warnings } = await openPage(LANDING);
    await start();
    await settled();
    deepEqual(warnings, []);
    window.document.body.append(window.document.createElement('endlink-finsh'));
    match(await until(() => warnings[0]), /has <endlink-finsh>/);
  });

  it('names no element whose name is unlike those of this product, or that the page defines itself', async () => {
    const { engine, start, warnings } = await openPage(LANDING, {
      before: (window) => {
        const { document: page } = window;
        for (const name of ['vault-shelf', 'endlink-banner', 'my-finish'])
          page.body.append(page.createElement(name));
        const { customElements, HTMLElement } = window as Window & typeof globalThis;
        customElements.define('vault-puse', class extends HTMLElement {});
        page.body.append(page.createElement('vault-puse'));
      },
    });
    await start();
    await engine().load('diagnostics');
    await settled();
    deepEqual(warnings, []);
  });

  it('keeps each cause that it has named with its sentence', async () => {
    const { engine, start, warnings } = await openPage(LANDING);
    await start({ carry: 'https://a.example' });
    const sentence = await until(() => warnings[0]);
    deepEqual(
      [...(engine().page.problems ?? [])].map(([cause, text]) => [cause, `[vaultlink] ${text}`]),
      [['carry-no-host', sentence]],
    );
  });
});
