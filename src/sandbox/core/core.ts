import { createBasePath } from '../service/base-path.ts';
import { DEFAULT_BEHAVIOUR } from '../service/behaviour/switch-table.ts';
import type { Behaviour } from '../service/behaviour/switch-table.ts';
import { changedReplies, DEFAULT_REPLIES } from '../service/behaviour/reply-table.ts';
import type { Replies, RepliesUpdate } from '../service/behaviour/reply-table.ts';
import { createClock } from '../market/clock.ts';
import type { Clock } from '../market/clock.ts';
import type { ServiceContext } from '../service/service-context.ts';
import { createEvents } from './change-events.ts';
import type { Change, Events } from './change-events.ts';
import { DEFAULT_MAX_ITEMS } from '../market/capacity.ts';
import { jsonCopy } from './field-schemas.ts';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { createHeldRequests } from './held-requests.ts';
import type { HeldRequests } from './held-requests.ts';
import { createRequestLog } from './request-log.ts';
import type { RequestLog } from './request-log.ts';
import type { Client } from '../market/oauth-records.ts';
import { seededRandom, SYSTEM_RANDOM } from '../market/random-token.ts';
import type { RandomSource } from '../market/random-token.ts';
import { lastRequestOf, restoreRecords, saveScenario } from './scenario/saved-state.ts';
import { readScenario } from './scenario/scenario-schema.ts';
import type { ReadScenario } from './scenario/scenario-schema.ts';
import { assertSandboxOptions } from './sandbox-options.ts';
import type { AllowedHosts, SandboxOptions } from './sandbox-options.ts';
import { addClient, addPacket, addSeller, seededMarket } from '../market/seeds.ts';
import type { ClientSeed, SellerSeed } from '../market/seeds.ts';
import type { Packet, PacketSeed } from '../market/packets.ts';
import { emptyMarket, failSilentPackets, nextFailureMs } from '../market/market.ts';
import type { Seller } from '../market/market.ts';

/** The last act that destroyed something. */
interface Undoable {
  /** The act as a sentence without its dot. */
  what: string;
  /** Restores the state from before it, with the faults and the log. Requests that are held stay held. */
  restore: () => void;
  /** Number of the latest request when it was made. */
  lastNumber: number;
}

/** State and acts of a sandbox, shared by the control routes, the helpers and the console. */
export interface SandboxCore extends ServiceContext {
  readonly allowedHosts: AllowedHosts;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly heldRequests: HeldRequests;
  readonly events: Events;
  /** The seed of {@link random}; `undefined` if its bytes are random. */
  readonly seed: string | undefined;
  addClient(seed: ClientSeed): Client;
  addPacket(seed: PacketSeed): Packet;
  addSeller(seed: SellerSeed): Seller;
  /** Changes some of the switches. */
  setBehaviour(update: Partial<Behaviour>): void;
  /** Changes some of the replies. */
  setReplies(update: RepliesUpdate): void;
  /** Notifies listeners. Call it after every change. */
  emitChange(change: Change): void;
  /** Resets the sandbox to its initial state and drops held requests. With `keepPackets`, keeps clients, packets and sellers. */
  reset(keepPackets: boolean): void;
  /** Replaces the state by a scenario, clears the log and drops held requests. */
  load(scenario: ReadScenario): void;
  /** Returns a function that restores the present state with the log; `undefined` if there are too many records to copy at each press. */
  snapshot(): (() => void) | undefined;
  /** The act that can be undone. A reset and a loaded scenario end it. */
  undoable: Undoable | undefined;
  /** Stops the timer, drops held requests and ends the event streams. */
  close(): void;
}

const SELLERS: readonly SellerSeed[] = [{ name: 'Amara Osei' }, { name: 'Jonas Lindqvist' }];

/** Largest delay of `setTimeout`, which counts in 32 bits. */
const MAX_WAIT_MS = 2 ** 31 - 1;
const MIN_WAIT_MS = 50;

/** Largest number of records of which a snapshot is taken. */
const MAX_SNAPSHOT_RECORDS = 50_000;

/** Creates the core of a sandbox. @throws Error if an option does not exist */
export function createCore(options: SandboxOptions): SandboxCore {
  assertSandboxOptions(options);
  const initial = readScenario(options.scenario ?? { version: 1 });
  const base = createBasePath(options.basePath);
  const clock = createClock(options.now ?? Date.now);
  const log = createRequestLog(options.onLog);
  const faults = createFaults(options.random ?? rateSource(options.seed));
  const heldRequests = createHeldRequests();
  const events = createEvents(armTimer);
  let behaviour: Readonly<Behaviour> = DEFAULT_BEHAVIOUR;
  let replies: Readonly<Replies> = DEFAULT_REPLIES;
  let seed = options.seed;
  let random = SYSTEM_RANDOM;
  const signingKey = randomOf(seed && `signing key of ${seed}`).bytes(32);
  const { maxItems = DEFAULT_MAX_ITEMS } = options;
  let market = emptyMarket(maxItems);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Arms the timer that notifies listeners when the next packet fails. Not needed without listeners: `market()` settles before each read. */
  function armTimer(): void {
    clearTimeout(timer);
    timer = undefined;
    const dueAtMs = nextFailureMs(market);
    if (dueAtMs === undefined || clock.isFrozen() || !events.hasListeners()) return;
    const waitMs = Math.max(dueAtMs - clock.nowMs(), MIN_WAIT_MS);
    timer = setTimeout(failDuePackets, Math.min(waitMs, MAX_WAIT_MS));
  }

  function failDuePackets(): void {
    if (failSilentPackets(market, clock.nowMs())) events.emit('state');
    armTimer();
  }

  function emitChange(change: Change): void {
    events.emit(change);
    armTimer();
  }

  /** Notifies listeners of a new record. @returns the record */
  function announce<T>(added: T): T {
    emitChange('state');
    return added;
  }

  /** Replaces records, clock, switches and replies by those of a scenario and of `more`. */
  function loadRecords(scenario: ReadScenario, more: SandboxOptions): void {
    seed = scenario.random?.seed ?? options.seed;
    random = randomOf(seed, scenario.random?.position);
    const sellers = [...(scenario.sellers ?? []), ...(more.sellers ?? [])];
    const hasSellers = scenario.sellers !== undefined || more.sellers !== undefined;
    market = seededMarket(
      {
        maxItems,
        clients: [...(scenario.clients ?? []), ...(more.clients ?? [])],
        packets: [...(scenario.packets ?? []), ...(more.packets ?? [])],
        sellers: hasSellers ? sellers : SELLERS,
      },
      random,
    );
    setClock(clock, scenario.clock);
    restoreRecords(market, scenario, clock.nowMs());
    behaviour = { ...DEFAULT_BEHAVIOUR, ...scenario.behaviour, ...jsonCopy(more.behaviour ?? {}) };
    replies = changedReplies(DEFAULT_REPLIES, scenario.replies, jsonCopy(more.replies ?? {}));
  }

  /** Replaces everything by a scenario and `more`. Drops held requests. */
  function loadState(scenario: ReadScenario, more: SandboxOptions): void {
    loadRecords(scenario, more);
    core.undoable = undefined;
    // Continue after the highest request number in the scenario, so that no new request gets a number that a record names.
    log.reset(lastRequestOf(market));
    faults.clear();
    heldRequests.drop();
    for (const order of scenario.faults ?? []) faults.add(order);
  }
  const core: SandboxCore = {
    ...base,
    allowedHosts: options.allowedHosts ?? [],
    clock,
    log,
    faults,
    heldRequests,
    events,
    signingKey,
    get seed() {
      return seed;
    },
    get random() {
      return random;
    },
    get behaviour() {
      return behaviour;
    },
    get replies() {
      return replies;
    },
    market() {
      if (failSilentPackets(market, clock.nowMs())) events.emit('state');
      return market;
    },
    addClient: (seed) => announce(addClient(market, seed, random)),
    addPacket: (seed) => announce(addPacket(market, seed)),
    addSeller: (seed) => announce(addSeller(market, seed)),
    setBehaviour(update) {
      behaviour = { ...behaviour, ...update };
      emitChange('state');
    },
    setReplies(update) {
      replies = changedReplies(replies, update);
      emitChange('state');
    },
    noteOpening: (opening) => log.addOpening(opening, clock.nowMs()),
    emitChange,
    reset(keepPackets) {
      const { clients, packets, sellers } = market;
      loadState(initial, options);
      if (keepPackets) {
        market = seededMarket(
          {
            maxItems,
            clients: clients.values(),
            packets: packets.values(),
            sellers: sellers.values(),
          },
          random,
        );
      }
      emitChange('state');
    },
    load(scenario) {
      loadState(scenario, {});
      emitChange('state');
    },
    snapshot() {
      if (market.tokens.size + market.sellersPackets.size > MAX_SNAPSHOT_RECORDS) return undefined;
      const scenario = jsonCopy(saveScenario(core, { keepsRunning: true }));
      const [restoreLog, restoreFaults] = [log.save(), faults.save()];
      return () => {
        loadRecords(readScenario(scenario), {});
        restoreLog();
        restoreFaults();
      };
    },
    undoable: undefined,
    close() {
      clearTimeout(timer);
      events.close();
      faults.clear();
      heldRequests.drop();
    },
  };
  loadState(initial, options);
  return core;
}

function setClock(clock: Clock, saved: ReadScenario['clock']): void {
  clock.reset();
  const aheadMs = saved?.now === undefined ? 0 : Date.parse(saved.now) - clock.nowMs();
  clock.advance(aheadMs / 1000 + (saved?.advanced_seconds ?? 0));
  clock.setFrozen(saved?.frozen ?? false);
}

/** Creates a source of numbers from 0 to below 1. Separate from the source of tokens, so that a fault changes no token. */
function rateSource(seed: string | undefined): () => number {
  if (seed === undefined) return Math.random;
  const random = seededRandom(`faults of ${seed}`);
  return () => new DataView(random.bytes(4).buffer).getUint32(0) / 2 ** 32;
}

const randomOf = (seed: string | undefined, position?: number): RandomSource =>
  seed === undefined ? SYSTEM_RANDOM : seededRandom(seed, position);
