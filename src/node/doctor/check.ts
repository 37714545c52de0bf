import type { Store } from '../../bff/index.ts';
import type { CheckResult } from '../../findings/index.ts';
import type { ServeSettings } from '../config/environment.ts';

/** Connections of the checks to the network and the store. */
export interface Connections {
  /** Follows no redirect. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Returns the expiry date of the certificate at an https URL, in milliseconds since 1970. */
  certificateEndMs(address: string): Promise<number>;
  /** The store, opened once. */
  store(): Promise<Store>;
  /** The store that keeps the outcomes, opened once. */
  outbox(): Promise<Store>;
  /** Real time in milliseconds since 1970, with fractions. */
  now: () => number;
  /** Timeout for each response, including those of the stores. */
  timeoutMs: number;
}

/** The installation that is checked. */
export interface Setup {
  settings: ServeSettings;
  connections: Connections;
}

/** The parts of an installation, in the order of the checks. */
export type Group = 'Configuration' | 'Service' | 'Backend' | 'Pages' | 'Store' | 'Outcomes';

/** A check. */
export interface Check {
  id: string;
  group: Group;
  /** Title in the output, at most 14 characters. */
  title: string;
  /** Ids of checks that must succeed before this one makes sense. Default: none. */
  needs?: readonly string[];
  /** @throws NoResponseError if a server does not respond; the caller turns it into a result */
  run(setup: Setup): CheckResult | Promise<CheckResult>;
}
