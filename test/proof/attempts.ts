/**
 * Counts of attempts, abstracted so that any number of attempts makes a finite number of states. Steps compare counts of one token with each
 * other and with none, and add one. So what matters is their order, and whether the distance between two is none, one or many: a tab that is
 * behind takes over the larger count before it adds one.
 *
 * @module
 */
import type { EndlinkRecord } from '../../src/browser/endlink/record.ts';
import type { Mark } from '../../src/browser/endlink/lifecycle.ts';
import { TOKEN_NAMES, withShared } from './world.ts';
import type { Page, Tab, Token, Work, World } from './world.ts';

/** A distance of two counts that stands for all larger ones. */
const MANY = 2;

type Change = (attempts: number) => number;

/** Returns the same world with the smallest counts of attempts that have the same order and the same distances. */
export function abstractAttempts(world: World): World {
  return TOKEN_NAMES.reduce(abstractToken, world);
}

function abstractToken(world: World, token: Token): World {
  const counts = new Set<number>();
  collectCounts(world, token, counts);
  const smaller = new Map<number, number>();
  let before = 0;
  let last = 0;
  for (const count of [...counts].sort((a, b) => a - b)) {
    last += Math.min(count - before, MANY);
    before = count;
    smaller.set(count, last);
  }
  if (last === before) return world;
  return mapWorld(world, token, (count) => smaller.get(count) ?? count);
}

function collectCounts({ tabs, shared }: World, token: Token, counts: Set<number>): void {
  const add = (report: { attempts?: number } | undefined) => {
    if (report?.attempts) counts.add(report.attempts);
  };
  const addChain = (chain: EndlinkRecord | undefined) => {
    for (let record = chain; record; record = record.previous)
      if (record.outcome && record.token === token) add(record);
  };
  add(shared[token].mark);
  add(shared[token].late?.before);
  for (const { stored, entries, page } of tabs) {
    addChain(stored);
    for (const { kept } of entries) addChain(kept?.memory);
    addChain(page?.memory);
    for (const work of page?.work ?? [])
      if (work.token === token)
        for (const { record, mark } of work.results) {
          addChain(record);
          add(mark);
        }
  }
}

/** Changes each count of attempts of a token. */
function mapWorld(world: World, token: Token, change: Change): World {
  const { mark, late } = world.shared[token];
  const tabs = world.tabs.map((tab) => mapTab(tab, token, change));
  return withShared({ ...world, tabs }, token, {
    mark: mapMark(mark, change),
    late: late && { ...late, before: mapMark(late.before, change) },
  });
}

const mapMark = (mark: Mark | undefined, change: Change): Mark | undefined =>
  mark && { ...mark, attempts: change(mark.attempts) };

function mapChain(
  record: EndlinkRecord | undefined,
  token: Token,
  change: Change,
): EndlinkRecord | undefined {
  if (!record) return undefined;
  const previous = mapChain(record.previous, token, change);
  return record.outcome && record.token === token
    ? { ...record, previous, attempts: change(record.attempts) }
    : { ...record, previous };
}

function mapTab(tab: Tab, token: Token, change: Change): Tab {
  return {
    ...tab,
    stored: mapChain(tab.stored, token, change),
    entries: tab.entries.map((entry) =>
      entry.kept?.memory
        ? { ...entry, kept: { memory: mapChain(entry.kept.memory, token, change) } }
        : entry,
    ),
    page: tab.page && mapPage(tab.page, token, change),
  };
}

function mapPage(page: Page, token: Token, change: Change): Page {
  const mapWork = (work: Work): Work =>
    work.token === token
      ? {
          ...work,
          results: work.results.map(({ record, mark, answer }) => ({
            record: mapChain(record, token, change),
            mark: mapMark(mark, change),
            answer,
          })),
        }
      : work;
  return {
    ...page,
    memory: mapChain(page.memory, token, change),
    work: page.work.map(mapWork),
  };
}
