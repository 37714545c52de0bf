import type { VaultError } from '../../protocol/index.ts';
import type { Answers, PushReply } from '../../protocol/index.ts';
import { assertNoMistakes } from '../config/mistakes.ts';
import { mistakesOfKeys } from '../../options/unknown-keys.ts';
import type { KnownKeys } from '../../options/unknown-keys.ts';
import type { PauseGate } from './pause-gate.ts';

/** Answers to push, and the user whose vault receives them. Further properties are returned with the result. */
export interface PushItem {
  /** The user, as named by `VaultBffOptions.subject`. */
  subject: string;
  packetId: string;
  answers: Answers;
}

/** Result of one item. */
export type PushResult<Item extends PushItem = PushItem> = PushSucceeded<Item> | PushFailed<Item>;

/** The service accepted the answers. */
export interface PushSucceeded<Item extends PushItem = PushItem> extends PushAttempts {
  item: Item;
  ok: true;
  /** The service's own JSON. */
  reply: PushReply;
}

/** The answers were refused, or the result is unknown. */
export interface PushFailed<Item extends PushItem = PushItem> extends PushAttempts {
  item: Item;
  ok: false;
  /** Error of the last attempt. Codes are those of `VaultBff.push`. */
  error: VaultError;
  /** Set if the item was abandoned because the run ended: by its signal, its timeout, or its consumer. */
  isGivenUp: boolean;
  /** Set if no other push would succeed either: the service refuses the client, or the token of every user. */
  haltedBy?: 'client' | 'service';
}

/** Attempts that an item took. */
export interface PushAttempts {
  /** Number of requests that were sent. */
  attempts: number;
  /** Number of attempts with an unknown result. Their answers may have arrived, even if the push finally failed, and more than once if it was retried. */
  unknownAttempts: number;
}

/** Options of `pushMany`. */
export interface PushManyOptions {
  /** Maximum number of pushes in flight. Default: 8, since the interface documents no rate limit. @see interface §8 */
  concurrency?: number | undefined;
  /** Maximum number of attempts for each item. 429 responses count separately: up to 20 more. Default: 10. */
  maxAttempts?: number | undefined;
  /**
   * Retries a push although the service may have accepted it: there was no response, or a 500, 502 or 504. A push goes into a new sellers
   * packet "or existing" (interface §3.1), so a repeated one should change nothing, but the interface does not guarantee it. Default: `true`.
   */
  retryAmbiguous?: boolean | undefined;
  /** Timeout of the whole run in milliseconds; at most 2,147,483,647. The run then stops as by `signal`. Default: no limit. */
  timeoutMs?: number | undefined;
  /**
   * Stops the run: no further item is read, and waiting pushes are abandoned. Requests in flight are awaited, because aborting them would only make
   * their results unknown.
   */
  signal?: AbortSignal | undefined;
  /** Gate that every push passes before it is sent. Default: a gate for this run only. */
  gate?: PauseGate | undefined;
  /**
   * Maximum duration of an outage, in which the service refuses the token of every user, even new ones, in milliseconds. Meanwhile the run pauses,
   * and one push at a time probes the service. Then the items that were not sent fail with `service_error`, and the run ends. Default: 600,000.
   */
  outageTimeoutMs?: number | undefined;
  /** Called with `true` when an outage begins, and with `false` when it ends. */
  onOutage?: ((isOutage: boolean) => void) | undefined;
  /** Continues the run after `outageTimeoutMs`, as a worker does. Only the waiting items fail then. Default: `false`. */
  outlastsOutage?: boolean | undefined;
}

/** {@link PushManyOptions} with defaults applied. */
export interface PushManySettings {
  concurrency: number;
  maxAttempts: number;
  retryAmbiguous: boolean;
  timeoutMs: number | undefined;
  outageTimeoutMs: number;
}

/** Long enough for a restart or a corrected configuration of the service. */
export const OUTAGE_TIMEOUT_MS = 600_000;

const OPTIONS: KnownKeys<PushManyOptions> = {
  concurrency: true,
  maxAttempts: true,
  retryAmbiguous: true,
  timeoutMs: true,
  signal: true,
  gate: true,
  outageTimeoutMs: true,
  onOutage: true,
  outlastsOutage: true,
};

/** Maximum delay of a timer in any runtime. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * Validates options and applies defaults.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each option that is out of range or does not exist
 */
export function settingsOf(options: PushManyOptions): PushManySettings {
  const { concurrency = 8, maxAttempts = 10, retryAmbiguous = true, timeoutMs } = options;
  const { outageTimeoutMs = OUTAGE_TIMEOUT_MS } = options;
  const messages = mistakesOfKeys(options, OPTIONS);
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;
  if (!isWhole(concurrency)) messages.push('concurrency must be a whole number from 1.');
  if (!isWhole(maxAttempts)) messages.push('maxAttempts must be a whole number from 1.');
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    messages.push(`timeoutMs must be more than 0, and ${MAX_TIMEOUT_MS} at most.`);
  }
  if (!(outageTimeoutMs >= 0)) messages.push('outageTimeoutMs must be a number from 0.');
  assertNoMistakes(messages);
  return { concurrency, maxAttempts, retryAmbiguous, timeoutMs, outageTimeoutMs };
}
