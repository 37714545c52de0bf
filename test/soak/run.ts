import type { Browser } from '@playwright/test';
import { settleWithin as valueOrLate } from '../../src/node/within.ts';
import type { Buyer } from '../e2e/support/buyer.ts';
import { inWords, judge } from './judge.ts';
import type { Verdict } from './judge.ts';
import type { Plan } from './plan.ts';
import { play } from './seller.ts';
import { setStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { until } from './steps.ts';

/** What became of one run. */
export interface Result {
  plan: Plan;
  /** Nothing where the run itself broke: then the last of the lines says how. */
  verdict?: Verdict;
  /** What happened, in order. */
  lines: string[];
  /** Whether the browser can be used for another run. */
  isBrowserWell: boolean;
}

/** How long a run may take before it counts as broken, and how long its end. */
const LIMIT_MS = 30_000;
const CLOSE_LIMIT_MS = 5000;

/** Plays one run from its plan, and judges it. */
export async function runOnce(browser: Browser, plan: Plan, thirdParty: Buyer): Promise<Result> {
  const result: Result = { plan, lines: [], isBrowserWell: true };
  let stage: Stage | undefined;
  try {
    stage = await within(LIMIT_MS, setStage(browser, plan, thirdParty));
    result.lines = stage.watch.lines;
    result.verdict = await within(LIMIT_MS, playAndJudge(stage));
  } catch (error) {
    const text = String(error instanceof Error ? error.stack : error);
    result.lines.push(stage ? text.replaceAll(stage.endlink.token, 'TOKEN') : text);
  }
  try {
    if (stage) await within(CLOSE_LIMIT_MS, stage.close());
    result.isBrowserWell = !!stage && browser.isConnected();
  } catch {
    result.isBrowserWell = false;
  }
  return result;
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
