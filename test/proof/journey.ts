/**
 * What a seller and the pages do: land, go on, go back, reload, close, and ask for an outcome.
 *
 * @module
 */
import { findOwner, takeEntry } from '../../src/browser/endlink/entry-owner.ts';
import { isWorthKeeping } from '../../src/browser/endlink/keep-record.ts';
import { isOpen } from '../../src/browser/endlink/lifecycle.ts';
import { parseRecord, takeEarlier } from '../../src/browser/endlink/record.ts';
import type { EndlinkRecord, StoredRecord } from '../../src/browser/endlink/record.ts';
import { asksOf } from './ask.ts';
import type { Successor } from './explore.ts';
import { leavePage } from './steps.ts';
import type { Rules } from './steps.ts';
import {
  chainOf,
  entryAt,
  may,
  orphan,
  spend,
  tabAt,
  TOKEN_NAMES,
  NEW_WORK,
  withChain,
  withPage,
  withTab,
} from './world.ts';
import type { Entry, Page, Tab, Token, World } from './world.ts';

/** Both tokens landed within the last hour, and an hour does not pass. */
const LANDED_AT_MS = Date.now() + 3_600_000;

const NEW_PAGE: Page = { memory: undefined, isFrozen: false, isEntryUnknown: false, work: [] };

/** Lists what the seller may do next in a tab, and what its page may ask for. */
export function* journeysOf(
  rules: Rules,
  world: World,
  index: number,
): Generator<Successor<World>> {
  const tab = world.tabs[index];
  if (!tab || tab.isClosed) return;
  const { page } = tab;
  const name = `tab ${index + 1}`;
  const isBlank = tab.entries.length === 0;
  if (!page && !isBlank) {
    yield {
      label: `${name} is restored`,
      world: load(rules, withTab(world, index, { page: NEW_PAGE }), index),
    };
    return;
  }
  if (page?.isFrozen) {
    yield { label: `${name} runs again`, world: withPage(world, index, { isFrozen: false }) };
    return;
  }
  for (const token of TOKEN_NAMES) {
    // The tokens are alike, so the first one to land is called A.
    if (!may(world, `land ${token}`) || (token === 'B' && isFirstLanding(world))) continue;
    const next = spend(world, `land ${token}`);
    yield {
      label: `${name}: token ${token} lands`,
      world: land(rules, openEntry(rules, next, index, token), index, token),
    };
    if (!isBlank)
      yield {
        label: `${name}: a router lands token ${token}`,
        world: land(rules, pushEntry(next, index, token), index, token),
      };
  }
  const entry = tab.entries[tab.index];
  if (!page || !entry) return;
  if (may(world, 'hop')) {
    const next = spend(world, 'hop');
    const token = tokenOfNextPage(tab, page, entry);
    yield {
      label: `${name} goes to the next page`,
      world: claim(rules, openEntry(rules, next, index, token), index),
    };
    yield {
      label: `${name}: a router shows the next page`,
      world: claim(rules, pushEntry(next, index, token), index),
    };
  }
  if (may(world, 'back') && tab.index > 0) yield* goBack(rules, spend(world, 'back'), index, name);
  if (may(world, 'reload'))
    yield {
      label: `${name} is reloaded`,
      world: load(rules, leave(rules, spend(world, 'reload'), index, NEW_PAGE), index),
    };
  if (may(world, 'close'))
    yield {
      label: `${name} is closed`,
      world: withTab(leave(rules, spend(world, 'close'), index), index, {
        stored: undefined,
        entries: [],
        isClosed: true,
        owed: [],
      }),
    };
  yield* asksOf(world, index, name);
}

/** A page belongs to the token of the page before, unless nothing in the tab tells any more which one that was: then to the tab's token. */
const tokenOfNextPage = (tab: Tab, page: Page, { token }: Entry): Token =>
  page.isEntryUnknown ? ((chainOf(tab)?.token as Token | undefined) ?? token) : token;

const isFirstLanding = ({ tabs }: World) => tabs.every(({ entries }) => entries.length === 0);

/** Leaves the page of a tab: what is locked and unsent leaves with it. @param page what the tab shows then */
function leave(rules: Rules, world: World, index: number, page?: Page): World {
  const tab = world.tabs[index];
  if (!tab?.page) return withTab(world, index, { page });
  const chain = chainOf(tab);
  if (rules.isRecordKept && chain && !tab.stored && isWorthKeeping(chain))
    world = withChain(world, index, chain);
  if (!world.tabs[index]?.stored) world = forgetEntries(world, index);
  for (let record = chain; record; record = record.previous)
    if (isOpen(record)) world = leavePage(rules, world, index, record.token as Token);
  // Its locks are free, and nobody reads the answers to its requests any more.
  for (const work of tab.page.work) world = orphan(world, work);
  return withTab(world, index, { page });
}

/** Notes that nothing tells any more to which token the entries of a tab belong: what was settled is not written back. */
function forgetEntries(world: World, index: number): World {
  const { entries } = tabAt(world, index);
  return withTab(world, index, { entries: entries.map((entry) => ({ ...entry, isLost: true })) });
}

/** Loads another document in a new history entry. */
function openEntry(rules: Rules, world: World, index: number, token: Token): World {
  const left = keep(world, leave(rules, world, index, NEW_PAGE), index);
  return addEntry(left, index, token, 1);
}

/** Keeps the page that was left for the back/forward cache, if it had nothing in flight. */
function keep(before: World, left: World, index: number): World {
  const { page, index: at } = tabAt(before, index);
  const tab = tabAt(left, index);
  if (!page || page.work.length > 0) return left;
  const document = tab.entries[at]?.document;
  // What it remembers matters only where the storage may be empty when the seller comes back.
  const memory = may(left, 'clear') || !tab.stored ? chainOf({ ...tab, page }) : undefined;
  const entries = tab.entries.map((entry) =>
    entry.document === document ? { ...entry, kept: { memory } } : entry,
  );
  return withTab(left, index, { entries });
}

/** Adds a history entry of the same document. */
const pushEntry = (world: World, index: number, token: Token) => addEntry(world, index, token, 0);

function addEntry(world: World, index: number, token: Token, isNewDocument: 0 | 1): World {
  const tab = tabAt(world, index);
  const { entries, index: at } = tab;
  const stay = entries.slice(0, at + 1);
  const key = String(Math.max(-1, ...entries.map((entry) => Number(entry.key))) + 1);
  const document = (stay.at(-1)?.document ?? -1) + isNewDocument;
  const entry: Entry = { key, document, token, isLost: !chainOf(tab), kept: undefined };
  return withTab(world, index, { entries: [...stay, entry], index: at + 1 });
}

/** Takes a token out of the address of the present entry, as `landing.ts` does. */
function land(rules: Rules, world: World, index: number, token: Token): World {
  const previous = copyOf(chainOf(tabAt(world, index)));
  const waiting = {
    token,
    query: '',
    capturedAtMs: LANDED_AT_MS + TOKEN_NAMES.indexOf(token),
    state: 'waiting',
  };
  const record =
    previous?.token === token
      ? previous
      : {
          ...(takeEarlier(previous, token) ?? waiting),
          previous: rules.isChainKept ? previous : undefined,
        };
  const { entries, index: at } = tabAt(world, index);
  const chain = takeEntry(record, entries[at]?.key ?? '');
  const known = withTab(withPage(world, index, { isEntryUnknown: false }), index, {
    entries: entries.map((entry, each) => (each === at ? { ...entry, isLost: false } : entry)),
  });
  return withChain(known, index, chain as EndlinkRecord);
}

/** Gives a new entry to the tab's token, unless it belongs to one. */
function claim(rules: Rules, world: World, index: number): World {
  world = withPage(world, index, { isEntryUnknown: false });
  const { entries, index: at } = tabAt(world, index);
  const key = entries[at]?.key ?? '';
  const record = copyOf(chainOf(tabAt(world, index)));
  if (!rules.isEntryClaimed || !record || findOwner(record, key)) return world;
  return withChain(world, index, takeEntry(record, key) as EndlinkRecord);
}

/** Finds out to which token a page belongs that was loaded again, or that the seller came back to. */
function load(rules: Rules, world: World, index: number, isReload = true): World {
  const tab = tabAt(world, index);
  const current = copyOf(chainOf(tab));
  if (!current) return world;
  const owner =
    findOwner(current, tab.entries[tab.index]?.key) ??
    (isReload && !current.previous ? current : undefined);
  const known = withPage(world, index, { isEntryUnknown: !owner });
  if (!owner || owner === current || !rules.isTokenRestored) return known;
  const restored = { ...takeEarlier(current, owner.token), previous: current };
  return withChain(known, index, restored as EndlinkRecord);
}

function* goBack(
  rules: Rules,
  world: World,
  index: number,
  name: string,
): Generator<Successor<World>> {
  const tab = tabAt(world, index);
  const from = entryAt(tab);
  const to = entryAt(tab, tab.index - 1);
  const move = (next: World) =>
    load(rules, withTab(next, index, { index: tab.index - 1 }), index, false);
  if (from.document === to.document) {
    yield { label: `${name} goes back, within the document`, world: move(world) };
    return;
  }
  yield {
    label: `${name} goes back, and loads the page again`,
    world: move(forget(leave(rules, world, index, NEW_PAGE), index, to)),
  };
  if (!to.kept) return;
  const page = { ...NEW_PAGE, memory: to.kept.memory };
  const shown = move(forget(leave(rules, world, index, page), index, to));
  const token = chainOf(tabAt(shown, index))?.token as Token | undefined;
  const work = token ? [{ ...NEW_WORK, kind: 'synchronize' as const, token }] : [];
  const memory = shown.tabs[index]?.stored ? undefined : to.kept.memory;
  yield {
    label: `${name} goes back to the page that the browser has kept`,
    world: withPage(shown, index, { memory, work }),
  };
}

/** The page of an entry is shown, so none is kept for it. */
function forget(world: World, index: number, { document }: Entry): World {
  const { entries } = tabAt(world, index);
  return withTab(world, index, {
    entries: entries.map((entry) =>
      entry.document === document ? { ...entry, kept: undefined } : entry,
    ),
  });
}

/** A chain that may be changed. */
const copyOf = (record: EndlinkRecord | undefined): StoredRecord | undefined => parseRecord(record);
