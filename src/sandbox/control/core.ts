import { DEFAULT_BEHAVIOUR } from '../service/behaviour/behaviour.ts';
import type { Behaviour } from '../service/behaviour/behaviour.ts';
import { createClock } from '../market/clock.ts';
import type { ServiceContext } from '../service/context.ts';
import { createEvents } from './events.ts';
import type { Change, Events } from './events.ts';
import type { AllowedHosts } from './host-check.ts';
import { DEFAULT_MAX_ITEMS } from '../market/capacity.ts';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { createRequestLog } from './request-log.ts';
import type { RequestLog } from './request-log.ts';
import type { Client } from '../market/oauth-records.ts';
import { addClient, addPacket, addSeller, seededMarket } from '../market/seeds.ts';
import type { ClientSeed, PacketSeed, SellerSeed } from '../market/seeds.ts';
import { nextSilenceMs, settleSilence } from '../market/market.ts';
import type { Market, Packet, Seller } from '../market/market.ts';

/** What a sandbox begins with, and goes back to when it is reset. */
export interface SandboxOptions {
  /** Switches that differ from {@link DEFAULT_BEHAVIOUR}. */
  behaviour?: Partial<Behaviour>;
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
  /** A number from 0 to below 1, for faults that strike at a rate. Default: `Math.random`. */
  random?: () => number;
  /** OAuth clients. Default: none. */
  clients?: readonly ClientSeed[];
  /** Packets: of an endlink, or for pushes. Default: none. */
  packets?: readonly PacketSeed[];
  /** Sellers. Default: two. */
  sellers?: readonly SellerSeed[];
  /**
   * Names under which it is served, such as `sandbox` or `*.tunnel.example`, beside loopback names and IP addresses; `any` for every name. A request
   * whose `Host` is another is refused, so that no page can read the secrets by DNS rebinding. Default: none.
   */
  allowedHosts?: AllowedHosts;
  /** How many clients, packets, sellers, tokens and codes it keeps, of each kind. Default: 1,000,000. */
  maxItems?: number;
}

/** Everything that the control calls and the console share. */
export interface SandboxCore extends ServiceContext {
  readonly allowedHosts: AllowedHosts;
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
  const faults = createFaults(options.random ?? Math.random);
  const events = createEvents(armTimer);
  let behaviour = initial;
  let market = initialMarket(options);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Time needs no timer to pass: whoever asks is told the truth. Only those who wait for events need to be woken. */
  function armTimer(): void {
    clearTimeout(timer);
    timer = undefined;
    const dueAtMs = nextSilenceMs(market);
    if (dueAtMs === undefined || clock.isFrozen() || !events.hasListeners()) return;
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
    allowedHosts: options.allowedHosts ?? [],
    clock,
    log,
    faults,
    events,
    signingKey: crypto.getRandomValues(new Uint8Array(32)),
    get behaviour() {
      return behaviour;
    },
    market() {
      if (settleSilence(market, clock.nowMs())) events.emit('state');
      return market;
    },
    addClient: (seed) => told(addClient(market, seed)),
    addPacket: (seed) => told(addPacket(market, seed)),
    addSeller: (seed) => told(addSeller(market, seed)),
    setBehaviour(update) {
      behaviour = { ...behaviour, ...update };
      changed('state');
    },
    changed,
    reset(keepPackets) {
      market = keepPackets
        ? seededMarket({
            maxItems: market.maxItems,
            clients: market.clients.values(),
            packets: market.packets.values(),
            sellers: market.sellers.values(),
          })
        : initialMarket(options);
      clock.reset();
      log.reset();
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

const initialMarket = ({
  maxItems = DEFAULT_MAX_ITEMS,
  clients = [],
  packets = [],
  sellers = SELLERS,
}: SandboxOptions): Market => seededMarket({ maxItems, clients, packets, sellers });
