import { assertPacketId } from '../protocol/index.ts';
import type { Answers, Outcome, PushReply } from '../protocol/index.ts';
import { createBackend } from './backend.ts';
import type { Backend } from './backend.ts';
import type { PushItem, PushManyOptions, PushResult } from './push/push-many-options.ts';
import { pushMany } from './push/push-many.ts';
import { settingsOf as assertPushManyOptions } from './push/push-many-options.ts';
import { sleep } from './sleep.ts';
import { assertUsableGrant } from './grants/usable-grant.ts';
import type { RouteResponse } from './http/replies.ts';
import type { RouteRequest } from './http/route-request.ts';
import { createRoutes } from './http/routes.ts';
import { fetchOf } from './http/web-fetch.ts';
import { createWebBackend } from './http/web-backend.ts';
import { report } from './outcomes/report.ts';
import { createOutcomes } from './outcomes/host-outcomes.ts';
import type { VaultOutcomes } from './outcomes/host-outcomes.ts';
import { pushWith } from './push/push-one.ts';
import type { VaultBffOptions } from './config/bff-options.ts';

/** A backend for the front end. */
export interface VaultBff {
  /** Path prefix of all requests that {@link fetch} handles. */
  readonly basePath: string;
  /** Handles every request below `basePath`, and answers any other with 404. Never throws. */
  fetch(request: Request): Promise<Response>;
  /**
   * Does the same for servers that have no `Request` of the Web, and costs less. `toNodeHandler()` and `listen()` of `vaultlink/node` use it. Never
   * throws.
   */
  answer(request: RouteRequest): Promise<RouteResponse>;
  /**
   * Pushes answers into the vault of a connected user, from your own server.
   *
   * @param subject the user, as named by `options.subject`
   * @returns the service's own JSON
   * @throws VaultError `not_connected` (the user has not connected), `reconnect_required` (the grant is dead), `invalid_request` (not a packet id),
   *   `validation_failed`, `rate_limited` (also without a request, while the service has asked any push of this process to wait, or the refresh that
   *   this one needs), `service_error`, `service_unreachable`, `store_unavailable`, `configuration_error`
   * @see interface §4.3
   */
  push(subject: string, packetId: string, answers: Answers): Promise<PushReply>;
  /**
   * Pushes any number of items, several at a time, in constant memory. The run starts when you request the first result, and reads further items only
   * as you take results. If you leave the loop (`break`), the run ends after the pushes in flight have finished.
   *
   * Temporary failures are retried with growing pauses: no connection, 408, 425, 429, and 5xx except 501 and 505. A `Retry-After` pauses all pushes,
   * for at most 300 seconds. A dead grant fails only the items of its own subject, without further requests. If the service refuses the tokens of all
   * subjects, the run pauses, and ends after `outageTimeoutMs`. Items of one subject that are in flight together may arrive in any order.
   *
   * @param items any number of items; an error thrown by the iterator is rethrown after the results of the items read before it
   * @returns one result for each item that was read, in order of completion; a failed item does not reject
   * @throws VaultError `configuration_error` if an option is out of range or does not exist
   * @see interface §4.3
   */
  pushMany<Item extends PushItem>(
    items: Iterable<Item> | AsyncIterable<Item>,
    options?: PushManyOptions,
  ): AsyncGenerator<PushResult<Item>, void, undefined>;
  /** Reports outcomes from your own server, looks up stored outcomes, and delivers them. */
  readonly outcomes: VaultOutcomes;
  /**
   * Reports how a seller's visit ended, from your own server: `outcomes.report` without its further fields. Where the backend has no store for
   * outcomes, it makes one request instead, and resolves when the service has accepted the outcome.
   *
   * @throws VaultError see {@link VaultOutcomes.report}. Without such a store also `outcome_unknown` (the service may or may not have counted it) and
   *   `rate_limited` (the service did not count it: retry; also without a request, while the service has asked an earlier report of yours to wait)
   * @see interface §4.4
   */
  report(outcome: Outcome, token: string): Promise<void>;
  /**
   * Checks that `keys` and `deploymentId` still open stored grants, by opening a sample. Call it at startup. While no grant can be opened, the
   * readiness probe fails. The session of a user whose key is missing is an error. The store is not changed.
   *
   * @returns one sentence for each key whose grants cannot be opened; `onEvent` receives them once, too
   * @throws VaultError `configuration_error` if not one grant can be opened, `store_unavailable`
   */
  checkKeys(): Promise<readonly string[]>;
  /**
   * Disconnects a user from your own server, for example when their account is deleted. Deletes the grant and all its sessions, in all browsers. A
   * refresh in flight does not restore the grant. The service is not notified: its interface has no request for that.
   *
   * @param subject the user, as named by `options.subject`
   * @returns whether the user was connected
   * @throws VaultError `store_unavailable`
   */
  disconnect(subject: string): Promise<boolean>;
  /** Fails the readiness probe, so that no further requests are sent here. Requests are still answered until {@link close}. */
  drain(): void;
  /**
   * Waits for work in flight, above all refreshes, and closes the store. Never throws.
   *
   * @param timeoutMs maximum time to wait. After it, token pairs that could not be saved are lost. Default: 60,000, which is enough for a token
   *   request and its retry.
   */
  close(timeoutMs?: number): Promise<void>;
}

/** About the duration of a token request and its retry. */
const CLOSE_TIMEOUT_MS = 60_000;

/** A backend whose options are known. */
export interface RunningBff extends Pick<VaultBff, 'answer' | 'drain' | 'close'> {
  backend: Backend;
  /** Aborted by `close`. */
  closing: AbortSignal;
}

/**
 * Composes the backend and its routes.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each mistake in the options
 */
export function runBff(options: VaultBffOptions): RunningBff {
  const backend = createBackend(options);
  const webBackend = createWebBackend(backend);
  const { store, outboxStore, deliveries, inFlight, emit } = backend;
  const closing = new AbortController();

  /** Ends what the stores keep open. A store that cannot be reached keeps no other from being closed. */
  async function closeStores(): Promise<void> {
    const steps = [() => deliveries?.release(), () => outboxStore?.close(), () => store.close()];
    for (const step of steps) {
      try {
        await step();
      } catch {
        // `reachableStore` has already emitted the failure.
      }
    }
  }

  return {
    backend,
    closing: closing.signal,
    answer: createRoutes(webBackend),
    drain() {
      webBackend.isDraining = true;
    },
    async close(timeoutMs = CLOSE_TIMEOUT_MS) {
      closing.abort();
      const timer = new AbortController();
      const isOver = sleep(timeoutMs, timer.signal).then(() => true);
      if (await Promise.race([inFlight.drain().then(() => false), isOver])) {
        const detail = `After ${timeoutMs} ms work is still in flight. It is abandoned.`;
        emit({ type: 'failed', where: 'close', code: 'store_unavailable', detail });
      }
      await Promise.race([closeStores(), isOver]);
      timer.abort();
    },
  };
}

/**
 * Adds the methods for the host's own server.
 *
 * @param ends how requests are answered and the backend ends, whether or not it is running yet
 * @param running resolves with the backend, which may have to load its options first
 */
export function withMethods(
  ends: Pick<VaultBff, 'basePath' | 'answer' | 'drain' | 'close'>,
  running: () => Promise<RunningBff>,
): VaultBff {
  const outcomes = createOutcomes(running);
  return {
    ...ends,
    fetch: fetchOf(ends.answer),
    async push(subject, packetId, answers) {
      assertPacketId(packetId);
      const { backend } = await running();
      const { store, subjects } = backend;
      const grant = assertUsableGrant(
        await store.findGrantOfSubject(await subjects.nameOf(subject)),
      );
      return pushWith(backend, grant, packetId, answers);
    },
    pushMany(items, options) {
      assertPushManyOptions(options ?? {});
      return (async function* () {
        const { backend, closing } = await running();
        yield* pushMany(backend, items, options, { closing });
      })();
    },
    outcomes,
    async report(outcome, token) {
      const { backend } = await running();
      if (backend.deliveries) await outcomes.report({ outcome, token });
      else await report(backend, outcome, token);
    },
    async checkKeys() {
      const { keyRing, watchForReplacement } = (await running()).backend;
      const problems = await keyRing.checkSample();
      // Remember the current server of the store, so that a replacement is noticed later.
      await watchForReplacement();
      return problems;
    },
    async disconnect(subject) {
      const { store, subjects, emit } = (await running()).backend;
      const grant = await store.disconnectSubject(await subjects.nameOf(subject));
      if (grant) emit({ type: 'disconnected', grantId: grant.id, subject: grant.subject });
      return grant !== undefined;
    },
  };
}
