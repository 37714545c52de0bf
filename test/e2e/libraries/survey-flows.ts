import type { Page } from '@playwright/test';
import type { Outcome } from '../../../src/protocol/index.ts';
import type { Buyer } from '../support/buyer.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectState, stateOf, tokenOf } from '../support/seller.ts';
import { expectOneRequest, expectSpentOnce, expectUntouched } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { expectWithout } from '../support/verdict.ts';

/** The answer to "What do you drink?" that leads to an outcome, in the surveys of all libraries. */
export const DRINK_FOR = { complete: 'Coffee', screenout: 'Nothing', quota_full: 'Tea' } as const;

/** The outcomes that the surveys lead to. */
export const SURVEY_OUTCOMES = ['complete', 'screenout', 'quota_full'] as const;

/** A survey that is built with a library. */
interface LibrarySurvey {
  /** Completes "a survey in …". */
  name: string;
  /**
   * Serves two pages. `/survey` shows an element with an outcome after the answer, and a button "Start again" that leads back to the question.
   * `/late` shows an element without an outcome after the answer, and asks its own server for the outcome: `GET /outcome`.
   */
  serve: (buyer: Buyer, service: Service) => Promise<void> | void;
  answer: (page: Page, drink: string) => Promise<void>;
}

/** A script for the head that lists the results that `<endlink-finish>` elements announce, as `heard`. */
export const HEAR_RESULTS = `<script>
  heard = [];
  for (const result of ['confirmed', 'rejected', 'unknown', 'missing'])
    document.addEventListener('endlink-' + result, ({ type, target }) => {
      if (target.localName === 'endlink-finish') heard.push(type);
    });
</script>`;

/** The results that elements of this page have announced. */
export const heardIn = (page: Page): Promise<string[]> => page.evaluate('heard');

/** A round trip of the page to its own server: time for whatever the page has set off already. */
export const roundTrip = (page: Page) => page.evaluate(() => fetch('/round-trip').then(() => true));

/** Waits until a page has an element that is defined. */
export const waitForElement = (page: Page, name = 'endlink-finish') =>
  page.waitForFunction((name) => !!document.querySelector(`${name}:defined`), name);

/** Lets the server of a buyer take its time to decide on an outcome. Returns the function that sends the decision. */
function withholdOutcome(buyer: Buyer): (outcome: Outcome) => void {
  let decide: ((outcome: Outcome) => void) | undefined;
  const decided = new Promise<Outcome>((resolve) => (decide = resolve));
  buyer.handle('/outcome', async () => Response.json({ outcome: await decided }));
  return (outcome) => decide?.(outcome);
}

/** Defines the tests that a survey has to pass whatever it is built with. */
export function testSurvey({ name, serve, answer }: LibrarySurvey): void {
  test(`a survey in ${name} captures the token and removes it from the address`, async ({
    page,
    service,
    buyer,
  }) => {
    await serve(buyer, service);
    const endlink = await service.issue(buyer.url('/survey?lang=en'));
    await page.goto(endlink.url);
    await expect(page.getByText('Coffee').first()).toBeVisible();
    await expectState(page, 'waiting');
    expect(await tokenOf(page)).toBe(endlink.token);
    expect(await page.evaluate('location.href')).toBe(buyer.url('/survey?lang=en'));
    expectWithout(endlink.token, [await page.content()]);
    await expectUntouched(service, endlink);
  });

  for (const outcome of SURVEY_OUTCOMES) {
    test(`a survey in ${name} reports ${outcome} once when it shows the element`, async ({
      page,
      service,
      buyer,
    }) => {
      await serve(buyer, service);
      const endlink = await service.issue(buyer.url('/survey'));
      await page.goto(endlink.url);
      await answer(page, DRINK_FOR[outcome]);
      await expectState(page, 'confirmed');
      await expect.poll(() => heardIn(page)).toEqual(['endlink-confirmed']);
      await expectOneRequest(service, endlink, outcome);
    });
  }

  test(`a survey in ${name} reports an outcome that arrives after the element is connected`, async ({
    page,
    service,
    buyer,
  }) => {
    await serve(buyer, service);
    const decide = withholdOutcome(buyer);
    const endlink = await service.issue(buyer.url('/late'));
    await page.goto(endlink.url);
    await answer(page, DRINK_FOR.quota_full);
    await expect.poll(() => buyer.requests.some(({ path }) => path === '/outcome')).toBe(true);
    await waitForElement(page);
    await roundTrip(page);
    await expectState(page, 'waiting');
    await expectUntouched(service, endlink);
    decide('quota_full');
    await expectState(page, 'confirmed');
    await expect.poll(() => heardIn(page)).toEqual(['endlink-confirmed']);
    await expectOneRequest(service, endlink, 'quota_full');
  });

  test(`a survey in ${name} that shows the element again announces the result again, without another request`, async ({
    page,
    service,
    buyer,
  }) => {
    await serve(buyer, service);
    const endlink = await service.issue(buyer.url('/survey'));
    await page.goto(endlink.url);
    await answer(page, DRINK_FOR.complete);
    await expect.poll(() => heardIn(page)).toEqual(['endlink-confirmed']);
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page.locator('endlink-finish')).toHaveCount(0);
    await answer(page, DRINK_FOR.complete);
    await waitForElement(page);
    await expect.poll(() => heardIn(page)).toEqual(['endlink-confirmed', 'endlink-confirmed']);
    await roundTrip(page);
    expect(await heardIn(page)).toHaveLength(2);
    await expectOneRequest(service, endlink, 'complete');
  });
}

/** Defines the tests of a survey that reports by a listener of its library, and leaves for `/thanks` at once. @param path that of the survey */
export function testLeaving({ name, serve, answer }: LibrarySurvey, path: string): void {
  for (const outcome of SURVEY_OUTCOMES) {
    test(`a listener of ${name} reports ${outcome} though the survey leaves for a page without the tag at once`, async ({
      page,
      service,
      buyer,
    }) => {
      await serve(buyer, service);
      buyer.page('/thanks', { tag: false, body: '<h1>Thank you!</h1>' });
      const endlink = await service.issue(buyer.url(path));
      await page.goto(endlink.url);
      await answer(page, DRINK_FOR[outcome]);
      await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
      await expectSpentOnce(service, endlink, outcome);
    });
  }

  test(`a listener of ${name} reports and the survey leaves for a page with the tag: the outcome counts once`, async ({
    page,
    service,
    buyer,
  }) => {
    await serve(buyer, service);
    buyer.page('/thanks', { body: '<h1>Thank you!</h1>' });
    const endlink = await service.issue(buyer.url(path));
    await page.goto(endlink.url);
    await answer(page, DRINK_FOR.complete);
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
    // Where the first request has left with the page, the answer to the second one proves nothing.
    await expect.poll(async () => (await stateOf(page)).state).toMatch(/confirmed|unknown/);
    await expectSpentOnce(service, endlink, 'complete');
  });
}
