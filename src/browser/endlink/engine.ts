import { isPlaceholder, LANDING_NAMES, readLanding, withLanding } from '../../protocol/endlink.ts';
import type { EndlinkOptions } from './options.ts';
import type { EndlinkEngine, Load } from './parts.ts';
import { record } from './record.ts';
import type { EndlinkRecord } from './record.ts';

/**
 * What every page needs: captures the token, at once or when a prerendered page is activated, keeps its record and locks the outcome. All
 * that can wait is in the other parts: this one is on every page, and is counted in bytes.
 *
 * @see interface §4.4
 */
export const createEngine = (options: EndlinkOptions, load: Load): EndlinkEngine => {
  const engine = {
    state() {
      // eslint-disable-next-line @typescript-eslint/no-unused-vars
      const { token, query, previous, ...known } = { state: 'missing', ...record() };
      return known;
    },

    options,
    load,
    record,

    token: () => record()?.token,

    push: (callback) => callback(engine),

    carry(url) {
      try {
        const { outcome, query } = record()!;
        const target = new URL(url, location.href);
        // A token whose outcome is locked stays, for the page behind the URL could report another one. `mailto:` and its like have no host.
        if (!outcome && options.carry!.match(/\S+/g)!.includes(target.host))
          return withLanding(target, query);
      } catch {
        // There is no token, no host that may have it, or no URL.
      }
      return url;
    },

    capture() {
      const { rest, ...landing } = readLanding(location.href, {
        token: options.tokenParam || LANDING_NAMES.token,
        sellerId: options.sellerParam || LANDING_NAMES.sellerId,
        interactionId: options.interactionParam,
      });
      const { token } = landing;
      if (token == null) return;
      const previous = record();
      if (isPlaceholder(token)) {
        engine.placeholder = token;
        void load('diagnostics');
      } else if (previous?.token !== token) {
        // The one before may have a report that is not at its end.
        record({
          ...landing,
          capturedAtMs: Date.now(),
          state: 'waiting',
          previous,
        } as EndlinkRecord);
      }
      // A router's own state stays, for its back button lives on it: https://github.com/sveltejs/kit/issues/1728
      if (options.scrub !== 'off')
        try {
          history.replaceState(history.state, '', rest);
        } catch {
          // Where the address cannot be changed, the token is on record all the same.
        }
    },

    async report(outcome, how) {
      const current = record();
      // On record before anything asynchronous: whatever fails from here on, the outcome is known.
      if (current && !current.outcome) record({ ...current, ...how, outcome, state: 'reporting' });
      await (await load('report'))?.report(outcome, how);
      return engine.state();
    },
  } as EndlinkEngine;

  const start = async () => {
    // A prerendered page has a copy of sessionStorage that is discarded on activation, and what it captured with it:
    // https://wicg.github.io/nav-speculation/prerendering.html
    if (document.prerendering) {
      await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve));
    }
    engine.capture();
  };
  engine.ready = start();
  return engine;
};
