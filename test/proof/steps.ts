/**
 * Runs the steps of `attempt.ts` in a tab of a world. A page runs until a step waits, as scripts do, and no other tab runs meanwhile; but the
 * page may die between any two steps.
 *
 * @module
 */
import {
  attemptOnLeave,
  attemptReport,
  synchronizeReport,
} from '../../src/browser/endlink/attempt.ts';
import type { AttemptStep, AttemptSteps, StepResult } from '../../src/browser/endlink/attempt.ts';
import { isAccepted, isOpen, isUnsettled } from '../../src/browser/endlink/lifecycle.ts';
import type { AttemptKind, Mark } from '../../src/browser/endlink/lifecycle.ts';
import { findRecord, replaceRecord } from '../../src/browser/endlink/record.ts';
import type {
  EndlinkRecord,
  ReportedRecord,
  UnsettledRecord,
} from '../../src/browser/endlink/record.ts';
import {
  chainOf,
  may,
  orphan,
  storedChain,
  tabAt,
  TOKENS,
  withChain,
  withPage,
  withShared,
} from './world.ts';
import type { Token, Work, World } from './world.ts';
import type { Outcome } from 'vaultlink/protocol';

/** What the pages of a world do. A proof may leave something out, to show that it is needed. */
export interface Rules {
  report: (attempt: AttemptKind) => AttemptSteps<unknown>;
  synchronize: () => AttemptSteps<unknown>;
  leave: (attempt: AttemptKind) => AttemptSteps<unknown>;
  /** Whether two tabs may not report a token at the same time. */
  isLocked: boolean;
  /** Whether a new entry is noted as the token's. */
  isEntryClaimed: boolean;
  /** Whether going back makes the token of the entry the tab's. */
  isTokenRestored: boolean;
  /** Whether a record that the page has cleared is written back when the page is left. */
  isRecordKept: boolean;
  /** Whether a landing keeps the records of the tokens before. */
  isChainKept: boolean;
}

/** What the pages of Vaultlink do. */
export const RULES: Rules = {
  report: attemptReport,
  synchronize: synchronizeReport,
  leave: attemptOnLeave,
  isLocked: true,
  isEntryClaimed: true,
  isTokenRestored: true,
  isRecordKept: true,
  isChainKept: true,
};

/** What a tab is in the middle of: an attempt, or the last request of a page that is left. */
interface Doing {
  kind: Work['kind'] | 'leave';
  token: Token;
  attempt: AttemptKind;
  results: readonly StepResult[];
}

/** Returns the step that a tab is at. `undefined`: the last one is done. */
function nextStep(rules: Rules, { kind, attempt, results }: Doing): AttemptStep | undefined {
  const steps = rules[kind](attempt);
  let next = steps.next({});
  for (const result of results) if (!next.done) next = steps.next(result);
  return next.done ? undefined : next.value;
}

/** Returns which step an attempt waits at. */
export const waitsAt = (rules: Rules, work: Work): AttemptStep['kind'] | undefined =>
  nextStep(rules, work)?.kind;

/** A world after some steps of a tab. */
interface Run {
  world: World;
  /** How many steps were taken. */
  steps: number;
  /** What the tab is in the middle of. `undefined`: it is done, or has died. */
  doing?: Doing;
}

/**
 * Takes the steps of one tab until one of them waits.
 *
 * @param most how many steps at most
 */
function run(rules: Rules, world: World, tab: number, doing: Doing, most = Infinity): Run {
  for (let steps = 0; ; steps += 1) {
    const step = nextStep(rules, doing);
    if (!step || steps === most) return step ? { world, steps, doing } : { world, steps };
    const { kind, token } = doing;
    let result: StepResult = {};
    if (step.kind === 'read') result = read(world, tab, token);
    else if (step.kind === 'record') world = writeRecord(world, tab, step.record);
    else if (step.kind === 'mark') world = writeMark(world, tab, token, step.record);
    else if (step.kind === 'send') {
      world = send(world, doing, step.record.outcome);
      if (kind !== 'leave') return { world, steps: steps + 1, doing };
      world = orphan(world, { ...doing, kind: 'report', request: 'in flight' });
    } else return { world, steps, doing };
    doing = { ...doing, results: [...doing.results, result] };
  }
}

/** Where a page has an attempt: in which tab, and at which place among its attempts. */
export interface Place {
  tab: number;
  position: number;
}

/** Puts an attempt in the place of another one. `undefined`: it is over. */
export function withWork(world: World, { tab, position }: Place, work: Work | undefined): World {
  const all = world.tabs[tab]?.page?.work ?? [];
  return withPage(world, tab, {
    work: all.flatMap((one, at) => (at === position ? (work ?? []) : one)),
  });
}

/**
 * Lets an attempt continue with the result of the step that it waits at.
 *
 * @returns the world when it waits again or is done; then, for each step before that, the world if its page dies there
 */
export function* proceed(
  rules: Rules,
  world: World,
  at: Place,
  work: Work,
  result: StepResult,
): Generator<{ world: World; crashedAfter?: number }> {
  const doing = { ...work, request: undefined, results: [...work.results, result] };
  const whole = run(rules, world, at.tab, doing);
  yield {
    world: withWork(
      whole.world,
      at,
      whole.doing && waiting(rules, { ...doing, results: whole.doing.results }),
    ),
  };
  if (!may(world, 'crash')) return;
  for (let most = 1; most < whole.steps; most += 1)
    yield { world: run(rules, world, at.tab, doing, most).world, crashedAfter: most };
}

/** Returns an attempt that waits, with the shortest results that lead to the same place: what its steps read before no longer matters. */
function waiting(rules: Rules, work: Work): Work {
  const step = nextStep(rules, work);
  if (step?.kind === 'wait') return { ...work, results: [{}, { mark: UNFINISHED }] };
  if (step?.kind !== 'send') return work;
  const results = [{}, { record: storedChain(mergedRecord(rules, work)) }, {}, {}, {}];
  const shorter = { ...work, results, request: 'in flight' as const };
  const isSame = isSameRequest(nextStep(rules, shorter), step);
  return isSame ? shorter : { ...work, request: 'in flight' };
}

function isSameRequest(
  step: AttemptStep | undefined,
  { record }: { record: UnsettledRecord },
): boolean {
  if (step?.kind !== 'send') return false;
  const names = ['outcome', 'attempts', 'ambiguous', 'ambiguousDirect', 'state'] as const;
  return names.every((name) => step.record[name] === record[name]);
}

/** The first record that an attempt has written: what it knew when it decided to send. */
function mergedRecord(rules: Rules, { kind, attempt, results }: Work): StepResult['record'] {
  const steps = rules[kind](attempt);
  let next = steps.next({});
  for (const result of results) {
    if (next.done) return undefined;
    if (next.value.kind === 'record') return next.value.record;
    next = steps.next(result);
  }
  return undefined;
}

/** A mark of another tab that waits for its answer. */
const UNFINISHED: Mark = { outcome: 'fail', state: 'reporting', attempts: 1, ambiguous: true };

/** Takes the last steps of a page that is left, for each of its tokens. */
export function leavePage(rules: Rules, world: World, tab: number, token: Token): World {
  const attempt = may(world, 'relay') ? 'relay' : 'direct';
  return run(rules, world, tab, { kind: 'leave', token, attempt, results: [] }).world;
}

function read({ tabs, shared }: World, tab: number, token: Token): StepResult {
  const chain = tabs[tab] && chainOf(tabs[tab]);
  const record = findRecord(chain, token);
  const { mark, late } = shared[token];
  return {
    record: record?.token === token ? { ...record, previous: undefined } : undefined,
    mark: late && late.writer !== tab ? late.before : mark,
  };
}

function writeRecord(world: World, tab: number, record: EndlinkRecord): World {
  const chain = chainOf(tabAt(world, tab));
  if (!chain) return world;
  const isReopened = isAccepted(findRecord(chain, record.token)) && isOpen(record);
  const broken = isReopened && `token ${record.token} is accepted no longer`;
  return { ...withChain(world, tab, replaceRecord(chain, record)), ...(broken && { broken }) };
}

function writeMark(world: World, writer: number, token: Token, record: ReportedRecord): World {
  const { outcome, state, attempts, ambiguous, ambiguousDirect, result } = record;
  const { probablyRecorded = false } = record;
  const mark: Mark = {
    ...{ outcome, state, attempts, ambiguous, ambiguousDirect, result, probablyRecorded },
  };
  // What was written before a request has reached every tab when the lock does. A result may come later.
  const before = world.shared[token].mark;
  const isFinal = result && !isUnsettled(record);
  return withShared(world, token, {
    mark,
    late: result ? { writer, before } : undefined,
    isAccepted: isAccepted(record) ? true : world.shared[token].isAccepted,
    isFinished: isFinal ? true : world.shared[token].isFinished,
  });
}

/** Sends a request, and notes which rule that breaks. */
function send(world: World, doing: Doing, outcome: Outcome): World {
  const broken = ruleBrokenBy(world, doing, outcome);
  return { ...withShared(world, doing.token, { sent: outcome }), ...(broken && { broken }) };
}

function ruleBrokenBy(
  { tabs, shared }: World,
  { kind, token, attempt }: Doing,
  outcome: Outcome,
): string | undefined {
  const { sent, isAccepted, isFinished, isGivenUp } = shared[token];
  const asked: readonly string[] = TOKENS[token];
  if (!asked.includes(outcome))
    return `${outcome} leaves for token ${token}, although no page of that token asked for it`;
  if (sent && sent !== outcome) return `${outcome} leaves for token ${token} after ${sent}`;
  // A tab that has given up the lock of a frozen one may send the same outcome beside it, or after it.
  if (isGivenUp) return undefined;
  if (isAccepted && attempt !== 'ask')
    return `a request for token ${token} leaves after the buyer's server has accepted the outcome`;
  if (isFinished) return `a request for token ${token} leaves after a final answer`;
  const isOtherWaiting = tabs.some(({ page }) =>
    page?.work.some((work) => work.token === token && work.request),
  );
  // A page that is left cannot wait for the lock.
  return isOtherWaiting && kind !== 'leave'
    ? `two pages wait for an answer for token ${token} at the same time`
    : undefined;
}
