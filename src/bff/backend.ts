import { VaultError } from '../protocol/index.ts';
import { assertNoMistakes, mistakesOfOptions, settingsOf } from './config/settings.ts';
import type { Settings, SwitchName } from './config/settings.ts';
import { warningOfRedirectUri } from './config/redirect-uri.ts';
import { createConsoleLog } from './console-log.ts';
import { createSealer } from './grants/seal.ts';
import type { Sealer } from './grants/seal.ts';
import type { Store } from './stores/store.ts';
import { hashedSubjects, plainSubjects } from './grants/subjects.ts';
import type { Subjects } from './grants/subjects.ts';
import { createTokenKeeper } from './grants/token-keeper.ts';
import type { TokenKeeper } from './grants/token-keeper.ts';
import { createCallLimit } from './http/call-limit.ts';
import type { CallLimit } from './http/call-limit.ts';
import { createCookies } from './http/cookies.ts';
import type { Cookies } from './http/cookies.ts';
import type { SeenFlow } from './http/ending.ts';
import { createGate } from './http/origin.ts';
import type { Gate } from './http/origin.ts';
import type { VaultBffOptions, VaultEvent } from './options.ts';
import { reachableStore } from './reachable-store.ts';
import { createReport } from './service/endlink.ts';
import type { Report } from './service/endlink.ts';
import { createTokenEndpoint } from './service/oauth.ts';
import type { TokenEndpoint } from './service/oauth.ts';
import { createPush } from './service/push.ts';
import type { Push } from './service/push.ts';
import { watchedCalls } from './telemetry.ts';
import { createUnderWay } from './under-way.ts';
import type { UnderWay } from './under-way.ts';

/** What every call works with. */
export interface Backend {
  options: VaultBffOptions;
  settings: Settings;
  cookies: Cookies;
  gate: Gate;
  /** For the calls that need no session: the callback, the hook and the relay. */
  callLimits: { callback: CallLimit; exchange: CallLimit; endlinks: CallLimit };
  store: Store;
  sealer: Sealer;
  subjects: Subjects;
  keeper: TokenKeeper;
  tokens: TokenEndpoint;
  push: Push;
  report: Report;
  /** Real time in milliseconds since 1970. */
  now: () => number;
  /** Tells whoever listens; a listener that throws stops nothing. */
  tell: (event: VaultEvent) => void;
  /** By the id of their flow and its cookie: the callbacks that are worked on. */
  endings: Map<string, Promise<SeenFlow>>;
  /** What must come to its end before the store is closed. */
  underWay: UnderWay;
  /** When what has expired is cleared away next; see `prune.ts`. */
  pruneAtMs: number;
  /** Whether the store has been reached since the start. */
  hasStarted: boolean;
  /** The calls that are off and were made, of which the operator has been told. */
  toldOff: Set<SwitchName>;
  /** Whether it ends soon. */
  isDraining: boolean;
}

/** @throws VaultError `configuration_error` with one of `messages` for each mistake in the options */
export function createBackend(options: VaultBffOptions): Backend {
  const mistakes = mistakesOfOptions(options);
  const sealer = sealerOf(options, mistakes);
  assertNoMistakes(mistakes);

  const { service, client, telemetry, now = Date.now } = options;
  const settings = settingsOf(options);
  const onEvent = options.onEvent ?? createConsoleLog(now);
  const tell = (event: VaultEvent) => {
    harmless(() => onEvent(event));
    harmless(() => telemetry?.event(event));
  };
  const detail = warningOfRedirectUri(options);
  if (detail) tell({ type: 'failed', where: 'options', code: 'configuration_error', detail });
  const underWay = createUnderWay(options.waitUntil, tell);
  const store = reachableStore(options.store, tell);
  const calls = {
    tokens: createTokenEndpoint(service, client, now),
    push: createPush(service, now),
    report: createReport(service, now),
  };
  const { tokens, push, report } = telemetry
    ? watchedCalls(telemetry, service.baseUrl, calls)
    : calls;
  return {
    options,
    settings,
    cookies: createCookies(settings.origin),
    gate: createGate(settings),
    callLimits: {
      callback: createCallLimit(settings.anonymousCalls, now),
      exchange: createCallLimit(settings.anonymousCalls, now),
      endlinks: createCallLimit(settings.anonymousCalls, now),
    },
    store,
    sealer,
    subjects: options.subjectPrivacy === 'hash' ? hashedSubjects(store, sealer) : plainSubjects,
    keeper: createTokenKeeper({ store, sealer, tokens, underWay, now, onEvent: tell }),
    tokens,
    push,
    report,
    now,
    tell,
    endings: new Map(),
    underWay,
    pruneAtMs: 0,
    hasStarted: false,
    toldOff: new Set(),
    isDraining: false,
  };
}

/** Whoever listens stops nothing. */
function harmless(listen: () => void): void {
  try {
    listen();
  } catch {
    // Their own affair.
  }
}

/** @param mistakes gets what is wrong with the keys; then what is returned seals nothing */
function sealerOf({ keys, deploymentId }: VaultBffOptions, mistakes: string[]): Sealer {
  try {
    return createSealer(keys, { deploymentId });
  } catch (error) {
    mistakes.push(error instanceof VaultError ? error.message : 'keys is missing.');
    return undefined as never;
  }
}
