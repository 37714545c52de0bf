import { deepEqual, equal } from '../support/assert.ts';
import { held, until } from '../support/until.ts';
import { closeTab, openVault, PUSHED, refusal, reply, typesOf } from '../support/vault-page.ts';
import type { Reply } from '../support/service.ts';

const formOf = (name: string) =>
  `<form><input name="${name}" value="x" /><button>Save</button></form>`;

/** Opens a page with two forms in one element. */
async function openTwoForms(...replies: Reply[]) {
  const html = `<vault-push packet-id="p1">${formOf('first')}${formOf('second')}</vault-push>`;
  const page = await openVault('vault-push', html, { replies });
  const [first, second] = page.document.querySelectorAll('button');
  const results = () => typesOf(page.vaultEvents).filter((type) => type !== 'vault-pushing');
  /** Waits for the results of this number of pushes. */
  const pushed = async (count: number) => {
    await until(() => results().length === count);
    await page.element.updateComplete;
  };
  return { ...page, first, second, pushed, results };
}

const REFUSED = () => refusal('validation_failed', 422, { messages: ['Age is missing.'] });

const SAVED = 'Your answers are saved in your vault.';

describe('<vault-push> with several forms that are submitted at once', () => {
  afterEach(closeTab);

  it('does not say that the answers are saved when the service has refused those of the first form', async () => {
    const page = await openTwoForms(REFUSED(), reply(PUSHED));
    page.first?.click();
    page.second?.click();
    await page.pushed(2);
    deepEqual(page.results(), ['vault-push-failed', 'vault-pushed']);
    equal(page.element.state, 'failed');
    equal(page.sentence(), 'Your answers were not accepted. Age is missing.');
  });

  it('says that the answers are saved when a listener has submitted the refused form again', async () => {
    const page = await openTwoForms(REFUSED(), reply(PUSHED), reply(PUSHED));
    page.element.addEventListener('vault-push-failed', () => page.first?.click());
    page.first?.click();
    page.second?.click();
    await page.pushed(3);
    equal(page.sentence(), SAVED);
  });

  it('says that the answers of the second form are saved when it is submitted after the refusal', async () => {
    const page = await openTwoForms(REFUSED(), reply(PUSHED));
    page.first?.click();
    await page.pushed(1);
    page.second?.click();
    await page.pushed(2);
    equal(page.sentence(), SAVED);
  });
});

describe('<vault-push> on a page with scripts of its own', () => {
  afterEach(closeTab);

  it('pushes each form to the backend that bff-url has named at its submit', async () => {
    const first = held<Response>();
    const page = await openTwoForms(first.promise, reply(PUSHED));
    page.first?.click();
    page.second?.click();
    page.element.setAttribute('bff-url', '/other');
    first.give(reply(PUSHED));
    await page.pushed(2);
    deepEqual(page.calls(), ['POST /vault/packets/p1/push', 'POST /vault/packets/p1/push']);
  });

  it('pushes again after a fetch of the page has thrown an error', async () => {
    const page = await openTwoForms(reply(PUSHED));
    page.window.fetch = () => {
      throw new TypeError('The page allows no request now.');
    };
    page.first?.click();
    await page.pushed(1);
    deepEqual(page.results(), ['vault-push-failed']);
    deepEqual(page.errors, []);
    page.window.fetch = page.service.fetch as typeof fetch;
    page.first?.click();
    await page.pushed(2);
    equal(page.sentence(), SAVED);
  });

  it('leaves a submit event alone that an element of the page dispatches for its form', async () => {
    const html = `<vault-push packet-id="p1"><x-form>${formOf('first')}</x-form></vault-push>`;
    const page = await openVault('vault-push', html, { replies: [reply(PUSHED)] });
    const [wrapper] = page.document.getElementsByTagName('x-form');
    const results: boolean[] = [];
    wrapper?.querySelector('form')?.addEventListener('submit', (event) => {
      event.stopPropagation();
      results.push(wrapper.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    });
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    deepEqual(results, [true]);
    deepEqual(page.errors, []);
    equal(page.calls().length, 1);
  });
});
