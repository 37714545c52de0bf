import { VaultError } from '../protocol/index.ts';
import { TIMEOUT_MS } from './config/bounds.ts';
import { areKeys, readOptions } from './config/settings.ts';
import type { Settings } from './config/settings.ts';
import { createKeyRing } from './grants/key-ring.ts';
import type { KeyRing } from './grants/key-ring.ts';
import { warningOfRedirectUri } from './config/redirect-uri.ts';
import { createSealer } from './grants/seal.ts';
import type { Sealer } from './grants/seal.ts';
import type { Store, StoreProbe } from './stores/store.ts';
import { hashedSubjects, plainSubjects } from './grants/subjects.ts';
import type { Subjects } from './grants/subjects.ts';
import { createTokenKeeper } from './grants/token-keeper.ts';
import type { TokenKeeper } from './grants/token-keeper.ts';
import type { VaultBffOptions } from './config/bff-options.ts';
import { createConsoleLog } from './events.ts';
import type { Emit } from './events.ts';
import { createReplacementWatch, reachableStore } from './grants/reachable-store.ts';
import { createReport } from './service/outcome-request.ts';
import type { Report } from './service/outcome-request.ts';
import { createTokenEndpoint } from './service/oauth.ts';
import type { TokenEndpoint } from './service/oauth.ts';
import { createPause } from './service/pause.ts';
import type { Pause } from './service/pause.ts';
import { createPush } from './service/push-request.ts';
import type { PreparePush } from './service/push-request.ts';
import { createDeliveries } from './outcomes/deliveries.ts';
import type { Deliveries } from './outcomes/deliveries.ts';
import { memoryOutbox } from './stores/memory-outbox.ts';
import type { Outbox } from './stores/outbox.ts';
import { watchedRequests } from './telemetry/telemetry.ts';
import { createInFlightWork } from './in-flight.ts';
import type { InFlightWork } from './in-flight.ts';

/** The services that requests, the host's own server and the commands share. */
export interface Backend {
  settings: Settings;
  store: Store;
  /** The queries of the readiness probe. */
  probe: StoreProbe;
  sealer: Sealer;
  subjects: Subjects;
  keyRing: KeyRing;
  /** Emits an event if the server of the store was replaced. Queries the store only every few seconds, however often it is called. */
  watchForReplacement: () => Promise<void>;
  keeper: TokenKeeper;
  tokens: TokenEndpoint;
  push: PreparePush;
  report: Report;
  /** Stores and delivers outcomes. `undefined`: the backend has no store for them. */
  deliveries: Deliveries | undefined;
  /** Store of the outcomes, if it differs from `store`. */
  outboxStore: Store | undefined;
  /**
   * Pauses that the service has asked for, for all callers of this process. Only answers to connected users and to the host start them: strangers must
   * not stop anybody. The pause of refreshes belongs to `keeper`.
   */
  pauses: { push: Pause; report: Pause };
  /** Real time in milliseconds since 1970. */
  now: () => number;
  /** Emits an event to `onEvent` and `telemetry`, and ignores errors that they throw. */
  emit: Emit;
  /** Work in flight. `close` waits for it before it closes the store. */
  inFlight: InFlightWork;
}

/**
 * Creates the services of a backend from its options.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each mistake in the options
 */
export function createBackend(options: VaultBffOptions): Backend {
  const mistakes: string[] = [];
  const sealer = sealerOf(options, mistakes);
  const settings = readOptions(options, mistakes);
  const { service, client, telemetry, now = Date.now } = settings;
  const { onEvent = createConsoleLog(now) } = settings;
  const emit: Emit = (event) => {
    ignoreErrors(() => onEvent(event));
    ignoreErrors(() => telemetry?.event(event));
  };
  const detail = warningOfRedirectUri(settings);
  if (detail) emit({ type: 'failed', where: 'options', code: 'configuration_error', detail });
  const inFlight = createInFlightWork(settings.waitUntil, emit);
  const store = reachableStore(settings.store, emit);
  const probe = store.probe ?? store;
  const requests = {
    tokens: createTokenEndpoint(service, client, now),
    push: createPush(service, now),
    report: createReport(service, now),
  };
  const { tokens, push, report } = telemetry
    ? watchedRequests(telemetry, service.baseUrl, requests)
    : requests;
  const outboxStore = settings.outbox && reachableStore(settings.outbox, emit);
  const pauses = { push: createPause(now), report: createPause(now) };
  const outbox = outboxOf(settings, outboxStore ?? store, now);
  const keyRing = createKeyRing({ store: probe, outbox, sealer, keys: settings.keys, now, emit });
  const deliveries =
    outbox &&
    createDeliveries(
      {
        ...{ outbox, sealer, report, pauses, emit },
        // The databases store whole milliseconds.
        now: () => Math.floor(now()),
        askHost: settings.mayReport,
        keysAsked: new Set(),
        mayReportTimeoutMs: settings.mayReportTimeoutMs,
      },
      { inFlight, leaseMs: leaseMsOf(settings), outcomeDays: settings.outcomeDays },
    );
  return {
    settings,
    store,
    outboxStore,
    deliveries,
    probe,
    sealer,
    subjects: settings.subjectPrivacy === 'hash' ? hashedSubjects(store, sealer) : plainSubjects,
    keyRing,
    watchForReplacement: createReplacementWatch(settings.store.probe ?? settings.store, now, emit),
    keeper: createTokenKeeper({
      ...{ store, sealer, tokens, inFlight, now },
      onEvent: emit,
    }),
    tokens,
    push,
    report,
    pauses,
    now,
    emit,
    inFlight,
  };
}

/** Lifetime of a lease in milliseconds: enough time to ask the host, to send the request and to save its result. */
const leaseMsOf = ({ service, mayReportTimeoutMs }: Settings): number =>
  mayReportTimeoutMs + (service.timeoutMs ?? TIMEOUT_MS.byDefault) + 30_000;

/** Returns the outbox of a store. `undefined`: the store has no durable outbox, and `relay` is not `unsaved`. */
function outboxOf({ relay }: Settings, store: Store, now: () => number): Outbox | undefined {
  if (relay === 'unsaved') return store.outbox ?? memoryOutbox(now);
  return store.outbox?.isDurable ? store.outbox : undefined;
}

/** Ignores errors thrown by event listeners. */
function ignoreErrors(notifyListener: () => void): void {
  try {
    notifyListener();
  } catch {
    // An error in a listener must not fail the work that emitted the event.
  }
}

/**
 * Creates the sealer from the keys.
 *
 * @param mistakes collects mistakes in the keys; if there are any, the returned sealer must not be used
 */
function sealerOf({ keys, deploymentId }: VaultBffOptions, mistakes: string[]): Sealer {
  try {
    // The rules of the options name other values as a mistake.
    if (areKeys(keys)) return createSealer(keys, { deploymentId });
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    mistakes.push(error.message);
  }
  return undefined as never;
}
