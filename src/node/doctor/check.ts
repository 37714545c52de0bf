import type { Store } from '../../bff/index.ts';
import type { ServeSettings } from '../config/environment.ts';

/** Result of a check, in one word. */
export type Mark = 'ok' | 'warning' | 'failed' | 'not checked';

/** The finding of a check. Contains no secret. */
export interface Finding {
  mark: Mark;
  /** Observation of the check, in a sentence. */
  saw: string;
  /** Steps that the operator can take, as one or more sentences each. */
  advice: readonly string[];
}

/** Connections of the checks to the network and the store. */
export interface Connections {
  /** Follows no redirect. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Returns the expiry date of the certificate at an https URL, in milliseconds since 1970. */
  certificateEndMs(address: string): Promise<number>;
  /** The store, opened once. */
  store(): Promise<Store>;
  /** Real time in milliseconds since 1970, with fractions. */
  now: () => number;
  /** Timeout for each response, including those of the store. */
  timeoutMs: number;
}

/** The installation that is checked. */
export interface Setup {
  settings: ServeSettings;
  connections: Connections;
}

/** The parts of an installation, in the order of the checks. */
export type Group = 'Configuration' | 'Service' | 'Backend' | 'Pages' | 'Store';

/** A check. */
export interface Check {
  id: string;
  group: Group;
  /** Title in the output, at most 14 characters. */
  title: string;
  /** Ids of checks that must succeed before this one makes sense. Default: none. */
  needs?: readonly string[];
  /** @throws NoResponseError if a server does not respond; the caller turns it into a finding */
  run(setup: Setup): Finding | Promise<Finding>;
}

const finding =
  (mark: Mark) =>
  (saw: string, ...advice: string[]): Finding => ({ mark, saw, advice });

/** Everything is correct. */
export const ok = finding('ok');
/** It works, but not well, or not permanently. */
export const warning = finding('warning');
export const failed = finding('failed');
/** The check could not find out. */
export const notChecked = finding('not checked');
