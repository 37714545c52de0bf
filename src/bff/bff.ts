import type { Answers, Outcome, PushReply } from '../protocol/index.ts';
import { createBackend } from './backend.ts';
import { sleep } from './grants/sleep.ts';
import { assertAlive } from './http/connection.ts';
import { report } from './http/endlink.ts';
import { assertPacketId, pushWith } from './http/push.ts';
import { createRoutes } from './http/routes.ts';
import type { VaultBffOptions } from './options.ts';

/** A backend for the front end. */
export interface VaultBff {
  /** Answers every call below `basePath`, and 404 to any other. Never throws. */
  fetch(request: Request): Promise<Response>;
  /**
   * Pushes into the vault of a user who has connected, from the buyer's own server.
   *
   * @param subject as `options.subject` named them
   * @returns the service's own JSON
   * @throws VaultError `not_connected` (they have not), `reconnect_required` (their grant is dead), `invalid_request` (no packet's id),
   *   `validation_failed`, `rate_limited`, `service_error`, `service_unreachable`, `store_unavailable`, `configuration_error`
   * @see interface §4.3
   */
  push(subject: string, packetId: string, answers: Answers): Promise<PushReply>;
  /**
   * Reports how a seller's visit ended, from the buyer's own server. It resolves when the service has accepted it.
   *
   * @throws VaultError `invalid_request`, `outcome_rejected` (the service refused), `outcome_unknown` (it may or may not have counted it),
   *   `rate_limited` (it did not: to be tried again)
   * @see interface §4.4
   */
  report(outcome: Outcome, token: string): Promise<void>;
  /**
   * Waits for what must not be cut, a refresh above all, and closes the store. Never throws.
   *
   * @param timeoutMs for how long it waits: a store that is away may never come back, and the pairs of tokens that wait for it are lost then.
   *   Default: 60,000, in which a token request that is repeated comes to its end.
   */
  close(timeoutMs?: number): Promise<void>;
}

/** As long as a token request that is sent twice may take, about. */
const CLOSE_TIMEOUT_MS = 60_000;

/** @throws VaultError `configuration_error` with one of `messages` for each mistake in the options */
export function createVaultBff(options: VaultBffOptions): VaultBff {
  const backend = createBackend(options);
  const routes = createRoutes(backend);
  const { store, keeper, underWay, tell } = backend;
  async function closeStore(): Promise<void> {
    try {
      await store.close();
    } catch {
      // The operator has been told.
    }
  }

  return {
    fetch: async (request) => routes.fetch(request),
    async push(subject, packetId, answers) {
      assertPacketId(packetId);
      const grant = await store.findGrantOfSubject(subject);
      assertAlive(grant);
      return pushWith(backend, grant, packetId, answers);
    },
    report: (outcome, token) => report(backend, outcome, token),
    async close(timeoutMs = CLOSE_TIMEOUT_MS) {
      const timer = new AbortController();
      const isOver = sleep(timeoutMs, timer.signal).then(() => true);
      const drained = Promise.allSettled(underWay).then(() => keeper.drain());
      if (await Promise.race([drained.then(() => false), isOver])) {
        const detail = `After ${timeoutMs} ms something is still under way: it is given up.`;
        tell({ type: 'failed', where: 'close', code: 'store_unavailable', detail });
      }
      await Promise.race([closeStore(), isOver]);
      timer.abort();
    },
  };
}
