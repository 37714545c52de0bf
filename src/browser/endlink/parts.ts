/**
 * Types of the endlink's engine and of its parts. The engine is on every page; a part is downloaded where it is needed, and its `start` is
 * called once with the engine of the page.
 *
 * @module
 */
import type { ConsoleCause } from '../../protocol/causes.ts';
import type { SelfCheck } from '../../protocol/self-check.ts';
import type { Carrier, Ways } from './carry.ts';
import type { Answer } from './lifecycle.ts';
import type { ReportOptions, TagOptions } from './options.ts';
import type { StoredRecord, UnsettledRecord } from './record.ts';
import type { Vaultlink } from './state.ts';
import type { TabRecord } from './tab-record.ts';

/** Makes one request for a record that is not settled; in a dry run, only pretends to. Never throws. */
export type Transport = (record: UnsettledRecord) => Promise<Answer>;

/** Functions that each part offers once it has started. */
export interface Parts {
  /** `token-part.ts`: on every page of a seller who has a token, and where a report is asked for. */
  token: {
    /** @param token the one that the outcome belongs to. Default: the tab's */
    report: (outcome: unknown, options?: ReportOptions, token?: string) => Promise<void>;
    /** All ways to carry the token. They replace the plain ones. */
    ways: Ways;
    /** Reads options that were set after the start. */
    readOptions: () => void;
    /** Sends the locked outcomes at once, because the page is being left. */
    sendOnLeave: () => void;
    /** Removes the tokens of the tab from a text that other code has made. */
    redact: (text: string) => string;
  };
  /** `relay.ts`: if reports go through the buyer's server. */
  relay: { send: Transport };
  /** `dry-run.ts`: if the page only pretends to send reports. */
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
  diagnostics: { explain: Explain };
  /** `elements-part.ts`: where the page has an element. */
  elements: object;
  /** `debug.ts`: where the tag has `data-debug`. Not part of a bundle. */
  debug: { selfCheck?: () => SelfCheck };
}

/** Finds the elements, for which the part `elements` is loaded. */
export const ELEMENT_SELECTOR = 'endlink-finish,vault-connect,vault-push';

/** A part: downloaded as `vaultlink-NAME.js`. */
export type PartName = keyof Parts;

/** The module of a part. */
export interface PartModule {
  start: (engine: EndlinkEngine) => unknown;
}

/**
 * Downloads the module of a part.
 *
 * @param failures number of failed downloads of the part. A browser remembers an address that it could not load, so each try needs another one
 */
export type ImportPart = (
  name: PartName,
  failures: number,
  options: TagOptions,
) => Promise<PartModule>;

/** Downloads and starts the parts of a page, each once. */
export interface PartLoader {
  /** Loads and starts a part, once. Resolves with `undefined` if the part cannot be downloaded now. The loader then requests it again later. */
  readonly load: <Name extends PartName>(name: Name) => Promise<Parts[Name] | undefined>;
  /** Functions of the parts that have started. The parts for frames and for the panel start later than they are downloaded. */
  readonly parts: Partial<Omit<Parts, 'frames' | 'debug'>>;
  /** Loads a part. Resolves once the part has started, or has failed to start on this page. Failed downloads are repeated. */
  readonly whenStarted: (name: PartName) => Promise<void>;
}

/**
 * Tells the buyer in the console what is wrong.
 *
 * @param cause `base-url`: an address that is missing or wrong, whatever is wrong with it
 * @param details what the sentence names
 */
export type Explain = (
  cause: ConsoleCause | 'base-url',
  details?: Readonly<Record<string, unknown>>,
) => void;

/** Facts about this page, beside the record of its tab. The engine, its parts and the elements share them. */
export interface PageFacts {
  /** The token that the address of this page held, until its history entry is labeled. */
  landed?: string | undefined;
  /** The first token that this page knew. An element that was there then does not report for one that lands later. */
  firstToken?: string | undefined;
  /** The token that the page erased by `forget()`. The address of the page may still have it. */
  forgottenToken?: string | undefined;
  /** It is not known to which token this page belongs, so it reports nothing automatically. */
  isEntryUnknown: boolean;
  /** Set once the page was visible. Until then it may be a prefetch or a preview, so it reports nothing. */
  isSeen: boolean;
  /** Set once the page has received `pagehide`. Later listeners, such as those of `visibilitychange`, may still report. */
  isLeft?: boolean;
  /** Set in WebKit when a navigation begins and the page still runs. Resolves ten seconds later: if the page still exists, its requests have ended. */
  leaving?: Promise<void>;
  /** Text that a survey tool left in the token's place. */
  placeholder?: string;
  /** The causes that the console has named on this page, with their sentences. Missing: none. */
  problems?: Map<ConsoleCause, string>;
  /** Called after each sentence that the console has got. Set by the self-check panel. */
  onProblem?: () => void;
  /** Number of attempts that the dry run has answered on this page, by token. */
  dryRunAttempts?: Map<string, number>;
  /** The rendered elements that dispatch the events of the state. Without one, events are dispatched on the document. */
  readonly presenters: Set<EventTarget>;
}

/** The page's {@link Vaultlink}, and what its parts need from it. Every method works unbound. */
export interface EndlinkEngine extends Vaultlink, Carrier, PartLoader, TabRecord {
  readonly options: TagOptions;
  readonly page: PageFacts;
  /** The browser's own classes and functions, for the parts. */
  readonly browserGlobals: object;
  /** Resolves once the page was visible. */
  readonly seen: Promise<void>;
  /** Sets the options that are not set yet, and reads the address again for parameters that they name. */
  readonly configure: (options?: TagOptions) => void;
  /** Returns the record of this page from the tab's chain of records. Two frames of one tab share the storage, and each may have its own token. */
  readonly ownRecord: () => StoredRecord | undefined;
  /** Reads a token and an outcome from an address of this page. Default: the present address. */
  readonly readAddress: (url?: string) => void;
  /** Calls every listener with the present state. */
  readonly notify: () => void;
}

/** Explains a problem in the console, by the part `diagnostics`. */
export function explain(
  engine: EndlinkEngine,
  cause: Parameters<Explain>[0],
  details?: Parameters<Explain>[1],
): void {
  void engine.load('diagnostics').then((part) => part?.explain(cause, details));
}
