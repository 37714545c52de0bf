import type { Outcome } from '../../protocol/endlink.ts';
import type { Via } from './options.ts';

/**
 * Where a token stands.
 *
 * `waiting`: captured, no outcome yet. `expired`: the same, over an hour ago; a report is still tried. `reporting`: the outcome is locked,
 * no answer yet. `confirmed`: a 2xx answer. `rejected`: the service refused, and nothing ambiguous came before. `unknown`: it may have
 * reached the service, but no answer could be read.
 */
export type RecordState =
  'waiting' | 'expired' | 'reporting' | 'confirmed' | 'rejected' | 'unknown';

/** One token's life in this tab, as it is stored. */
export interface EndlinkRecord {
  token: string;
  sellerId?: string | undefined;
  interactionId?: string | undefined;
  /** The parameters of the landing URL as they stood. */
  query: string;
  /** When the seller landed, by this machine's clock. The token was issued shortly before. */
  capturedAtMs: number;
  state: RecordState;
  /** Locked before the first request: it never changes afterwards. */
  outcome?: Outcome | undefined;
  /** The way that was asked for with the outcome. Default: that of the options. */
  via?: Via | undefined;
  /** How the last attempt ended. Missing while one is under way. */
  result?: 'confirmed' | 'rejected' | 'unknown' | undefined;
  /** How many requests have left. Default: none. */
  attempts?: number | undefined;
  /** A request left that may have reached the service, and its answer is not known. */
  ambiguous?: boolean | undefined;
  /** The service refused after an ambiguous attempt: most likely it had counted that one. */
  probablyRecorded?: boolean | undefined;
  /** HTTP status of the last answer; 0 where there was none to read. */
  status?: number | undefined;
  /** Beginning of the last answer's body, for the buyer's log. @see interface §7 */
  body?: string | undefined;
  /** Storage is blocked or full: the record ends with this page, unless a link or a form carries the token. */
  inMemory?: boolean | undefined;
  /** The token before this one, whose report may not have come to its end. */
  previous?: EndlinkRecord | undefined;
}

/** Any value in the stored JSON. */
type Stored = Partial<EndlinkRecord> | string | null;

let memory: EndlinkRecord | undefined;

/**
 * Reads the record of this tab, or replaces it by `next`.
 *
 * It lives in sessionStorage, which belongs to one tab and survives its page hops; in memory where that is blocked.
 */
export function record(next?: EndlinkRecord): EndlinkRecord | undefined {
  try {
    if (next) {
      // In memory first: where storage is blocked, its mere name throws, before anything to the right of it is done.
      memory = next;
      sessionStorage.vaultlink = JSON.stringify(next);
    } else if (!memory?.inMemory) {
      // Anew each time: another copy of the script may have written, or the page have slept in the back/forward cache.
      memory =
        (JSON.parse((sessionStorage.vaultlink ?? null) as string, (key, value: Stored) =>
          // Whoever wrote it: a record has a token, and holds no other object, which might be one that cannot become text.
          typeof value == 'object' ? value?.token && value : key && value,
        ) as EndlinkRecord) || memory;
    }
  } catch {
    if (memory) memory.inMemory = true;
  }
  return memory;
}
