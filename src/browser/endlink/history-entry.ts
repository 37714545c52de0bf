/**
 * Finds out to which token a page belongs: the one that the tab had when the history entry was made or, if it had none, the first one that was
 * captured there. Going back to a page makes its token the tab's again.
 *
 * The Navigation API names an entry, and the record lists the names. In a browser without it, `history.state` holds the time of the landing, the entry's label.
 *
 * @module
 * @see https://developer.mozilla.org/docs/Web/API/NavigationHistoryEntry/key
 */
import { navigationTiming } from '../parsed-page.ts';
import { navigationApi, replaceMethod } from '../unclobbered.ts';
import { addToHistoryState } from './blocked-storage.ts';
import { findInChain, findOwner, takeEntry } from './entry-owner.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine } from './parts.ts';
import { takeEarlier } from './record.ts';
import type { StoredRecord } from './record.ts';
import type { TabRecord } from './tab-record.ts';

/** Fields of `history.state` that are used. */
interface LabeledState {
  /** When the seller landed to whose token the entry belongs. */
  vaultlinkEntry?: unknown;
  /** The record, where sessionStorage is blocked. */
  vaultlink?: { capturedAtMs?: unknown };
}

/** Returns the key of the present history entry. `undefined`: the browser does not know it. */
const entryKey = () => navigationApi()?.currentEntry?.key;

/** Returns the key of the present history entry, else its address. */
export const nameOfEntry = (): string => entryKey() ?? location.href;

/**
 * Returns whether the page may belong to an earlier token, because the seller came back to it or reloaded it. Some browsers and extensions hide
 * how a page was opened: then the history entry shows it.
 */
export function isRevisited(record: StoredRecord): boolean {
  const owner = ownerOfEntry(record);
  if (owner) return owner !== record;
  const type = navigationTiming()?.type;
  return type === 'back_forward' || (type === 'reload' && !!record.previous);
}

/** Returns whether the page was reloaded in a tab with only one token. Then the page belongs to that token, even if its entry has lost its label. */
const isOnlyTokenReloaded = ({ previous }: StoredRecord): boolean =>
  navigationTiming()?.type === 'reload' && !previous;

/** Returns the record whose token the present history entry belongs to. `undefined`: not known. */
export const ownerOfEntry = (record: StoredRecord): StoredRecord | undefined =>
  findOwner(record, entryKey(), labelOf());

/** Notes that the present history entry belongs to the tab's token, unless it already belongs to one: each frame of a page may have its own. */
export function claimNewEntry({ readRecord, writeRecord }: TabRecord): void {
  const record = readRecord();
  if (record && !ownerOfEntry(record)) writeRecord(withEntry(record));
}

/** Returns the record with the present history entry among its own, and no longer among those of an earlier token. */
export function withEntry(record: StoredRecord): StoredRecord {
  const key = entryKey();
  return key ? takeEntry(record, key) : record;
}

/** Makes the token of the page that is shown the tab's token. */
export interface HistoryFollower {
  /** Makes the token of the present entry the tab's. If that token is not known, the page reports nothing automatically. */
  restoreToken: () => void;
  /** Labels the entry for the token that has just landed here, where the browser has no Navigation API. */
  labelLanding: () => void;
  /** Handles a change of the address that no event of the Navigation API has announced. */
  noteAddress: (change: { isPopState: boolean; isHashAlone: boolean }) => void;
}

/** Follows the history of this document, once it is known to which token the page itself belongs. */
export function followHistory(engine: EndlinkEngine): HistoryFollower {
  const { page } = engine;
  const restoreToken = () => restoreTokenOf(engine);
  const claim = () => {
    page.isEntryUnknown = false;
    claimNewEntry(engine);
    labelEntry(engine);
  };

  if (page.isEntryUnknown && !page.landed) restoreToken();
  else claim();
  // A router may have replaced `history.state`, and the label with it.
  addEventListener('load', () => setTimeout(() => labelEntry(engine)));

  /** Number of entries in the history of the tab after the last change. */
  let entryCount = history.length;
  /** Reads an address that a router may leave in the same task, after the router, which reads its own address first. */
  const readSoon = () => {
    const { href } = location;
    entryCount = history.length;
    queueMicrotask(() => {
      const token = engine.readRecord()?.token;
      engine.readAddress(href);
      if (engine.readRecord()?.token !== token) engine.notify();
    });
  };
  const api = navigationApi();
  api?.addEventListener('currententrychange', (event) => {
    if ((event as { navigationType?: string }).navigationType === 'traverse') {
      restoreToken();
      return;
    }
    claim();
    readSoon();
  });
  // Firefox before 147 and Safari before 26.2 have no event that tells of it.
  for (const name of api ? [] : (['pushState', 'replaceState'] as const))
    replaceMethod(
      history,
      name,
      (change) =>
        function (this: History, ...state) {
          change.apply(this, state);
          readSoon();
        },
    );
  return {
    restoreToken,
    labelLanding: () => labelEntry(engine),
    noteAddress({ isPopState, isHashAlone }) {
      // A link to another hash fires `popstate` as well. The entry that it has made bears no label. One of an earlier token may have lost its label, but
      // going back to it leaves the history as long as it was.
      const mayBeEarlier = engine.readRecord()?.previous && entryCount === history.length;
      const isNew = !isPopState || (isHashAlone && labelOf() === undefined && !mayBeEarlier);
      entryCount = history.length;
      if (api) labelEntry(engine);
      else if (isNew) claim();
      else {
        // The token that has landed last belongs to the entry that the seller leaves. That entry bears its label already.
        page.landed = undefined;
        restoreToken();
      }
    },
  };
}

/** Returns the label of the present entry in `history.state`: the landing time of the token that the entry belongs to. */
function labelOf(): unknown {
  const { vaultlinkEntry, vaultlink } = Object(history.state) as LabeledState;
  return vaultlinkEntry ?? vaultlink?.capturedAtMs;
}

/** Labels the present entry in a browser without the Navigation API, if a token has just landed here, or if the entry has no label. */
function labelEntry(engine: EndlinkEngine): void {
  const { page } = engine;
  const { landed } = page;
  const latest = engine.readRecord();
  // Another frame of the tab may have captured a token since.
  const record = findInChain(latest, ({ token }) => token === landed) ?? latest;
  page.landed = undefined;
  const label = labelOf();
  const isLabeled = label !== undefined && (!landed || label === record?.capturedAtMs);
  if (!record || entryKey() || isLabeled || page.isEntryUnknown) return;
  // The browser refused the change. Try again later.
  if (!addToHistoryState({ vaultlinkEntry: record.capturedAtMs })) page.landed = landed;
}

function restoreTokenOf(engine: EndlinkEngine): void {
  const current = engine.readRecord();
  if (!current) return;
  const owner = ownerOfEntry(current) ?? (isOnlyTokenReloaded(current) ? current : undefined);
  engine.page.isEntryUnknown = !owner;
  if (!owner) explain(engine, 'entry-unknown');
  else if (owner !== current)
    engine.writeRecord({ ...takeEarlier(current, owner.token)!, previous: current });
  engine.notify();
}
