import type { Browser, Route } from '@playwright/test';
import { judge, WRONGS } from '../soak/judge.ts';
import type { Verdict } from '../soak/judge.ts';
import type { Plan } from '../soak/plan.ts';
import { play } from '../soak/seller.ts';
import { setStage, startThirdParty } from '../soak/stage.ts';
import type { Journey, Survey } from '../soak/two-surveys/journey.ts';
import { judgeTravel } from '../soak/two-surveys/judge.ts';
import { startTravel, travel } from '../soak/two-surveys/travel.ts';
import { expect, test } from './support/fixtures.ts';
import { expectDecided } from './support/verdict.ts';

/** An element reports by `fetch`, two pages after the landing. Where it does not, the seller reloads the page. */
const PLAN: Plan = {
  ...{ outcome: 'screenout', other: 'fail', entry: 'element', way: 'fetch', hops: 2 },
  ...{ faults: [], choices: [2], leaves: false },
};

/** Plays a plan as the soak does, with a script that runs first in every page, and reports that pass through a handler. */
async function judgeRun(
  browser: Browser,
  plan: Plan,
  script?: () => void,
  handleReport?: (route: Route) => Promise<void>,
) {
  const thirdParty = await startThirdParty();
  const stage = await setStage(browser, plan, thirdParty);
  try {
    if (script) await stage.context.addInitScript(script);
    if (handleReport) await stage.context.route('**/api/v3/endlinks/**', handleReport);
    await play(stage);
    return { ...(await judge(stage)), lines: stage.watch.lines };
  } finally {
    await stage.close();
    await thirdParty.close();
  }
}

const kindsOf = ({ wrongs }: Verdict) => WRONGS.filter((kind) => wrongs[kind].length);

/** Asserts that nothing is wrong. It is decided where every tab has come to rest. */
async function expectNothingWrong(verdict: Verdict & { lines: readonly string[] }) {
  const isDecided = !verdict.lines.join('\n').includes('does not come to rest');
  const assertion = () => {
    expect(kindsOf(verdict)).toEqual([]);
  };
  if (isDecided) await expectDecided(assertion);
  else assertion();
}

/** A product that does what it must not do, and how the soak judges it. */
const BROKEN: {
  what: string;
  wrong: (typeof WRONGS)[number];
  plan?: Partial<Plan>;
  script: () => void;
}[] = [
  {
    what: 'sends a report twice',
    wrong: 'doubled',
    script: () => {
      const fetch = window.fetch.bind(window);
      window.fetch = (...request) => {
        void fetch(...request).then((response) => response.text());
        return fetch(...request);
      };
    },
  },
  {
    what: 'confirms a report that it did not send',
    wrong: 'lost',
    script: () => {
      const confirmed = Object.defineProperty(new Response(), 'type', { value: 'cors' });
      window.fetch = () => Promise.resolve(confirmed);
    },
  },
  {
    what: 'forgets the token before the report',
    wrong: 'lost',
    script: () => {
      if (location.pathname === '/finish') sessionStorage.clear();
    },
  },
  {
    what: 'tries once and shows nothing',
    wrong: 'lost',
    // The seller waits.
    plan: { entry: 'attribute', faults: ['status 503'], choices: [0] },
    script: () => {
      const setTimeout = window.setTimeout.bind(window);
      window.setTimeout = ((run: () => void, delayMs = 0) =>
        delayMs < 1000 ? setTimeout(run, delayMs) : 0) as typeof setTimeout;
    },
  },
  {
    what: 'tells the seller of a refusal that did not happen',
    wrong: 'denied',
    script: () => {
      const fetch = window.fetch.bind(window);
      window.fetch = async (...request) => {
        await (await fetch(...request)).text();
        return Object.defineProperty(new Response('', { status: 422 }), 'type', { value: 'cors' });
      };
    },
  },
  {
    what: 'tells the seller that a report is most likely saved which never left',
    wrong: 'lost',
    script: () => {
      const refusal = Object.defineProperty(new Response('', { status: 422 }), 'type', {
        value: 'cors',
      });
      window.fetch = () => {
        sessionStorage.calls = Number(sessionStorage.calls ?? 0) + 1;
        return sessionStorage.calls === '1'
          ? Promise.reject(new TypeError('No answer'))
          : Promise.resolve(refusal);
      };
    },
  },
  {
    what: 'leaves the token in the address',
    wrong: 'leaked',
    script: () => {
      history.replaceState = () => undefined;
    },
  },
];

test.describe('the soak', { tag: '@playwright' }, () => {
  for (const { what, wrong, plan, script } of BROKEN)
    test(`finds an outcome ${wrong} by a product that ${what}`, async ({ browser }) => {
      expect(kindsOf(await judgeRun(browser, { ...PLAN, ...plan }, script))).toContain(wrong);
    });

  test('finds nothing wrong where the product works', async ({ browser }) => {
    const verdict = await judgeRun(browser, PLAN);
    await expectNothingWrong(verdict);
    expect(verdict.end).toBe('confirmed');
  });

  test('finds nothing wrong where the first refusal of an expired token does not come through, so that the page can only guess', async ({
    browser,
  }) => {
    const verdict = await judgeRun(browser, { ...PLAN, faults: ['token expired'] }, () => {
      const fetch = window.fetch.bind(window);
      window.fetch = async (...request) => {
        const response = await fetch(...request);
        sessionStorage.answers = Number(sessionStorage.answers ?? 0) + 1;
        if (sessionStorage.answers === '1') throw new TypeError('No answer');
        return response;
      };
    });
    await expectNothingWrong(verdict);
    expect(verdict.end).toBe('probably recorded');
  });

  // Chromium alone: Playwright cannot tell Firefox that it is offline.
  test(
    'finds nothing wrong where the browser repeats by itself a report that was counted, after one that did not leave',
    { tag: '@chromium' },
    async ({ browser }) => {
      let attempts = 0;
      const verdict = await judgeRun(
        browser,
        PLAN,
        () => {
          Object.defineProperty(navigator, 'onLine', {
            get: () => Boolean(sessionStorage.attempts),
          });
          const fetch = window.fetch.bind(window);
          window.fetch = (...request) => {
            sessionStorage.attempts = 'some';
            return fetch(...request);
          };
        },
        async (route) => {
          attempts += 1;
          if (attempts === 1) return route.abort('internetdisconnected');
          // No page sees the first of two requests that the browser makes of one.
          if (attempts === 2) await fetch(route.request().url());
          await route.continue();
        },
      );
      await expectNothingWrong(verdict);
      expect(verdict.isDeniedByRepeat).toBe(true);
    },
  );

  test('finds nothing wrong where a seller duplicates a tab that is on its way to the marketplace', async ({
    browser,
  }) => {
    const verdict = await judgeRun(browser, {
      ...PLAN,
      faults: ['tab duplicated under way', 'ad blocker'],
      // The seller presses the button that leads to the marketplace, which does not answer until much later.
      choices: [0, 0, 3, 2],
    });
    await expectNothingWrong(verdict);
    expect(verdict.lines.join('\n')).not.toContain('does not come to rest');
  });
});

/** A survey of two pages. */
const SURVEY: Survey = {
  ...{ outcome: 'complete', finish: 'element', steps: ['link'] },
  ...{ hangs: false, isLeftAtOnce: false },
};

/** The seller comes back to the end of the first survey once the second one is finished. */
const JOURNEY: Journey = {
  surveys: [SURVEY, { ...SURVEY, outcome: 'screenout', finish: 'attribute' }],
  ...{ storage: 'whole', troubles: [], movesBetween: [], forgetsOnBack: false, faults: [] },
  moves: ['two back', 'reload'],
};

/** Plays a journey as the soak does, with a script that runs first in every page. */
async function judgeJourney(browser: Browser, journey: Journey, script?: () => void) {
  const thirdParty = await startThirdParty();
  const trip = await startTravel(browser, journey, thirdParty);
  try {
    if (script) await trip.page.addInitScript(script);
    await travel(trip);
    return { ...(await judgeTravel(trip)), lines: trip.lines };
  } finally {
    await trip.close();
    await thirdParty.close();
  }
}

test.describe('the soak, with two surveys in a tab', { tag: '@playwright' }, () => {
  for (const { what, wrong, script } of [
    {
      what: 'reports the outcome of the first survey for the second one',
      wrong: 'swapped',
      script: () => {
        const fetch = window.fetch.bind(window);
        window.fetch = (url, init) =>
          fetch((url as string).replace('/screenout', '/complete'), init);
      },
    },
    {
      what: 'forgets a survey that another one follows',
      wrong: 'lost',
      script: () => {
        if (location.pathname.startsWith('/first'))
          window.fetch = () => Promise.reject(new TypeError('No answer'));
        // The landing of the second one.
        else if (location.search) sessionStorage.clear();
      },
    },
    {
      what: 'leaves the tokens in the addresses',
      wrong: 'leaked',
      script: () => {
        history.replaceState = () => undefined;
      },
    },
  ] as const)
    test(`finds an outcome ${wrong} by a product that ${what}`, async ({ browser }) => {
      expect(kindsOf(await judgeJourney(browser, JOURNEY, script))).toContain(wrong);
    });

  for (const storage of ['whole', 'half blocked', 'cleared', 'blocked'] as const)
    test(`finds nothing wrong where the product works: storage ${storage}`, async ({ browser }) => {
      const verdict = await judgeJourney(browser, { ...JOURNEY, storage });
      await expectNothingWrong(verdict);
      expect(verdict.end).toBe('confirmed');
    });
});
