import { chromium, firefox } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { playwrightBrowser } from '../support/engines.ts';
import type { Engine } from '../support/engines.ts';
import { webkitBrowser } from '../webkit-for-playwright/index.ts';
import type { Plan } from './plan.ts';
import { runOnce, within } from './run.ts';
import type { Result } from './run.ts';
import { startThirdParty } from './stage.ts';
import type { Journey } from './two-surveys/journey.ts';

/** Runs at a time. */
const WORKERS = 2;

/** A run that nobody can judge, for its browser crashed or took no call, is played again so often. */
const REPLAYS = 2;

/** A browser that has had so many profiles is replaced: it does not give back all of their memory. */
const RUNS_PER_BROWSER = 200;

/** What is to be played. */
interface Order {
  engine: Engine;
  plan: (run: number) => Plan | Journey;
  /** The number of the first run, and how many there are. */
  first: number;
  count: number;
  /** Once it is aborted, no run begins. */
  signal: AbortSignal;
  onResult: (run: number, result: Result) => void;
  /** Told of a run that could not be judged and is played again. */
  onReplay: (run: number, result: Result) => void;
}

/** Plays the runs, two at a time, each in a profile of its own. */
export async function playAll({
  engine,
  plan,
  first,
  count,
  signal,
  onResult,
  onReplay,
}: Order): Promise<void> {
  let next = first;
  const work = async () => {
    const thirdParty = await startThirdParty();
    let browser = await launch(engine);
    let played = 0;
    const playOnce = async (run: number) => {
      const result = await runOnce(browser, plan(run), thirdParty);
      played += 1;
      if (!result.isBrowserWell || !result.verdict || played % RUNS_PER_BROWSER === 0) {
        await close(browser);
        browser = await launch(engine);
      }
      return result;
    };
    while (next < first + count && !signal.aborted) {
      const run = next++;
      let result = await playOnce(run);
      for (let replay = 0; !result.verdict && replay < REPLAYS; replay += 1) {
        onReplay(run, result);
        result = await playOnce(run);
      }
      onResult(run, result);
    }
    await close(browser);
    await thirdParty.close();
  };
  await Promise.all(Array.from({ length: Math.min(WORKERS, count) }, work));
}

async function launch(engine: Engine): Promise<Browser> {
  if (engine === 'webkit') return webkitBrowser();
  const { launchOptions } = playwrightBrowser(engine);
  return engine === 'firefox'
    ? firefox.launch(launchOptions)
    : chromium.launch({
        ...launchOptions,
        // A seller's browser has a back/forward cache; Playwright turns Chromium's off.
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      });
}

/** A browser that hangs ends with this process. */
const close = (browser: Browser) => within(10_000, browser.close()).catch(() => undefined);
