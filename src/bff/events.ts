import type { Outcome, VaultErrorCode } from '../protocol/index.ts';
import { BoundedMap } from './bounded-map.ts';

/** Emits an event to the host. Never throws. */
export type Emit = (event: VaultEvent) => void;

/**
 * An event. `grantId` and `subject` identify the user; neither is a secret. `requestId` is the header `X-Request-Id` of the request that caused it, which
 * a proxy can set. Failed requests without it have a random one, and their responses name it in that header.
 */
export type VaultEvent =
  | { type: 'connected' | 'disconnected'; grantId: string; subject: string; requestId?: string }
  | { type: 'refreshed'; grantId: string; subject: string }
  /** The grant is dead: its user must connect again. */
  | { type: 'reconnect_required'; grantId: string; subject: string; reason: string }
  /** A token pair could not be saved yet. It is kept in memory, and saving is retried. */
  | { type: 'save_failed'; grantId: string; subject: string; attempt: number }
  | { type: 'pushed'; grantId: string; subject: string; packetId: string; requestId?: string }
  /** The service has counted an outcome. `outcomeId` is its id in `VaultBff.outcomes`, if it was stored. */
  | { type: 'reported'; outcome: Outcome; outcomeId?: string; requestId?: string }
  /**
   * The delivery of a stored outcome has ended without a confirmation. `rejected`: the service refused it. `probably_recorded`: the service refused it
   * after an earlier request that it may have counted. `refused`: `mayReport` refused it.
   */
  | {
      type: 'not_confirmed';
      outcome: Outcome;
      outcomeId: string;
      end: 'rejected' | 'probably_recorded' | 'refused';
      status?: number;
    }
  /** The backend could not deliver a stored outcome before its token expired. `requests`: number of requests that it made. */
  | { type: 'undelivered'; outcome: Outcome; outcomeId: string; requests: number }
  /**
   * A request or a background task failed. `detail` is for the operator only: pages receive less. It has no text of the service, which may quote
   * answers, but the status, the number of messages and the questions that the service names. `packetId` is set if the request was a push into that
   * packet.
   */
  | {
      type: 'failed';
      where: string;
      code: VaultErrorCode;
      detail: string;
      packetId?: string;
      requestId?: string;
    };

/** Minimum time between two identical lines. While the store is unreachable, every request fails with the same message. */
const PAUSE_MS = 60_000;

/** Number of different lines that are remembered. */
const MAX_LINES = 100;

/**
 * Creates the event listener for hosts without `onEvent`. It writes errors of the configuration and of the store to the console, because only the
 * operator can fix them. Strangers cannot cause these lines.
 *
 * @param now real time in milliseconds since 1970
 */
export function createConsoleLog(now: () => number): (event: VaultEvent) => void {
  const writtenAtMs = new BoundedMap<string, number>(MAX_LINES);
  return (event) => {
    if (event.type !== 'failed') return;
    const { where, code, detail } = event;
    if (code !== 'configuration_error' && code !== 'store_unavailable') return;
    const line = `vaultlink: ${where}: ${detail}`;
    if (now() - (writtenAtMs.get(line) ?? -Infinity) < PAUSE_MS) return;
    writtenAtMs.set(line, now());
    console.error(line);
  };
}
