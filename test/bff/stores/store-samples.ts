import type { Awaitable, Grant, Session, Store } from 'vaultlink/bff';
import { NOON_MS } from '../support/time.ts';
import type { Time } from '../support/time.ts';

/** A store that holds `grant-1` of `user-1`, to which `session-1` leads. */
export interface OpenedStore {
  time: Time;
  store: Store;
  /** The same one, as another process has it. */
  other: Store;
  /** All that it holds; `undefined`: it cannot be looked into. */
  contents?: (() => Awaitable<unknown>) | undefined;
}

export const DAY_MS = 86_400_000;

export const grantOf = (id: string, subject = 'user-1'): Grant => ({
  id,
  subject,
  sealed: `sealed-${id}`,
  version: 1,
  scope: 'push_packet',
  expiresAtMs: NOON_MS + DAY_MS,
  receivedAtMs: NOON_MS,
});

export const sessionOf = (id: string, grantId: string): Session => ({
  id,
  grantId,
  expiresAtMs: NOON_MS + 2 * DAY_MS,
});

export const pair = {
  sealed: 'sealed-anew',
  expiresAtMs: NOON_MS + 2 * DAY_MS,
  receivedAtMs: NOON_MS + DAY_MS,
};
