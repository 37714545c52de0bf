/**
 * The record of one endlink token in a tab. The script tag reads and writes the record as it is stored; the part that reports checks every field
 * first.
 *
 * @module
 */
import { isOutcome } from '../../protocol/endlink.ts';
import type { Outcome } from '../../protocol/endlink.ts';
import { VIAS } from '../../protocol/tag-settings.ts';
import type { Via } from './options.ts';

/** Data captured when the seller landed. */
interface Captured {
  token: string;
  sellerId?: string | undefined;
  interactionId?: string | undefined;
  /** The parameters of the landing URL as they stood, after a `?`. */
  query: string;
  /** When the seller landed, by this machine's clock. The token was issued shortly before. */
  capturedAtMs: number;
  /** The keys of the history entries that belong to the token: see history-entry.ts. */
  entries?: string[] | undefined;
}

/** Data of the report. The outcome is locked: it never changes once a request has left. */
export interface Report {
  outcome: Outcome;
  /** The `via` that the page asked for with the outcome. Default: that of the options. */
  via?: Via | undefined;
  /** Number of requests that have left. */
  attempts: number;
  /** A request left that may have reached the service, and its answer is not known. */
  ambiguous: boolean;
  /** One of these requests went to the service itself, and not to the buyer's server. */
  ambiguousDirect?: boolean | undefined;
  /** Result of the last attempt. Missing while one is in flight, and before the first one. */
  result?: 'accepted' | 'confirmed' | 'rejected' | 'unknown' | undefined;
  /** HTTP status of the last answer; 0: there was none to read. */
  status?: number | undefined;
  /** Beginning of the last answer's body, for the buyer's log. @see interface §7 */
  body?: string | undefined;
  /** The service refused after an ambiguous attempt, which it had most likely counted. Or the buyer's server has ended its delivery without an answer. */
  probablyRecorded?: boolean | undefined;
  /** Nothing can be sent, since the options name no usable service. */
  misconfigured?: boolean | undefined;
}

interface Chained {
  /** The token that this tab held before this one, if its report may not be finished. */
  previous?: EndlinkRecord | undefined;
}

/** Captured, and no outcome yet. `expired`: over an hour ago; a report is still tried, since a clock may be wrong. */
export type WaitingRecord = Captured &
  Chained & { state: 'waiting' | 'expired'; outcome?: undefined; isExpiring?: boolean | undefined };

/**
 * `reporting`: the outcome is locked and no attempt has ended yet. `unknown`: a request may have reached the service, but no answer could be
 * read.
 */
export type OpenRecord = Captured & Chained & Report & { state: 'reporting' | 'unknown' };

/** `accepted`: the buyer's server has the outcome and delivers it. Pages ask it for the result, and send nothing in another way. */
export type AcceptedRecord = Captured & Chained & Report & { state: 'accepted' };

/** `confirmed`: the service answered 2xx. `rejected`: it refused, and nothing ambiguous came before. */
export type SettledRecord = Captured & Chained & Report & { state: 'confirmed' | 'rejected' };

/** Something can still change: a request is to be sent, or its result is awaited. */
export type UnsettledRecord = OpenRecord | AcceptedRecord;

/** The outcome is locked. */
export type ReportedRecord = UnsettledRecord | SettledRecord;

/** One token's life in this tab. */
export type EndlinkRecord = WaitingRecord | ReportedRecord;

/** State of a token. */
export type RecordState = EndlinkRecord['state'];

/** The record as it is stored: another script, another version or a person may have written it, so only its names are known. */
export interface StoredRecord extends Omit<Captured, 'entries'> {
  entries?: unknown;
  state: string;
  /** An outcome, or a tool's own code for one. */
  outcome?: unknown;
  via?: unknown;
  attempts?: unknown;
  ambiguous?: unknown;
  probablyRecorded?: unknown;
  previous?: StoredRecord | undefined;
  /** sessionStorage refused: the record ends with this page, unless `history.state`, a link or a form carries it. */
  inMemory?: boolean | undefined;
}

/**
 * Removes the record of a token from the earlier records of the tab. A token that lands again gets this record back, with its locked outcome.
 *
 * @returns `undefined` if the tab did not have the token before
 */
export function takeEarlier(
  record: StoredRecord | undefined,
  token: string,
): StoredRecord | undefined {
  let earlier: StoredRecord | undefined;
  for (; record; record = record.previous)
    while (record.previous?.token === token) {
      earlier ??= record.previous;
      record.previous = record.previous.previous;
    }
  return earlier;
}

const RESULTS = ['accepted', 'confirmed', 'rejected', 'unknown'] as const;

/** A browser keeps about 50 entries of a tab's history. */
const MAX_ENTRIES = 50;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
const memberOf = <Value>(list: readonly Value[], value: unknown) =>
  list.find((member) => member === value);

/**
 * Checks a stored record field by field.
 *
 * @param value parsed JSON
 * @param outcomeOf returns the outcome of a stored value; `undefined`: it is none, so the token still waits
 * @returns `undefined` if the value has no token
 */
export function parseRecord(
  value: unknown,
  outcomeOf: (stored: unknown) => Outcome | undefined = parseOutcome,
): EndlinkRecord | undefined {
  const stored = Object(value) as Record<string, unknown>;
  const token = textOf(stored.token);
  if (!token) return undefined;
  const captured = {
    token,
    sellerId: textOf(stored.sellerId),
    interactionId: textOf(stored.interactionId),
    query: textOf(stored.query) ?? '',
    capturedAtMs: numberOf(stored.capturedAtMs) ?? 0,
    entries: Array.isArray(stored.entries)
      ? stored.entries.filter((entry) => typeof entry === 'string').slice(-MAX_ENTRIES)
      : undefined,
    previous: parseRecord(stored.previous, outcomeOf),
  };
  const outcome = outcomeOf(stored.outcome);
  if (!outcome) {
    const state = stored.state === 'expired' ? stored.state : 'waiting';
    return { ...captured, state, isExpiring: stored.isExpiring === true };
  }
  return {
    ...captured,
    outcome,
    via: memberOf(VIAS, stored.via),
    attempts: numberOf(stored.attempts) ?? 0,
    ambiguous: stored.ambiguous === true,
    ambiguousDirect: stored.ambiguousDirect === true,
    result: memberOf(RESULTS, stored.result),
    status: numberOf(stored.status),
    body: textOf(stored.body),
    probablyRecorded: stored.probablyRecorded === true,
    misconfigured: stored.misconfigured === true,
    state: memberOf(RESULTS, stored.state) ?? 'reporting',
  };
}

const parseOutcome = (value: unknown) => (isOutcome(value) ? value : undefined);

/** Returns the record of a token, which may be one that the tab held earlier. */
export function findRecord(
  record: EndlinkRecord | undefined,
  token: string,
): EndlinkRecord | undefined {
  return !record || record.token === token ? record : findRecord(record.previous, token);
}

/** Returns the same chain of records with another one for the same token. */
export function replaceRecord(record: EndlinkRecord, next: EndlinkRecord): EndlinkRecord {
  if (record.token === next.token) return { ...next, previous: record.previous };
  return { ...record, previous: record.previous && replaceRecord(record.previous, next) };
}
