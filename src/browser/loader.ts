/**
 * The script tag: a classic script, first in the head. It finds the other parts beside itself.
 *
 * @module
 */
import type { Outcome } from '../protocol/endlink.ts';
import { createEngine } from './endlink/engine.ts';
import type { Load } from './endlink/parts.ts';

const found = window.vaultlink;

/** How long until a part that could not be downloaded is asked for again. */
const RELOAD_DELAY_MS = 5000;

/** A browser remembers that it could not have a module (https://github.com/whatwg/html/issues/6768). With another fragment it tries again. */
const failures: Record<string, string> = {};
const load = (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ new URL(`vaultlink-${name}.js#${failures[name]}`, src) as never).catch(
    () => {
      failures[name] += '!';
      setTimeout(load, RELOAD_DELAY_MS, name);
    },
  );

// Its address as it is now: a router, or a `<base>`, makes another of a relative one later.
const { src, dataset: options } = document.currentScript as HTMLScriptElement;

/** Once is enough, however often the page changes: what cannot be had is asked for again by itself. */
let elements: Promise<unknown> | undefined;
const scan = () => {
  if (document.querySelector('endlink-finish,vault-connect,vault-push')) {
    elements ??= load('elements');
  }
};

if (found?.report) {
  // It says so.
  void load('diagnostics');
} else {
  const engine = createEngine(options, load as Load);
  window.vaultlink = engine;
  // All else waits for the end of this task: the first touch of the storage costs more than the whole script.
  setTimeout(async () => {
    await engine.ready;
    const outcome =
      options.outcome ?? new URLSearchParams(location.search).get(options.outcomeParam!);
    if (engine.record()) void load('report');
    if (outcome) void engine.report(outcome as Outcome);
    new MutationObserver(scan).observe(document, { childList: true, subtree: true });
    scan();
  });
  // Last: what the page has queued may throw.
  found?.forEach?.(engine.push);
}
