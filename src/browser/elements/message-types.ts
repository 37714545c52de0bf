import type { Outcome } from '../../protocol/endlink.ts';

/** A sentence for each outcome: a seller who did not qualify is not told the same as one who completed. */
export type OutcomeMessage = Readonly<Record<Outcome, string>>;

/** Sentences of `<endlink-finish>`. None claims that something is recorded unless the service has said so. */
export interface FinishMessages {
  /** The seller has to press the button that finishes. */
  readonly waiting: string;
  /** As `waiting`, more than an hour after the landing. */
  readonly expired: string;
  /** A request is on its way. */
  readonly reporting: string;
  /** No readable answer yet; the page tries again by itself. */
  readonly unknown: string;
  /** The service refused. */
  readonly rejected: string;
  /** The service refused after an attempt that had no answer. */
  readonly probablyRecorded: string;
  /** The page's settings are wrong: nothing can be sent from here, so there are no buttons. */
  readonly misconfigured: string;
  /** The survey's own server has the outcome and delivers it. */
  readonly accepted: OutcomeMessage;
  /** The service has counted the outcome. */
  readonly confirmed: OutcomeMessage;
  /** Shown beside the state of a dry run. */
  readonly testRun: string;
  /** Button: reports the outcome. */
  readonly finish: string;
  /** Button: tries again. Shared with `<vault-connect>`. */
  readonly retry: string;
  /** Button: goes to the service's own page. */
  readonly leave: string;
}

/** Sentences of `<vault-connect>`. Its button to try again is `retry` of {@link FinishMessages}. */
export interface ConnectMessages {
  /** The page asks whether the vault is connected. */
  readonly checking: string;
  readonly disconnected: string;
  /** As `disconnected`, after the user declined. */
  readonly denied: string;
  /** The user is at the authorization page, perhaps in another window. */
  readonly connecting: string;
  readonly connected: string;
  /** The connection has ended; the user has to connect again. */
  readonly reconnect: string;
  /** Something went wrong. */
  readonly failed: string;
  /** Button: connects. */
  readonly connect: string;
  /** Button: disconnects. */
  readonly disconnect: string;
}

/** Sentences of `<vault-push>`. */
export interface PushMessages {
  /** A request is on its way. */
  readonly pushing: string;
  /** The service has saved the answers. */
  readonly pushed: string;
  /** The service refused the answers; its own sentences follow. */
  readonly refused: string;
  /** The vault is not connected. */
  readonly unconnected: string;
  /** Too many requests. `{when}` is when to try again, such as "in 30 seconds". */
  readonly busy: string;
  /** Any other refusal. */
  readonly unsaved: string;
  /** No readable answer: the answers may be saved. */
  readonly unanswered: string;
}

/** Everything that the elements say in one language. */
export interface Messages extends FinishMessages, ConnectMessages, PushMessages {}
