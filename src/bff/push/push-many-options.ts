import { VaultError } from '../../protocol/index.ts';
import type { Answers, PushReply } from '../../protocol/index.ts';
import type { PauseGate } from './pause-gate.ts';

/** Answers to be pushed, and whose vault they go into. Whatever else it holds comes back with its result. */
export interface PushItem {
  /** As `VaultBffOptions.subject` named the user. */
  subject: string;
  packetId: string;
  answers: Answers;
}

/** How the push of one item ended. */
export type PushResult<Item extends PushItem = PushItem> = PushSucceeded<Item> | PushFailed<Item>;

/** The service has taken the answers. */
export interface PushSucceeded<Item extends PushItem = PushItem> extends PushAttempts {
  item: Item;
  ok: true;
  /** The service's own JSON. */
  reply: PushReply;
}

/** The answers were refused, or nobody knows. */
export interface PushFailed<Item extends PushItem = PushItem> extends PushAttempts {
  item: Item;
  ok: false;
  /** What the last attempt ended in. Codes are those of `VaultBff.push`. */
  error: VaultError;
  /** Whether it was not tried to the end, because the run was: by its signal, its time, or its reader. */
  isGivenUp: boolean;
  /** Why no other push would succeed either: the service refuses the client, or the token of every user. */
  haltedBy?: 'client' | 'service';
}

/** What it took. */
export interface PushAttempts {
  /** How often a request left; 0: none did. */
  attempts: number;
  /**
   * How many of them ended without anybody knowing whether the service took the answers: they may have arrived, even where the push failed in
   * the end, and more than once where it was sent again.
   */
  unknownAttempts: number;
}

/** How many items are pushed at a time, how patiently, and until when. */
export interface PushManyOptions {
  /** How many pushes are under way at a time, at most. Default: 8, since the interface shows no limit of requests. @see interface §8 */
  concurrency?: number | undefined;
  /** How often one item is tried, at most. An answer 429 counts separately: 20 more. Default: 10. */
  maxAttempts?: number | undefined;
  /**
   * Whether a push is sent again though the service may have taken it: it did not answer, or with 500, 502 or 504. A push goes into a new sellers
   * packet "or existing" (interface §3.1), so a second one should change nothing; the interface does not say so outright. Default: `true`.
   */
  retryAmbiguous?: boolean | undefined;
  /** For how long all of it may take, in milliseconds; at most 2,147,483,647. Then it stops, as by `signal`. Default: no limit. */
  timeoutMs?: number | undefined;
  /**
   * Stops: no further item is read, and what waits is given up. Requests that are out are still waited for, because to cut one off would only make
   * its result unknown. Then the results end.
   */
  signal?: AbortSignal | undefined;
  /** What every push passes before it is sent. Default: a gate of this run alone. */
  gate?: PauseGate | undefined;
  /**
   * For how long the service may refuse the token of every user, new ones too, in milliseconds. Meanwhile the run pauses, and one push at a time
   * finds out whether that is over. Then the items that were not sent are given up with `service_error`, and the run ends. Default: 600,000.
   */
  outageTimeoutMs?: number | undefined;
  /** Called with `true` when such an outage begins, and with `false` when it is over. */
  onOutage?: ((isOutage: boolean) => void) | undefined;
  /** Whether the run goes on after `outageTimeoutMs`, such as that of a worker: only the items that wait are given up. Default: `false`. */
  outlastsOutage?: boolean | undefined;
}

/** {@link PushManyOptions} with their defaults. */
export interface PushManySettings {
  concurrency: number;
  maxAttempts: number;
  retryAmbiguous: boolean;
  timeoutMs: number | undefined;
  outageTimeoutMs: number;
}

/** A restart of the service, or a mended configuration of its, takes no longer. */
export const OUTAGE_TIMEOUT_MS = 600_000;

/** The longest that a timer of any runtime waits. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** @throws VaultError `configuration_error` with one of `messages` for each option that is no such number */
export function settingsOf(options: PushManyOptions): PushManySettings {
  const { concurrency = 8, maxAttempts = 10, retryAmbiguous = true, timeoutMs } = options;
  const { outageTimeoutMs = OUTAGE_TIMEOUT_MS } = options;
  const messages: string[] = [];
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;
  if (!isWhole(concurrency)) messages.push('concurrency must be a whole number from 1.');
  if (!isWhole(maxAttempts)) messages.push('maxAttempts must be a whole number from 1.');
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)) {
    messages.push(`timeoutMs must be more than 0, and ${LONGEST_TIMEOUT_MS} at most.`);
  }
  if (!(outageTimeoutMs >= 0)) messages.push('outageTimeoutMs must be a number from 0.');
  if (messages.length)
    throw new VaultError('configuration_error', messages.join(' '), { messages });
  return { concurrency, maxAttempts, retryAmbiguous, timeoutMs, outageTimeoutMs };
}
