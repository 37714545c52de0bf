import { DEFAULT_BEHAVIOUR } from '../service/behaviour/behaviour.ts';
import type { Behaviour } from '../service/behaviour/behaviour.ts';
import { createClock } from '../market/clock.ts';
import type { ServiceContext } from '../service/context.ts';
import { createEvents } from './events.ts';
import type { Change, Events } from './events.ts';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { createRequestLog } from './request-log.ts';
import type { RequestLog } from './request-log.ts';
import type { Client } from '../market/oauth-records.ts';
import { seededRandom, SYSTEM_RANDOM } from '../market/random-token.ts';
import type { RandomSource } from '../market/random-token.ts';
import { addClient, addPacket, addSeller, seededMarket } from '../market/seeds.ts';
import type { ClientSeed, PacketSeed, Seeds, SellerSeed } from '../market/seeds.ts';
import { nextSilenceMs, settleSilence } from '../market/market.ts';
import type { Market, Packet, Seller } from '../market/market.ts';

/** What a sandbox begins with, and goes back to when it is reset. */
export interface SandboxOptions {
  /** Switches that differ from {@link DEFAULT_BEHAVIOUR}. */
  behaviour?: Partial<Behaviour>;
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
  /**
   * Makes tokens, secrets and ids repeatable: the same seed and the same calls give the same ones. Anybody who knows the seed can guess them.
   * Default: random ones.
   */
  seed?: string;
  /** OAuth clients. Default: none. */
  clients?: readonly ClientSeed[];
  /** Packets: of an endlink, or for pushes. Default: none. */
  packets?: readonly PacketSeed[];
  /** Sellers. Default: two. */
  sellers?: readonly SellerSeed[];
}

/** Everything that the control calls and the console share. */
export interface SandboxCore extends ServiceContext {
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly events: Events;
  addClient(seed: ClientSeed): Client;
  addPacket(seed: PacketSeed): Packet;
  addSeller(seed: SellerSeed): Seller;
  /** Turns some of the switches. */
  setBehaviour(update: Partial<Behaviour>): void;
  /** To be called after every change: tells the listeners. */
  changed(change: Change): void;
  /** Back to the beginning. Requests that are held are cut. `keepPackets`: clients, packets and sellers stay, and nothing that happened. */
  reset(keepPackets: boolean): void;
  /** Stops the timer, cuts what is held and ends the event streams. */
  close(): void;
}

const SELLERS: readonly SellerSeed[] = [{ name: 'Amara Osei' }, { name: 'Jonas Lindqvist' }];

/** `setTimeout` counts in 32 bits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const SHORTEST_WAIT_MS = 50;

/** Creates what the routes of a sandbox share. */
export function createCore(options: SandboxOptions): SandboxCore {
  const initial: Behaviour = { ...DEFAULT_BEHAVIOUR, ...options.behaviour };
  const clock = createClock(options.now ?? Date.now);
  const log = createRequestLog();
  const faults = createFaults();
  const events = createEvents(armTimer);
  let behaviour = initial;
  let random = randomOf(options);
  const signingKey = random.bytes(32);
  let market = initialMarket(options, random);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Time needs no timer to pass: whoever asks is told the truth. Only those who wait for events need to be woken. */
  function armTimer(): void {
    clearTimeout(timer);
    timer = undefined;
    const dueAtMs = nextSilenceMs(market);
    if (dueAtMs === undefined || !events.hasListeners()) return;
    const waitMs = Math.max(dueAtMs - clock.nowMs(), SHORTEST_WAIT_MS);
    timer = setTimeout(settle, Math.min(waitMs, LONGEST_WAIT_MS));
  }

  function settle(): void {
    if (settleSilence(market, clock.nowMs())) events.emit('state');
    armTimer();
  }

  function changed(change: Change): void {
    events.emit(change);
    armTimer();
  }

  /** @returns what was added, once everyone has been told */
  function told<T>(added: T): T {
    changed('state');
    return added;
  }

  return {
    clock,
    log,
    faults,
    events,
    signingKey,
    get random() {
      return random;
    },
    get behaviour() {
      return behaviour;
    },
    market() {
      if (settleSilence(market, clock.nowMs())) events.emit('state');
      return market;
    },
    addClient: (seed) => told(addClient(market, seed, random)),
    addPacket: (seed) => told(addPacket(market, seed)),
    addSeller: (seed) => told(addSeller(market, seed)),
    setBehaviour(update) {
      behaviour = { ...behaviour, ...update };
      changed('state');
    },
    changed,
    reset(keepPackets) {
      random = randomOf(options);
      // The signing key was drawn first, and it stays.
      random.bytes(32);
      market = keepPackets ? seededMarket(seedsOf(market), random) : initialMarket(options, random);
      clock.reset();
      log.clear();
      faults.clear();
      faults.cut();
      behaviour = initial;
      changed('state');
    },
    close() {
      clearTimeout(timer);
      events.close();
      faults.clear();
      faults.cut();
    },
  };
}

const randomOf = ({ seed }: SandboxOptions): RandomSource =>
  seed === undefined ? SYSTEM_RANDOM : seededRandom(seed);

const seedsOf = ({ clients, packets, sellers }: Market): Seeds => ({
  clients: clients.values(),
  packets: packets.values(),
  sellers: sellers.values(),
});

const initialMarket = (
  { clients = [], packets = [], sellers = SELLERS }: SandboxOptions,
  random: RandomSource,
): Market => seededMarket({ clients, packets, sellers }, random);
