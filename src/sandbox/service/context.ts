import type { Clock } from '../market/clock.ts';
import type { Market } from '../market/market.ts';
import type { RandomSource } from '../market/random-token.ts';
import type { BasePath } from './base-path.ts';
import type { Behaviour } from './behaviour/behaviour.ts';

/** What the chapters of the interface share: the marketplace, its time, its switches and where all of it is. */
export interface ServiceContext extends BasePath {
  readonly clock: Clock;
  /** Makes tokens, secrets and ids. */
  readonly random: RandomSource;
  /** Signs access tokens. */
  readonly signingKey: Uint8Array;
  /** The switches as they are now. */
  readonly behaviour: Behaviour;
  /** The marketplace as it is now: silence that has lasted long enough is a failure. */
  market(): Market;
  /** To be called after every change of the marketplace. */
  changed(change: 'state'): void;
}

/** What a route notes about the request that it answers. */
export interface CallNotes {
  /** Its number in the log, from 1. */
  readonly number: number;
  /** The endlink token that the request carries. */
  readonly token: string | null;
  /** Whether this very request consumed the token. */
  spent: boolean;
  /** Why it was answered as it was, in one sentence without a whole token; `null` until it is answered. */
  reason: string | null;
  /** The section of the interface that the reason follows from, such as `3.2`. */
  section: string | null;
}

/** What a route of the service gets beside the request: its notes for the log. */
export interface ServiceEnvironment {
  Bindings: { entry: CallNotes };
}
