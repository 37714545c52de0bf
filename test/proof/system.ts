/**
 * What happens by itself: pages continue, the service counts, answers come. And what goes wrong, as often as a world allows.
 *
 * @module
 */
import { isAccepted, isUnsettled } from '../../src/browser/endlink/lifecycle.ts';
import {
  chainOf,
  may,
  NEW_WORK,
  orphan,
  spend,
  tabAt,
  TOKEN_NAMES,
  withPage,
  withShared,
  withTab,
} from './world.ts';
import type { Page, Tab, Token, Work, World } from './world.ts';
import type { Answer, AttemptKind } from '../../src/browser/endlink/lifecycle.ts';
import type { StepResult } from '../../src/browser/endlink/attempt.ts';
import { count, deliveriesOf, handOver } from './receivers.ts';
import { proceed, waitsAt, withWork } from './steps.ts';
import type { Place, Rules } from './steps.ts';
import type { Successor } from './explore.ts';

const NO_ANSWER: Answer = { status: 0 };
const TURNED_AWAY: Answer = { status: 429 };

/** Lists what happens by itself, sooner or later. Where nothing of it is left, nothing changes until somebody acts. */
export function* systemOf(rules: Rules, world: World): Generator<Successor<World>> {
  for (const token of TOKEN_NAMES) yield* networkOf(world, token);
  for (const [index, tab] of world.tabs.entries()) {
    const { page } = tab;
    if (!page || page.isFrozen) continue;
    for (const [position, work] of page.work.entries())
      yield* workOf(rules, world, { tab: index, position }, work);
    yield* resumptionsOf(rules, world, index, tab, page);
  }
}

function* networkOf(world: World, token: Token): Generator<Successor<World>> {
  const { isOrphaned, isRelayOrphaned, late } = world.shared[token];
  if (isOrphaned)
    yield {
      label: `the service receives the request for token ${token} whose page is gone`,
      world: withShared(count(world, token).world, token, { isOrphaned: undefined }),
    };
  if (isRelayOrphaned)
    for (const { world: handed } of handOver(world, token))
      yield {
        label: `the buyer's server receives the request for token ${token} whose page is gone`,
        world: withShared(handed, token, { isRelayOrphaned: undefined }),
      };
  yield* deliveriesOf(world, token);
  if (late)
    yield {
      label: `the last result of token ${token} reaches the other tab`,
      world: withShared(world, token, { late: undefined }),
    };
}

/** A page goes on with one of its attempts. */
function* workOf(rules: Rules, world: World, at: Place, work: Work): Generator<Successor<World>> {
  const { token, kind, request } = work;
  const name = `tab ${at.tab + 1}`;
  const waits = waitsAt(rules, work);
  if (waits === 'lock') {
    const lock = rules.isLocked ? freeLock(world, token) : 'first';
    const label = `${name} takes the ${lock ?? ''} lock of token ${token} to ${kind}`;
    const noted = lock === 'second' ? withShared(world, token, { isGivenUp: true }) : world;
    if (lock) yield* goOn(rules, noted, at, { ...work, lock }, {}, label);
  } else if (waits === 'wait') {
    const arrived = withShared(world, token, { late: undefined });
    yield* goOn(rules, arrived, at, work, {}, `${name} has waited for the other tab`);
  } else if (request === 'in flight') {
    const isDirect = work.attempt === 'direct';
    const answered = (label: string, next: World, request: Answer) => ({
      label: `${label} (token ${token}, ${name})`,
      world: withWork(next, at, { ...work, request }),
    });
    const receiver = isDirect ? 'the service' : "the buyer's server";
    for (const reached of isDirect ? [count(world, token)] : handOver(world, token)) {
      yield answered(`${receiver} receives a request`, reached.world, reached.answer);
      if (may(world, 'lose answer'))
        yield answered(
          `${receiver} receives a request, and its answer is lost`,
          spend(reached.world, 'lose answer'),
          NO_ANSWER,
        );
    }
    if (may(world, 'lose request'))
      yield answered('a request is lost', spend(world, 'lose request'), NO_ANSWER);
    if (may(world, 'turn away'))
      yield answered('a request is turned away', spend(world, 'turn away'), TURNED_AWAY);
  } else if (request) {
    const label = `${name} reads the answer ${request.status} for token ${token}`;
    yield* goOn(rules, world, at, work, { answer: request }, label);
  }
}

/** Returns the lock that a tab gets. A page that runs gives its lock back in time; one that is frozen may keep it for longer than others wait. */
function freeLock({ tabs }: World, token: Token): Work['lock'] {
  const holderOf = (lock: Work['lock']) =>
    tabs.find(({ page }) => page?.work.some((work) => work.token === token && work.lock === lock));
  const holder = holderOf('first');
  if (!holder) return 'first';
  return holder.page?.isFrozen && !holderOf('second') ? 'second' : undefined;
}

function* goOn(
  rules: Rules,
  world: World,
  at: Place,
  work: Work,
  result: StepResult,
  label: string,
): Generator<Successor<World>> {
  for (const { world: reached, crashedAfter } of proceed(rules, world, at, work, result))
    yield crashedAfter
      ? {
          label: `${label}, and its page dies after ${crashedAfter} steps`,
          world: crash(spend(reached, 'crash'), at.tab),
        }
      : { label, world: reached };
}

/** A page tries again what is open: it has just been loaded, or its timer has run out. It waits for the lock as long as it takes. */
function* resumptionsOf(
  rules: Rules,
  world: World,
  index: number,
  tab: Tab,
  page: Page,
): Generator<Successor<World>> {
  for (let record = chainOf(tab); record; record = record.previous) {
    const token = record.token as Token;
    const isInFlight = page.work.some((work) => work.token === token && work.kind === 'report');
    if (!isUnsettled(record) || isInFlight) continue;
    for (const attempt of isAccepted(record) ? (['ask'] as const) : waysOf(world)) {
      const work: Work = { ...NEW_WORK, kind: 'report', token, attempt };
      const spent = attempt === 'relay' ? spend(world, 'relay') : world;
      const begun = withPage(spent, index, { work: [...page.work, work] });
      yield* workOf(rules, begun, { tab: index, position: page.work.length }, work);
    }
  }
}

/** Returns the ways in which a page may send an outcome. */
const waysOf = (world: World): readonly AttemptKind[] =>
  may(world, 'relay') ? ['relay', 'direct'] : ['direct'];

/** Lists what can go wrong. */
export function* faultsOf(world: World): Generator<Successor<World>> {
  for (const [index, { page, stored }] of world.tabs.entries()) {
    if (!page) continue;
    const name = `tab ${index + 1}`;
    if (may(world, 'crash'))
      yield { label: `${name} crashes`, world: crash(spend(world, 'crash'), index) };
    if (page.isFrozen) continue;
    if (may(world, 'freeze'))
      yield {
        label: `${name} is frozen`,
        world: withPage(spend(world, 'freeze'), index, { isFrozen: true }),
      };
    if (may(world, 'clear') && stored)
      yield {
        label: `a script clears the storage of ${name}`,
        world: withTab(spend(world, 'clear'), index, {
          stored: undefined,
          page: { ...page, memory: stored },
        }),
      };
  }
  for (const token of TOKEN_NAMES)
    if (may(world, 'use elsewhere') && !world.shared[token].counted)
      yield {
        label: `another browser uses token ${token}`,
        world: useElsewhere(spend(world, 'use elsewhere'), token),
      };
}

/** The page of a tab dies without a last word. The tab can be restored with what it has stored. */
function crash(world: World, index: number): World {
  const { page, stored, entries, owed } = tabAt(world, index);
  for (const work of page?.work ?? []) world = orphan(world, work);
  return withTab(world, index, {
    page: undefined,
    entries: entries.map((entry) => ({
      ...entry,
      isLost: stored ? entry.isLost : true,
      kept: undefined,
    })),
    // What a script has cleared, and nobody could write back, is lost.
    owed: stored ? owed : [],
  });
}

function useElsewhere(world: World, token: Token): World {
  const tabs = world.tabs.map((tab) => ({
    ...tab,
    owed: tab.owed.filter((owed) => owed !== token),
  }));
  return withShared({ ...world, tabs }, token, { counted: 'elsewhere' });
}
