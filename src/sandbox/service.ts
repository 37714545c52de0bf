import { DEFAULT_BEHAVIOUR } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { createEvents } from './events.ts';
import type { Change, Events } from './events.ts';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { createRequestLog } from './request-log.ts';
import type { RequestLog } from './request-log.ts';
import { emptyMarket, freeId, nextSilenceMs, settleSilence } from './state.ts';
import type { Market, Packet, Seller } from './state.ts';

/** A packet to begin with. Defaults: the next id and name, a reward of 1. */
export type PacketSeed = Partial<Packet> & Pick<Packet, 'endlink_url'>;

/** A seller to begin with. Defaults: the next id and name. */
export type SellerSeed = Partial<Seller>;

/** What a sandbox begins with, and goes back to when it is reset. */
export interface SandboxOptions {
  /** Switches that differ from {@link DEFAULT_BEHAVIOUR}. */
  behaviour?: Partial<Behaviour>;
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
  /** Default: none. */
  packets?: readonly PacketSeed[];
  /** Default: two. */
  sellers?: readonly SellerSeed[];
}

/** Everything that the routes share. */
export interface Service {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly events: Events;
  /** The switches as they are now. */
  readonly behaviour: Behaviour;
  /** The marketplace as it is now: silence that has lasted long enough is a failure. */
  market(): Market;
  addPacket(seed: PacketSeed): Packet;
  addSeller(seed: SellerSeed): Seller;
  /** Turns some of the switches. */
  setBehaviour(update: Partial<Behaviour>): void;
  /** To be called after every change: tells the listeners. */
  changed(change: Change): void;
  /** Back to the beginning. Requests that are held are cut. `keepPackets`: packets and sellers stay, without their outcomes. */
  reset(keepPackets: boolean): void;
  /** Stops the timer, cuts what is held and ends the event streams. */
  close(): void;
}

const SELLERS: readonly SellerSeed[] = [{ name: 'Amara Osei' }, { name: 'Jonas Lindqvist' }];

/** `setTimeout` counts in 32 bits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const SHORTEST_WAIT_MS = 50;

/** The sandbox without its routes. */
export function createService(options: SandboxOptions): Service {
  const initial: Behaviour = { ...DEFAULT_BEHAVIOUR, ...options.behaviour };
  const clock = createClock(options.now ?? Date.now);
  const log = createRequestLog();
  const faults = createFaults();
  const events = createEvents(armTimer);
  let behaviour = initial;
  let market = emptyMarket();
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

  function putPacket(seed: PacketSeed): Packet {
    const number = market.packets.size + 1;
    const id = freeId('packet', market.packets);
    const packet = { id, name: `Packet ${number}`, reward: 1, ...seed };
    market.packets.set(packet.id, packet);
    return packet;
  }

  function putSeller(seed: SellerSeed): Seller {
    const number = market.sellers.size + 1;
    const seller = { id: freeId('seller', market.sellers), name: `Seller ${number}`, ...seed };
    market.sellers.set(seller.id, seller);
    return seller;
  }

  function seed(packets: Iterable<PacketSeed>, sellers: Iterable<SellerSeed>): void {
    market = emptyMarket();
    for (const seller of sellers) putSeller(seller);
    for (const packet of packets) putPacket(packet);
  }

  seed(options.packets ?? [], options.sellers ?? SELLERS);
  return {
    clock,
    log,
    faults,
    events,
    get behaviour() {
      return behaviour;
    },
    market() {
      if (settleSilence(market, clock.nowMs())) events.emit('state');
      return market;
    },
    addPacket(seed) {
      const packet = putPacket(seed);
      changed('state');
      return packet;
    },
    addSeller(seed) {
      const seller = putSeller(seed);
      changed('state');
      return seller;
    },
    setBehaviour(update) {
      behaviour = { ...behaviour, ...update };
      changed('state');
    },
    changed,
    reset(keepPackets) {
      if (keepPackets) seed(market.packets.values(), market.sellers.values());
      else seed(options.packets ?? [], options.sellers ?? SELLERS);
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
