import assert from 'node:assert/strict';
import { isAccepted, isOpen } from '../../src/browser/endlink/lifecycle.ts';
import type { AttemptKind } from '../../src/browser/endlink/lifecycle.ts';
import type { Via } from '../../src/browser/endlink/options.ts';
import { parseRecord } from '../../src/browser/endlink/record.ts';
import type { EndlinkRecord } from '../../src/browser/endlink/record.ts';
import type { Outcome } from 'vaultlink/protocol';
import type { FateName } from './fates.ts';

/** What happens to a tab, or to a request of it. */
export type Step =
  | { kind: 'report'; tab: number; outcome: Outcome; via?: Via | undefined }
  | { kind: 'proceed' | 'giveUp' | 'leave' | 'open' | 'synchronize' | 'duplicate'; tab: number }
  | { kind: 'crash'; tab: number; afterCalls: number }
  | { kind: 'process'; request: number; fate: FateName }
  | { kind: 'answer'; request: number };

/** One page of a tab. A new page replaces it after a reload, a navigation or a crash. */
export interface Page {
  tab: Tab;
  isAlive: boolean;
  /** The page crashes when this many more calls of its ports have returned. 0: it does not. */
  callsBeforeCrash: number;
  /** An attempt or a synchronization is running. */
  isBusy: boolean;
  /** Whether this page waits for an answer. */
  isSending: boolean;
  /** The awaited port, and how to let the page continue. */
  pending?: { port: 'lock' | 'other tab'; resume: () => void } | undefined;
}

export interface Tab {
  /** The record in sessionStorage. */
  stored: string;
  /** What `stored` was when it was parsed last, and the record in it. */
  parsed?: { text: string; record: EndlinkRecord };
  page: Page;
  /** The way that a page of the tab requested last. */
  via: Via | undefined;
}

export const newPage = (tab: Tab): Page => ({
  tab,
  isAlive: true,
  callsBeforeCrash: 0,
  isBusy: false,
  isSending: false,
});

/** The record that the tab has stored. */
export function recordOf(tab: Tab): EndlinkRecord {
  if (tab.parsed?.text !== tab.stored) {
    const record = parseRecord(JSON.parse(tab.stored));
    assert.ok(record);
    tab.parsed = { text: tab.stored, record };
  }
  return tab.parsed.record;
}

/** Returns how a tab makes its next attempt. */
export const attemptKindOf = (tab: Tab): AttemptKind =>
  isAccepted(recordOf(tab)) ? 'ask' : tab.via === 'relay' ? 'relay' : 'direct';

/** Asserts that a confirmed report stays so, and that an accepted one is not open again. */
export function assertNoStepBack(before: EndlinkRecord, now: EndlinkRecord): void {
  if (before.state === 'confirmed')
    assert.equal(now.state, 'confirmed', 'a confirmed report is confirmed no longer');
  if (isAccepted(before)) assert.ok(!isOpen(now), 'an accepted report is accepted no longer');
}

/** Thrown into a page that crashes, so that none of its code runs any further. */
export class PageCrash extends Error {}

/** Lets every promise continue that can. */
export const drainMicrotasks = (): Promise<void> =>
  new Promise((resolve) => void setImmediate(resolve));
