import type { Store } from '../../bff/index.ts';
import type { ServeSettings } from '../config/environment.ts';
import type { ServiceFetch } from '../http/undici-fetch.ts';

/** How a check ended, in a word. */
export type Mark = 'ok' | 'warning' | 'failed' | 'not checked';

/** What a check has found. No secret is in it. */
export interface Finding {
  mark: Mark;
  /** What was seen: a sentence. */
  saw: string;
  /** What to do about it: a sentence or more each. */
  advice: readonly string[];
}

/** By what a check reaches what it looks at. */
export interface Connections {
  /** Follows no redirect. */
  fetch: ServiceFetch;
  /** Until when the certificate of an https address is valid, in milliseconds since 1970. */
  certificateEndMs(address: string): Promise<number>;
  /** The store, opened once. */
  store(): Promise<Store>;
  /** Real time in milliseconds since 1970, and fractions of them. */
  now: () => number;
  /** For how long an answer is waited for, the store's included. */
  timeoutMs: number;
}

/** What is examined. */
export interface Setup {
  settings: ServeSettings;
  connections: Connections;
}

/** The parts of an installation, in the order in which they are looked at. */
export type Group = 'Configuration' | 'Service' | 'Backend' | 'Pages' | 'Store';

/** One thing to look at. */
export interface Check {
  id: string;
  group: Group;
  /** For a person, at most 14 characters. */
  title: string;
  /** Ids of checks without which this one says nothing. Default: none. */
  needs?: readonly string[];
  /** @throws NoAnswer where nobody answers, which is a finding, too */
  look(setup: Setup): Finding | Promise<Finding>;
}

const finding =
  (mark: Mark) =>
  (saw: string, ...advice: string[]): Finding => ({ mark, saw, advice });

/** It is as it should be. */
export const ok = finding('ok');
/** It works, but not as well as it could, or not for ever. */
export const warning = finding('warning');
/** It does not work. */
export const failed = finding('failed');
/** Nothing is known about it. */
export const notChecked = finding('not checked');
