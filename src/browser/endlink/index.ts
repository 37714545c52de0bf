/**
 * The endlink without a script tag and without elements, for pages that are built with a bundler.
 *
 * Importing it does nothing, on a server too. A page has one engine: where the script tag has set it up, these functions use that one.
 *
 * @module
 */
import type { Outcome } from '../../protocol/endlink.ts';
import { createEngine } from './engine.ts';
import type { EndlinkEngine, Load } from './parts.ts';
import type { EndlinkOptions, ReportOptions } from './options.ts';
import type { EndlinkState } from './state.ts';

export type { Outcome } from '../../protocol/endlink.ts';
export type { EndlinkOptions, ReportOptions, Via } from './options.ts';
export type { RecordState } from './record.ts';
export type { EndlinkState, EndlinkStateName, Vaultlink, VaultlinkQueue } from './state.ts';

/** How long until a part that could not be downloaded is asked for again. */
const RELOAD_DELAY_MS = 5000;

const parts = {
  report: () => import('./report.ts'),
  page: () => import('./page.ts'),
  relay: () => import('./relay.ts'),
  diagnostics: () => import('./diagnostics.ts'),
};

/** The engine of this page, set up with `options` unless it was there before. For the elements. */
export function endlinkEngine(options: EndlinkOptions = {}): EndlinkEngine {
  const found = window.vaultlink;
  if (found?.report) return found as EndlinkEngine;
  const load = (name: keyof typeof parts): Promise<unknown> =>
    parts[name]().catch(() => {
      setTimeout(load, RELOAD_DELAY_MS, name);
    });
  // A copy: the engine adds to its options.
  const engine = createEngine({ ...options }, load as Load);
  window.vaultlink = engine;
  found?.forEach?.(engine.push);
  void engine.ready.then(() => engine.record() && engine.load('report'));
  return engine;
}

/**
 * Captures the token of the landing page, as the script tag does. Call it on every page, before anything else.
 *
 * @returns the state; on a server always `missing`
 * @see interface §4.4 rule 4
 */
export function captureEndlink(options: EndlinkOptions = {}): EndlinkState {
  return isServer() ? { state: 'missing' } : endlinkEngine(options).state();
}

/** What is known of this tab's token. */
export function endlinkState(): EndlinkState {
  return captureEndlink();
}

/**
 * Reports how it ended. It never throws: an outcome that does not exist changes nothing and is explained in the console.
 *
 * @returns the state after the first answer, or after the first attempt that had none; further attempts follow by themselves. On a server
 *   always `missing`
 * @see interface §4.4
 */
export async function reportOutcome(
  outcome: Outcome,
  options?: ReportOptions,
): Promise<EndlinkState> {
  return isServer() ? { state: 'missing' } : endlinkEngine().report(outcome, options);
}

/**
 * The URL with the token on it where its host may receive it (the option `carry`), else unchanged; what is no URL, too.
 */
export function carry(url: string): string {
  return isServer() ? url : endlinkEngine().carry(url);
}

const isServer = () => typeof window === 'undefined';
