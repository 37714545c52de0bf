import type { Browser } from '@playwright/test';
import { settleWithin as valueOrLate } from '../../src/bff/sleep.ts';
import type { Buyer } from '../e2e/support/buyer.ts';
import { inWords, judge } from './judge.ts';
import type { Verdict } from './judge.ts';
import type { Plan } from './plan.ts';
import { play } from './seller.ts';
import { setStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { until } from './steps.ts';
import type { Journey } from './two-surveys/journey.ts';
import { judgeTravel } from './two-surveys/judge.ts';
import { startTravel, travel } from './two-surveys/travel.ts';

/** Result of one run. */
export interface Result {
  plan: Plan | Journey;
  /** Nothing where the run itself broke: then the last of the lines says how. */
  verdict?: Verdict;
  /** What happened, in order. */
  lines: string[];
  /** Whether the browser can be used for another run. */
  isBrowserWell: boolean;
}

/** How long a run may take before it counts as broken, and how long its end. */
const LIMIT_MS = 30_000;
const TRAVEL_LIMIT_MS = 90_000;
const CLOSE_LIMIT_MS = 5000;

/** A run that is set up. */
interface Scene {
  lines: string[];
  playAndJudge: () => Promise<Verdict>;
  withoutTokens: (text: string) => string;
  close: () => Promise<void>;
}

/** Plays one run from its plan, and judges it. */
export async function runOnce(
  browser: Browser,
  plan: Plan | Journey,
  thirdParty: Buyer,
): Promise<Result> {
  const result: Result = { plan, lines: [], isBrowserWell: true };
  let scene: Scene | undefined;
  try {
    const setUp =
      'surveys' in plan
        ? setUpTravel(browser, plan, thirdParty)
        : setUpStage(browser, plan, thirdParty);
    scene = await within(LIMIT_MS, setUp);
    result.lines = scene.lines;
    const limitMs = 'surveys' in plan ? TRAVEL_LIMIT_MS : LIMIT_MS;
    result.verdict = await within(limitMs, scene.playAndJudge());
  } catch (error) {
    const text = String(error instanceof Error ? error.stack : error);
    result.lines.push(scene?.withoutTokens(text) ?? text);
  }
  try {
    if (scene) await within(CLOSE_LIMIT_MS, scene.close());
    result.isBrowserWell = !!scene && browser.isConnected();
  } catch {
    result.isBrowserWell = false;
  }
  return result;
}

async function setUpStage(browser: Browser, plan: Plan, thirdParty: Buyer): Promise<Scene> {
  const stage = await setStage(browser, plan, thirdParty);
  return {
    lines: stage.watch.lines,
    playAndJudge: () => playAndJudge(stage),
    withoutTokens: (text) => text.replaceAll(stage.endlink.token, 'TOKEN'),
    close: stage.close,
  };
}

async function setUpTravel(browser: Browser, plan: Journey, thirdParty: Buyer): Promise<Scene> {
  const trip = await startTravel(browser, plan, thirdParty);
  return {
    lines: trip.lines,
    async playAndJudge() {
      await travel(trip);
      return judgeTravel(trip);
    },
    withoutTokens: trip.withoutTokens,
    close: trip.close,
  };
}

async function playAndJudge(stage: Stage): Promise<Verdict> {
  const { service, endlink, watch } = stage;
  await play(stage);
  await service.release();
  const isAnswered = async () =>
    (await service.requests(endlink)).every(({ status }) => status !== null);
  await until(stage, isAnswered);
  const verdict = await judge(stage);
  for (const request of await service.requests(endlink))
    watch.lines.push(`the service: ${inWords(request)}`);
  return verdict;
}

/** Waits for it, and throws where it takes too long. */
export async function within<Value>(limitMs: number, promise: Promise<Value>): Promise<Value> {
  const value = await valueOrLate(promise, limitMs);
  if (value !== 'late') return value;
  throw new Error(`not over after ${limitMs} ms`);
}
