/**
 * What the parts of the endlink know of each other. The engine is on every page; a part is downloaded where it is needed, and its `start` is
 * called once with the engine of the page.
 *
 * @module
 */
import type { Carrier } from './carry.ts';
import type { Answer } from './lifecycle.ts';
import type { ReportOptions, TagOptions } from './options.ts';
import type { OpenRecord, StoredRecord } from './record.ts';
import type { Vaultlink } from './state.ts';

/** Makes one request for an open record, or plays one. Never throws. */
export type Transport = (record: OpenRecord) => Promise<Answer>;

/** What each part offers once it has started. */
export interface Parts {
  /** `token-part.ts`: on every page of a seller who has a token, and where a report is asked for. */
  token: {
    /** @param token the one that the outcome belongs to. Default: the tab's */
    report: (outcome: unknown, options?: ReportOptions, token?: string) => Promise<void>;
  };
  /** `relay.ts`: when reports go through the buyer's server. */
  relay: { send: Transport };
  /** `dry-run.ts`: when reports are played and not sent. */
  'dry-run': { send: Transport };
  /** `frames.ts`: where a frame waits for its address, and on a page with a token and a frame. */
  frames: object;
  /** `fill.ts`: where an input asks to be filled, on a page with a token. */
  fill: object;
  /** `script-navigation.ts`: where other hosts may have the token, or sessionStorage is blocked. */
  'script-navigation': object;
  /** `blocked-storage.ts`: where sessionStorage is blocked. */
  'blocked-storage': object;
  /** `diagnostics.ts`: when something is wrong. */
  diagnostics: { explain: (problem: Problem) => void };
  /** `elements-part.ts`: where the page has an element. */
  elements: object;
  /** `debug.ts`: where the tag has `data-debug`. Not part of a bundle. */
  debug: object;
}

/** A part: downloaded as `vaultlink-NAME.js`. */
export type PartName = keyof Parts;

/** The module of a part. */
export interface PartModule {
  start: (engine: EndlinkEngine) => unknown;
}

/**
 * Downloads the module of a part.
 *
 * @param failures how many downloads of this page have failed: a browser remembers an address that it could not load
 */
export type ImportPart = (
  name: PartName,
  failures: number,
  options: TagOptions,
) => Promise<PartModule>;

/** Something that the buyer has to know, explained in the console. */
export type Problem =
  | { kind: 'conflict'; name: string; first: string; second: string }
  | { kind: 'unreadable'; name: string }
  | { kind: 'unknown entry' }
  | { kind: 'short token'; name: string }
  | { kind: 'test'; value: string }
  | { kind: 'base URL'; value: string }
  | { kind: 'outcome map'; value: string }
  | { kind: 'carry'; value: string }
  | { kind: 'no answer' }
  | { kind: 'no relay'; url: string; body: string }
  | { kind: 'unreachable relay'; url: string }
  | { kind: 'loaded twice' }
  | { kind: 'no token' }
  | { kind: 'no outcome'; value: unknown }
  | { kind: 'outcome is locked'; value: unknown; locked: string }
  | { kind: 'redirected' }
  | { kind: 'refused'; status: number; body: string }
  | { kind: 'waits for an outcome' }
  | { kind: 'is not rendered' };

/** The page's {@link Vaultlink}, and what its parts need from it. */
export interface EndlinkEngine extends Vaultlink, Carrier {
  ready: Promise<void>;
  readonly options: TagOptions;
  /** The tab's record as it is stored, or, with `next`, replaces it. */
  readonly record: (next?: StoredRecord) => StoredRecord | undefined;
  /** Loads and starts a part, once. `undefined`: it cannot be had now; it is asked for again, and continues then. */
  readonly load: <Name extends PartName>(name: Name) => Promise<Parts[Name] | undefined>;
  /** Fills options that are still open, and looks again at what they name. */
  configure: (options?: TagOptions) => void;
  /** Reads a token, and an outcome, out of an address of this page. Default: the present one. */
  readonly readAddress: (url?: string) => void;
  /** Calls every listener with the present state. */
  readonly notify: () => void;
  /** Listens for `pagehide`, until the part that reports does. */
  readonly sendOnLeave: () => void;
  /** Listens for `pagehide`: writes the record back where the page has cleared it. */
  readonly keepRecord: () => void;
  /** Disconnects the script tag's observer. The part for tokens calls it, because its own observer looks for the same and more. */
  stopWatching?: () => void;
  /** The token that the address of this page held, until its history entry is marked. */
  landed?: string | undefined;
  /** The token that the page erased by `forget()`. The address of the page may still have it. */
  forgottenToken?: string | undefined;
  /** Ends the wait of a page that the seller came back to: its token is the tab's again, or is not known. */
  onEntryKnown?: () => void;
  /** It is not known to which token this page belongs, so it reports nothing by itself. */
  isEntryUnknown?: boolean;
  /** Takes the tokens of the tab out of a text that others wrote. */
  redact?: (text: string) => string;
  /** What a survey tool left in the token's place. */
  placeholder?: string;
  /** Whether the dry run has answered a report of this page. */
  isDryRunPlayed?: boolean;
  /** The rendered elements that dispatch the events of the state. Without one, events are dispatched on the document. */
  presenters?: Set<EventTarget>;
}

/** Has a problem explained in the console. */
export function explain(engine: EndlinkEngine, problem: Problem): void {
  void engine.load('diagnostics').then((part) => part?.explain(problem));
}
