import type { Outcome } from '../protocol/endlink.ts';
import type { ReportOptions, TagOptions } from '../browser/endlink/options.ts';
import type { EndlinkEngine } from '../browser/endlink/parts.ts';
import { answerProbes } from '../browser/registry.ts';
import type {
  EndlinkState,
  EndlinkStateName,
  StateListener,
  Vaultlink,
} from '../browser/endlink/state.ts';

/** A report that a page has asked for. */
export interface FakeReport extends ReportOptions {
  outcome: Outcome;
}

/** A state as a test gives it. Without an outcome it has the one that the page reported first, or `complete`. */
export type FakeState = { state: EndlinkStateName } & {
  [Name in Exclude<keyof EndlinkState, 'state'>]?: EndlinkState[Name] | undefined;
};

/** A token whose states the test decides. */
export interface FakeEndlink {
  /** State that the page was told last. */
  readonly state: EndlinkState;
  /** Reports that the page has asked for, oldest first. Nothing is sent. */
  readonly reports: readonly FakeReport[];
  /** Tells every element, hook and listener of the page that this is the state now. */
  setState(next: EndlinkStateName | FakeState): void;
}

/** The token of a fake, as a page may hand it to its server. */
const TOKEN = 'fake-endlink-token';

/**
 * Gives this page a token whose states the test decides. Nothing is sent, and nothing is stored. A report leaves the state at `reporting` until the
 * test calls `setState()`.
 *
 * Call it before the page mounts anything of Vaultlink; `resetVaultlink()` takes it away.
 *
 * @param initialState default: `waiting`
 * @throws Error where the page has a token already: `resetVaultlink()` is missing
 * @example
 * const endlink = fakeEndlink();
 * render(<Survey />);
 * expect(endlink.reports).toEqual([{ outcome: 'complete' }]);
 * endlink.setState('confirmed');
 */
export function fakeEndlink(initialState: EndlinkStateName | FakeState = 'waiting'): FakeEndlink {
  if (window.vaultlink) {
    throw new Error('This page has a token already: call resetVaultlink() before fakeEndlink().');
  }
  answerProbes();
  const reports: FakeReport[] = [];
  const stateOf = (next: EndlinkStateName | FakeState): EndlinkState => {
    const given = typeof next === 'string' ? { state: next } : next;
    const isReported = !['missing', 'waiting', 'expired'].includes(given.state);
    return {
      ...(isReported && { outcome: reports[0]?.outcome ?? 'complete' }),
      ...given,
    } as EndlinkState;
  };
  let state = stateOf(initialState);
  const listeners = new Set<StateListener>();
  const options: TagOptions = {};

  const setState = (next: EndlinkStateName | FakeState) => {
    state = stateOf(next);
    for (const listener of [...listeners]) listener(state);
  };

  // What carries the token to other pages is left out: no page of a unit test is left.
  const engine = {
    options,
    page: { isEntryUnknown: false, isSeen: true, presenters: new Set() },
    seen: Promise.resolve(),
    ready: Promise.resolve(),
    state: () => state,
    subscribe(listener: StateListener) {
      listeners.add(listener);
      listener(state);
      return () => {
        listeners.delete(listener);
      };
    },
    token: () => (state.state === 'missing' ? undefined : TOKEN),
    report(outcome: Outcome, how?: ReportOptions) {
      reports.push({ outcome, ...(how?.via && { via: how.via }) });
      const isOpen = state.state === 'waiting' || state.state === 'expired';
      // The first outcome is locked, as by the real engine.
      if (isOpen) setState({ ...state, state: 'reporting', outcome });
      return Promise.resolve(state);
    },
    push(callback: (vaultlink: Vaultlink) => void) {
      callback(engine);
    },
    carry: (url: string) => url,
    configure: (more?: TagOptions) => void Object.assign(options, more),
    // No part is downloaded: there is nothing to send, and nothing to explain.
    load: () => Promise.resolve(undefined),
    parts: {},
    readRecord: () => undefined,
    ownRecord: () => undefined,
    readAddress: () => undefined,
    notify: () => undefined,
  } as unknown as EndlinkEngine;
  window.vaultlink = engine;

  return {
    get state() {
      return state;
    },
    reports,
    setState,
  };
}
