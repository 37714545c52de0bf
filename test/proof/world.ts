/**
 * Everything that the explorer distinguishes: two tabs of a browser, what they share, and the service. Worlds are never changed, only copied.
 *
 * @module
 */
import assert from 'node:assert/strict';
import type { StepResult } from '../../src/browser/endlink/attempt.ts';
import type { Answer, AttemptKind, Mark } from '../../src/browser/endlink/lifecycle.ts';
import { isWaiting } from '../../src/browser/endlink/lifecycle.ts';
import { parseRecord } from '../../src/browser/endlink/record.ts';
import type { EndlinkRecord } from '../../src/browser/endlink/record.ts';
import type { Outcome } from 'vaultlink/protocol';

/** The tokens, and the outcomes that the pages of each may ask for. No two tokens share one, so an outcome tells whose page asked for it. */
export const TOKENS = {
  A: ['complete', 'fail'],
  B: ['screenout', 'quota_full'],
} as const satisfies Record<string, readonly [Outcome, Outcome]>;

export type Token = keyof typeof TOKENS;
export const TOKEN_NAMES = Object.keys(TOKENS) as Token[];

/** An attempt or a synchronization that a page is in. */
export interface Work {
  kind: 'report' | 'synchronize';
  token: Token;
  attempt: AttemptKind;
  /** What its steps have given back so far. They are run again up to there. */
  results: readonly StepResult[];
  /** The lock that it holds. `second`: it has given up the first one. */
  lock?: 'first' | 'second' | undefined;
  /** The request that it waits for, and what came back. */
  request?: 'in flight' | Answer | undefined;
}

/** Initial state of a work, before its first step. */
export const NEW_WORK = {
  attempt: 'direct',
  results: [],
  lock: undefined,
  request: undefined,
} as const satisfies Partial<Work>;

/** A page that a tab shows. */
export interface Page {
  /** The record, where a script of the page has cleared sessionStorage. */
  memory?: EndlinkRecord | undefined;
  isFrozen: boolean;
  /** It is not known to which token the history entry belongs. */
  isEntryUnknown: boolean;
  work: readonly Work[];
}

/** A history entry. Entries of one document have no page load between them. */
export interface Entry {
  key: string;
  document: number;
  /** The token whose page it is. Not what the tag knows, but what is true. */
  token: Token;
  /** What the tab knew of it was cleared by a script and not written back: the page crashed, or there was nothing left to report. */
  isLost?: boolean | undefined;
  /** What the page remembers that the back/forward cache has kept. */
  kept?: { memory?: EndlinkRecord | undefined } | undefined;
}

export interface Tab {
  /** The chain of records in sessionStorage. */
  stored?: EndlinkRecord | undefined;
  entries: readonly Entry[];
  index: number;
  /** `undefined`: before the first landing, after a crash, or closed. */
  page?: Page | undefined;
  isClosed?: boolean | undefined;
  /** The tokens for which a page of this tab has asked for an outcome that must not get lost. */
  owed: readonly Token[];
}

/** What the tabs and the service know of one token. */
export interface Shared {
  /** In localStorage. */
  mark?: Mark | undefined;
  /** A result that other tabs cannot read yet, and what they read instead. */
  late?: { writer: number; before?: Mark | undefined } | undefined;
  /** The outcome that has left. */
  sent?: Outcome | undefined;
  /** What the service has counted. `elsewhere`: another browser has used the token. */
  counted?: Outcome | 'elsewhere' | undefined;
  /** Progress of the buyer's server with the outcome. `taken`: it has taken another outcome of the token. */
  backend?: 'delivering' | 'confirmed' | 'rejected' | 'ended' | 'taken' | undefined;
  /** A page has read that the buyer's server has accepted the outcome. */
  isAccepted?: boolean | undefined;
  /** A request to the service whose page is gone is still on its way. */
  isOrphaned?: boolean | undefined;
  /** The same, of a request to the buyer's server. */
  isRelayOrphaned?: boolean | undefined;
  /** A page has read a final answer, and written it down. */
  isFinished?: boolean | undefined;
  /** A tab has given up waiting for the lock of a frozen one. */
  isGivenUp?: boolean | undefined;
  /** A page has asked for the first outcome. Before, the outcomes are alike. */
  isAsked?: boolean | undefined;
}

/** What may still happen, and how often. `Infinity`: again and again. */
export type Budget = Readonly<Record<Event, number>>;
export type Event =
  | 'land A'
  | 'land B'
  | 'hop'
  | 'back'
  | 'reload'
  | 'close'
  | 'ask late'
  | 'relay'
  | 'lose answer'
  | 'lose request'
  | 'turn away'
  | 'crash'
  | 'freeze'
  | 'clear'
  | 'use elsewhere';

export interface World {
  tabs: readonly Tab[];
  shared: Readonly<Record<Token, Shared>>;
  budget: Budget;
  /** A rule that the last step has broken. */
  broken?: string;
}

/** Returns the chain of records that a page of the tab reads. */
export const chainOf = ({ stored, page }: Tab): EndlinkRecord | undefined => stored ?? page?.memory;

/** Returns a chain as it is read back, without what no step reads: the last answer of a report, and the details of the landing. */
export const storedChain = (record: EndlinkRecord | undefined): EndlinkRecord | undefined =>
  withoutAnswers(parseRecord(record));

function withoutAnswers(record: EndlinkRecord | undefined): EndlinkRecord | undefined {
  if (!record) return undefined;
  const { token, query, capturedAtMs, entries } = record;
  const previous = withoutAnswers(record.previous);
  const captured = { token, query, capturedAtMs, entries, previous };
  if (isWaiting(record)) return { ...captured, state: record.state };
  const { outcome, attempts, ambiguous, ambiguousDirect, probablyRecorded, state } = record;
  return {
    ...captured,
    outcome,
    attempts,
    ambiguous,
    ambiguousDirect,
    probablyRecorded,
    state,
  };
}

/** Returns a tab of a world. */
export function tabAt({ tabs }: World, index: number): Tab {
  const tab = tabs[index];
  assert.ok(tab);
  return tab;
}

/** Returns a history entry of a tab. Default: the present one. */
export function entryAt({ entries, index }: Tab, at = index): Entry {
  const entry = entries[at];
  assert.ok(entry);
  return entry;
}

export function withTab(world: World, index: number, change: Partial<Tab>): World {
  return {
    ...world,
    tabs: world.tabs.map((tab, at) => (at === index ? { ...tab, ...change } : tab)),
  };
}

export function withShared(world: World, token: Token, change: Partial<Shared>): World {
  return { ...world, shared: { ...world.shared, [token]: { ...world.shared[token], ...change } } };
}

export function withPage(world: World, index: number, change: Partial<Page>): World {
  const page = world.tabs[index]?.page;
  return page ? withTab(world, index, { page: { ...page, ...change } }) : world;
}

/** Writes a chain of records as a page does. */
export const withChain = (world: World, index: number, record: EndlinkRecord): World =>
  withPage(withTab(world, index, { stored: storedChain(record) }), index, { memory: undefined });

/** Returns whether something may still happen. */
export const may = ({ budget }: World, event: Event): boolean => budget[event] !== 0;

/** Takes one from what may still happen. */
export const spend = (world: World, event: Event): World => ({
  ...world,
  budget: { ...world.budget, [event]: world.budget[event] - 1 },
});

// All fields in one order, so that equal parts have equal texts.
const BLANK_TAB: Tab = {
  stored: undefined,
  entries: [],
  index: -1,
  page: undefined,
  isClosed: undefined,
  owed: [],
};
const NOTHING_SHARED: Shared = {
  mark: undefined,
  late: undefined,
  sent: undefined,
  counted: undefined,
  backend: undefined,
  isAccepted: undefined,
  isOrphaned: undefined,
  isRelayOrphaned: undefined,
  isFinished: undefined,
  isGivenUp: undefined,
  isAsked: undefined,
};

/** Returns a world before the first landing. */
export function newWorld(tabs: number, budget: Partial<Budget>): World {
  const nothing = {
    'land A': 0,
    'land B': 0,
    hop: 0,
    back: 0,
    reload: 0,
    close: 0,
    'ask late': 0,
    relay: 0,
    'lose answer': 0,
    'lose request': 0,
    'turn away': 0,
    crash: 0,
    freeze: 0,
    clear: 0,
    'use elsewhere': 0,
  };
  return {
    tabs: Array.from({ length: tabs }, () => BLANK_TAB),
    shared: { A: NOTHING_SHARED, B: NOTHING_SHARED },
    budget: { ...nothing, ...budget },
  };
}

/** Notes that a page is gone while a request of it is on its way. The question that a page has asked changes nothing. */
export const orphan = (world: World, { token, request, attempt }: Work): World =>
  request !== 'in flight' || attempt === 'ask'
    ? world
    : withShared(
        world,
        token,
        attempt === 'relay' ? { isRelayOrphaned: true } : { isOrphaned: true },
      );
