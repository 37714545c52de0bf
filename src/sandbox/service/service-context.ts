import type { Clock } from '../market/clock.ts';
import type { Market } from '../market/market.ts';
import type { RandomSource } from '../market/random-token.ts';
import type { BasePath } from './base-path.ts';
import type { FilledEndlink, Visit } from './endlink/endlink-url.ts';
import type { Replies } from './behaviour/reply-table.ts';
import type { Behaviour } from './behaviour/switch-table.ts';

/** Marketplace, clock, switches and base path, shared by all routes of the service. */
export interface ServiceContext extends BasePath {
  readonly clock: Clock;
  /** Source of tokens, secrets and ids. */
  readonly random: RandomSource;
  /** Key that signs access tokens. */
  readonly signingKey: Uint8Array;
  /** Present values of the switches. */
  readonly behaviour: Behaviour;
  /** Present replies, by their reason. */
  readonly replies: Replies;
  /** Returns the marketplace, after packets whose last token has expired without an outcome were marked as failed. */
  market(): Market;
  /** Notes in the log that a seller opened an endlink. Call `emitChange` afterwards. */
  noteOpening(opening: OpenedVisit): void;
  /** Notifies listeners. Call it after every change of the marketplace. */
  emitChange(change: 'state'): void;
}

/** Note of the log about the opening of an endlink. */
export interface OpenedVisit extends Visit, FilledEndlink {
  packet_id: string;
  /** Sentences about the address of the endlink and its filled placeholders, without a whole token. */
  reason: string;
}

/** Log notes of a route about the request that it answers. */
export interface CallNotes {
  /** Its number in the log, from 1. */
  readonly number: number;
  /** The endlink token that the request carries. */
  readonly token: string | null;
  /** The sellers packet that the request is about; `null` if there is none. */
  interaction_id: string | null;
  /** `true` if this request consumed the token. */
  spent: boolean;
  /** The reason for the response, in one sentence without a whole token; `null` until it is answered. */
  reason: string | null;
  /** The section of the interface that the reason follows from, such as `3.2`. */
  section: string | null;
  /** Numbers of the earlier requests that led to the response. */
  causes: readonly number[];
  /** Names of the switches that the reason names. */
  switches: readonly (keyof Behaviour)[];
}

/** Bindings of a route of the service: its notes for the log. */
export interface ServiceEnvironment {
  Bindings: { entry: CallNotes };
}
