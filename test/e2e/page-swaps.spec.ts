import { scriptTag } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState, expectTokenPart } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';

/** How the page that ends a survey reports. */
const WAYS: Record<string, (outcome: string, baseUrl: string) => string> = {
  'its element': (outcome) => `<endlink-finish outcome="${outcome}"></endlink-finish>`,
  'its tag': (outcome, baseUrl) =>
    scriptTag({ src: '/vaultlink.js', 'data-base-url': baseUrl, 'data-outcome': outcome }),
};

for (const [way, finish] of Object.entries(WAYS))
  for (const isBlocked of way === 'its element' ? [false, true] : [false])
    test(`a page that Turbo has kept, and shows until the server has answered, reports nothing by ${way}${isBlocked ? ', whose code is blocked' : ''}`, async ({
      page,
      service,
      buyer,
    }) => {
      if (isBlocked) await page.route('**/vaultlink-elements.js?*', (route) => route.abort());
      buyer.page('/landing', { body: '<p>The first page</p>' });
      const endlink = await service.issue(buyer.url('/landing'));
      await page.goto(endlink.url);
      await expectTokenPart(page);
      // As Turbo does: https://turbo.hotwired.dev/handbook/building#detecting-when-a-preview-is-visible
      await page.evaluate(
        async (markup) => {
          const show = (html: string) => {
            const body = document.createElement('body');
            body.innerHTML = html;
            for (const inert of body.querySelectorAll('script')) {
              const script = document.createElement('script');
              for (const { name, value } of inert.attributes) script.setAttribute(name, value);
              inert.replaceWith(script);
            }
            document.body.replaceWith(body);
          };
          history.pushState({}, '', '/finish');
          document.documentElement.setAttribute('data-turbo-preview', '');
          show(markup + '<p>A page from before</p>');
          await new Promise((resolve) => requestAnimationFrame(resolve));
          Object.assign(window, {
            async showAnswer(html: string) {
              document.documentElement.removeAttribute('data-turbo-preview');
              // Turbo waits for the style sheets of the page.
              await fetch('/style.css');
              show(html);
            },
          });
        },
        finish('complete', service.baseUrl),
      );
      await page.evaluate(async () => {
        for (const name of ['one', 'two', 'three']) await fetch(`/round-trip-${name}`);
      });
      await expectState(page, 'waiting');
      await page.evaluate(`showAnswer(${JSON.stringify(finish('screenout', service.baseUrl))})`);
      await expectOneRequest(service, endlink, 'screenout');
      await expect(page.getByText('A page from before')).toHaveCount(0);
    });
