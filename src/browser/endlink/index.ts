/**
 * The endlink without a script tag and without elements, for pages that are built with a bundler.
 *
 * Importing it does nothing, on a server too. A page has one engine: where the script tag has installed it, these functions use that one.
 *
 * @module
 */
import type { Outcome } from '../../protocol/endlink.ts';
import { endlinkEngine, findEngine } from '../registry.ts';
import { registerBundledEngine } from './bundled-engine.ts';
import { explainConflicts } from './conflicts.ts';
import type { EndlinkOptions, ReportOptions } from './options.ts';
import type { EndlinkEngine } from './parts.ts';
import { landingUrlInMemory, readSnapshot } from './snapshot.ts';
import type { EndlinkState, StateListener } from './state.ts';

export type { Outcome } from '../../protocol/endlink.ts';
export type { EndlinkEvent, EndlinkEventType } from './endlink-events.ts';
export type { DryRun, EndlinkOptions, ReportOptions, TagOptions, Via } from './options.ts';
export type { RecordState } from './record.ts';
export type {
  EndlinkState,
  EndlinkStateName,
  StateListener,
  Vaultlink,
  VaultlinkQueue,
} from './state.ts';

/**
 * Captures the token of the landing page, as the script tag does. Call it on every page, before anything else.
 *
 * Options that are set elsewhere on the page too (script tag, `window.vaultlinkConfig`) keep their first value.
 *
 * @returns the state; on a server always `missing`
 * @see interface §4.4 rule 4
 */
export function captureEndlink(options: EndlinkOptions = {}): EndlinkState {
  return isServer() ? { state: 'missing' } : pageEngine(options).state();
}

/**
 * Returns what is known of this tab's token. A call writes nothing, so a framework may make it while it renders: on a page that has captured nothing yet,
 * it reads the landing address into memory. Subscribing stores the token and takes it out of the address; without a subscription that happens
 * shortly after the call.
 */
export function endlinkState(): EndlinkState {
  if (isServer()) return { state: 'missing' };
  // A page that only reads its state shall not lose the token.
  if (!findEngine()) setTimeout(captureRemembered);
  return readSnapshot();
}

/** Captures what a snapshot has read, unless a unit test has ended in the meantime. */
function captureRemembered(): void {
  if (!isServer() && landingUrlInMemory()) pageEngine();
}

/**
 * Calls `listener` at once with the present state, and again with each new one. On a server it does nothing.
 *
 * @returns a function that ends the subscription
 */
export function subscribeToEndlink(listener: StateListener): () => void {
  return isServer() ? () => undefined : pageEngine().subscribe(listener);
}

/**
 * Reports the outcome of the survey. It never throws: an outcome that does not exist changes nothing and is explained in the console.
 *
 * @returns the state after the first answer, or after the first attempt that had none; further attempts follow by themselves. On a server
 *   always `missing`
 * @see interface §4.4
 */
export async function reportOutcome(
  outcome: Outcome,
  options?: ReportOptions,
): Promise<EndlinkState> {
  return isServer() ? { state: 'missing' } : pageEngine().report(outcome, options);
}

/** Returns the URL with the token on it where its host may receive it (the option `carry`, or this host), else unchanged; what is no URL, too. */
export function carry(url: string): string {
  return isServer() ? url : pageEngine().carry(url);
}

/**
 * Erases the token and all that is known of it, for good: for a page where somebody logs out. What a page clears itself (`sessionStorage.clear()`)
 * is written back when the page is left, so that a seller's outcome is not lost. On a server it does nothing.
 */
export function forgetEndlink(): void {
  if (!isServer()) pageEngine().forget();
}

function pageEngine(options: EndlinkOptions = {}): EndlinkEngine {
  registerBundledEngine();
  const engine = endlinkEngine(options);
  explainConflicts(engine, options);
  return engine;
}

const isServer = () => typeof window === 'undefined';
