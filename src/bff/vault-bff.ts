import { assertPacketId } from '../protocol/index.ts';
import type { Answers, Outcome, PushReply } from '../protocol/index.ts';
import { createBackend } from './backend.ts';
import type { PushItem, PushManyOptions, PushResult } from './push/push-many-options.ts';
import { pushMany } from './push/push-many.ts';
import { sleep } from './grants/sleep.ts';
import { usable } from './grants/usable.ts';
import { report } from './http/relay.ts';
import { createRoutes } from './http/routes.ts';
import { createWebBackend } from './http/web-backend.ts';
import { pushWith } from './push/push-one.ts';
import type { VaultBffOptions } from './config/bff-options.ts';

/** A backend for the front end. */
export interface VaultBff {
  /** The path that all calls of {@link fetch} are below. */
  readonly basePath: string;
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
   * Pushes any number of items, several at a time, in memory that does not grow with them. It begins when the first result is asked for, and
   * reads a further item only when there is room: whoever takes no results stops it. Leaving the loop (`break`) ends it, once what is under way
   * has come to its end.
   *
   * What passes by itself is tried again: no connection, 408, 425, 429 and 5xx but 501 and 505, with growing pauses. A `Retry-After` makes
   * all of them wait, 300 seconds at most. A grant that is dead fails the items of its own subject, without a further request. Where the
   * service refuses the token of every subject, the run pauses, and ends after `outageTimeoutMs`. Items of one subject that are under way together arrive in any order.
   *
   * @param items of any length; what it throws is thrown once the results of what was read before it are given
   * @returns a result for each item that was read, in the order in which they end: no item makes it reject
   * @throws VaultError `configuration_error` where an option is no such number
   * @see interface §4.3
   */
  pushMany<Item extends PushItem>(
    items: Iterable<Item> | AsyncIterable<Item>,
    options?: PushManyOptions,
  ): AsyncGenerator<PushResult<Item>, void, undefined>;
  /**
   * Reports how a seller's visit ended, from the buyer's own server. It resolves when the service has accepted it.
   *
   * @throws VaultError `invalid_request`, `outcome_rejected` (the service refused), `outcome_unknown` (it may or may not have counted it),
   *   `rate_limited` (it did not: to be tried again)
   * @see interface §4.4
   */
  report(outcome: Outcome, token: string): Promise<void>;
  /**
   * Opens a sample of the grants that are in use, to see whether `keys` and `deploymentId` are what they were. Call it at the start: the readiness probe
   * says no while no grant opens, and the session of a user whose grant does not open is an error. Nothing in the store changes.
   *
   * @returns a sentence for each key by which grants do not open; `onEvent` is told them once, too
   * @throws VaultError `configuration_error` where not one of them opens, `store_unavailable`
   */
  checkKeys(): Promise<readonly string[]>;
  /**
   * Ends a user's connection from the buyer's own server, such as when their account is deleted: forgets the grant and every session of it, in all
   * browsers. A refresh that is under way does not bring it back. The service is not told: its interface has no call for that.
   *
   * @param subject as `options.subject` named them
   * @returns whether they were connected
   * @throws VaultError `store_unavailable`
   */
  disconnect(subject: string): Promise<boolean>;
  /**
   * Makes the readiness probe say no, so that no further requests are sent here. All that come are answered nevertheless, until {@link close}.
   */
  drain(): void;
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
export function composeVaultBff(options: VaultBffOptions): VaultBff {
  const backend = createBackend(options);
  const webBackend = createWebBackend(backend);
  const routes = createRoutes(webBackend);
  const { store, subjects, underWay, tell } = backend;
  const closing = new AbortController();

  async function closeStore(): Promise<void> {
    try {
      await store.close();
    } catch {
      // The operator has been told.
    }
  }

  return {
    basePath: backend.settings.basePath,
    fetch: async (request) => routes.fetch(request),
    async push(subject, packetId, answers) {
      assertPacketId(packetId);
      const grant = usable(await store.findGrantOfSubject(await subjects.nameOf(subject)));
      return pushWith(backend, grant, packetId, answers);
    },
    pushMany: (items, options) => pushMany(backend, items, options, { closing: closing.signal }),
    report: (outcome, token) => report(backend, outcome, token),
    async checkKeys() {
      const problems = await backend.keyRing.look();
      // From here on it is known which server it was.
      await backend.watchForSetback();
      return problems;
    },
    async disconnect(subject) {
      const grant = await store.disconnectSubject(await subjects.nameOf(subject));
      if (grant) tell({ type: 'disconnected', grantId: grant.id, subject: grant.subject });
      return grant !== undefined;
    },
    drain() {
      webBackend.isDraining = true;
    },
    async close(timeoutMs = CLOSE_TIMEOUT_MS) {
      closing.abort();
      const timer = new AbortController();
      const isOver = sleep(timeoutMs, timer.signal).then(() => true);
      if (await Promise.race([underWay.drain().then(() => false), isOver])) {
        const detail = `After ${timeoutMs} ms something is still under way: it is given up.`;
        tell({ type: 'failed', where: 'close', code: 'store_unavailable', detail });
      }
      await Promise.race([closeStore(), isOver]);
      timer.abort();
    },
  };
}
