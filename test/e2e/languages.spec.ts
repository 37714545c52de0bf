import type {} from '../../src/browser/elements/define.ts';
import { LANDING } from '../browser/support/buyer-page.ts';
import { expect, test } from './support/fixtures.ts';

const FINISH = '<endlink-finish outcome="complete" manual></endlink-finish>';

test('the built elements download the language of the page, and no other', async ({
  page,
  buyer,
}) => {
  buyer.page('/', { body: `<main lang="pt-AO">${FINISH}${FINISH}</main>` });
  await page.goto(buyer.url(`/${LANDING}`));
  await expect(page.getByText('Chegou ao fim.').first()).toBeVisible();
  const languages = buyer.requests.filter(({ path }) => path.includes('language'));
  expect(languages.map(({ path }) => path)).toEqual(['/vaultlink-language-pt-PT.js']);
});

test('the built elements speak English where the language cannot be had, and ask for it again under another address', async ({
  page,
  buyer,
}) => {
  const asked: string[] = [];
  await page.route('**/vaultlink-language-*', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    asked.push(pathname + search);
    await (asked.length === 1 ? route.abort() : route.continue());
  });
  // The retry is due after ten seconds; here at once.
  await page.addInitScript(() => {
    const later = setTimeout;
    window.setTimeout = ((run: () => void, delayMs = 0, ...rest: []) =>
      later(run, delayMs === 10_000 ? 0 : delayMs, ...rest)) as typeof setTimeout;
  });
  buyer.page('/', { body: `<main lang="de">${FINISH}</main>` });
  await page.goto(buyer.url(`/${LANDING}`));
  await expect(page.getByText('You have reached the end.')).toBeVisible();
  await page.evaluate(() => document.querySelector('endlink-finish')?.requestUpdate());
  await expect(page.getByText('Sie sind am Ende angekommen.')).toBeVisible();
  expect(asked).toEqual(['/vaultlink-language-de.js', '/vaultlink-language-de.js?retry=1']);
});
