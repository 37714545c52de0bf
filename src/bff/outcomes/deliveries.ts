import type { Outcome } from '../../protocol/index.ts';
import type { InFlightWork } from '../in-flight.ts';
import type { NewOutboxRow, OutboxRow } from '../stores/outbox.ts';
import { deliverRow, postponeRow } from './deliver-row.ts';
import type { DeliveredRow, DeliveryPorts } from './deliver-row.ts';
import { createLeases } from './leases.ts';
import { createServiceOutage } from './outage.ts';
import { createQuestions } from './questions.ts';
import type { Questions } from './questions.ts';
import { isLastRequest } from './transitions.ts';

/** Maximum number of rows that one process works on at the same time: it asks the host about them, sends them, or saves them. */
const MAX_IN_FLIGHT = 100;

/** Number of these places that are reserved for new rows, so that old rows do not delay them. */
const KEPT_FOR_NEW = 20;

/** Maximum number of settled rows without a payload that are kept. Anybody can cause such rows. */
const MAX_ERASED = 10_000;

/** Minimum time between two probes of a service that is away. Each probe postpones the other due rows, which costs one write for each. */
const PROBE_INTERVAL_MS = 1000;

const PRUNE_INTERVAL_MS = 600_000;
const DAY_MS = 86_400_000;

/** Accepts outcomes in this process, and delivers them. */
export interface Deliveries {
  ports: DeliveryPorts;
  questions: Questions;
  /** Stores a new row, and begins its delivery if it is approved, the service is there, and this process has room. */
  accept(
    row: NewOutboxRow,
  ): Promise<{ row: OutboxRow; isNew: boolean; delivered: Delivered | undefined }>;
  /** Starts the delivery of one due row if `row` is due. So outcomes that pages ask about are delivered even if no process runs the deliveries. */
  nudge(row: OutboxRow): void;
  /** Claims rows that are due, and begins their delivery. @returns the deliveries that have begun */
  deliverSome(limit: number): Promise<Delivered[]>;
  /** Returns for how many more rows this process has room. */
  room(): number;
  /** Counts an outcome that the host has refused, so that it is not stored. */
  countRefusal(outcome: Outcome, day: string): Promise<void>;
  /** Releases the leases of rows that this process could not finish, except those whose request may have left. */
  release(): Promise<void>;
  /** Deletes what is too old, once in ten minutes. */
  prune(): Promise<void>;
}

/** Resolves when the request of a row has ended and is saved. `undefined`: another process has the row by now. Never rejects. */
export type Delivered = Promise<DeliveredRow | undefined>;

/**
 * Creates the deliveries of a process.
 *
 * @param leaseMs milliseconds for which a row stays with a process that may have died
 * @param outcomeDays days for which settled rows are kept
 */
export function createDeliveries(
  ports: DeliveryPorts,
  {
    inFlight,
    leaseMs,
    outcomeDays,
  }: { inFlight: InFlightWork; leaseMs: number; outcomeDays: number },
): Deliveries {
  const { outbox, now, pauses } = ports;
  const leases = createLeases(outbox, leaseMs);
  const outage = createServiceOutage();
  /** Number of rows in flight, and of those that may be so soon. */
  let busy = 0;
  let isProbing = false;
  let probeAtMs = 0;
  let pruneAtMs = 0;

  const room = () => MAX_IN_FLIGHT - busy;

  /** Runs the work for one row, and frees its place afterwards. Never rejects. */
  async function finish(owner: string, work: () => Delivered): Delivered {
    try {
      const delivered = await work();
      leases.end(owner);
      return delivered;
    } catch {
      // `reachableStore` has emitted why. The row is taken over when its lease ends.
      return undefined;
    } finally {
      busy -= 1;
    }
  }

  /** Delivers a row, and notes whether the service has answered. */
  const deliver = (row: OutboxRow, owner: string, isBegun?: boolean): Delivered =>
    finish(owner, async () => {
      const delivered = await deliverRow(ports, row, leases.leaseOf(owner), isBegun);
      if (delivered?.isSent) outage.note(delivered.error);
      return delivered;
    });

  /** Delivers a row, or postpones it if the service is away. A last request is never postponed. */
  const deliverOrPostpone = (row: OutboxRow, owner: string): Delivered =>
    outage.isOn() && !isLastRequest(row)
      ? finish(owner, () => postponeRow(ports, row, leases.leaseOf(owner)))
      : deliver(row, owner);

  /** Delivers rows one by one until a request shows whether the service is back. Then delivers or postpones the others. */
  async function probe(
    rows: readonly OutboxRow[],
    owner: string,
  ): Promise<(DeliveredRow | undefined)[]> {
    const ended: (DeliveredRow | undefined)[] = [];
    try {
      for (const row of rows) {
        ended.push(await deliver(row, owner));
        if (ended.at(-1)?.isSent) break;
      }
    } finally {
      isProbing = false;
    }
    const others = rows.slice(ended.length).map((row) => deliverOrPostpone(row, owner));
    return [...ended, ...(await Promise.all(others))];
  }

  /** Claims due rows. Reserves their places first, because other calls may claim rows meanwhile. */
  async function claim(most: number): Promise<{ rows: readonly OutboxRow[]; owner: string }> {
    busy += most;
    const lease = leases.begin();
    let rows: readonly OutboxRow[] = [];
    try {
      rows = await outbox.claim('outcome', now(), most, lease);
      return { rows, owner: lease.owner };
    } finally {
      busy -= most - rows.length;
      leases.expect(lease.owner, rows.length);
    }
  }

  async function claimAndDeliver(limit: number): Promise<Delivered[]> {
    const most = Math.min(limit, room() - KEPT_FOR_NEW);
    if (most <= 0 || isProbing) return [];
    if (!outage.isOn()) {
      const { rows, owner } = await claim(most);
      return rows.map((row) => inFlight.add(deliver(row, owner)));
    }
    const leftMs = probeAtMs - now();
    // The clock may have been set back since.
    if (leftMs > 0 && leftMs <= PROBE_INTERVAL_MS) return [];
    probeAtMs = now() + PROBE_INTERVAL_MS;
    isProbing = true;
    try {
      const { rows, owner } = await claim(most);
      const ended = inFlight.add(probe(rows, owner));
      return rows.map(async (_, index) => (await ended)[index]);
    } catch (error) {
      isProbing = false;
      throw error;
    }
  }

  const deliverSome = (limit: number): Promise<Delivered[]> => inFlight.add(claimAndDeliver(limit));

  async function prune(): Promise<void> {
    if (now() < pruneAtMs) return;
    pruneAtMs = now() + PRUNE_INTERVAL_MS;
    await outbox.pruneSettled(now() - outcomeDays * DAY_MS, MAX_ERASED);
  }

  return {
    ports,
    questions: createQuestions(now),
    room,
    deliverSome,
    async accept(row) {
      const isPaused = !row.isAnonymous && pauses.report.leftMs() > 0;
      const isAtOnce = !row.isUnapproved && !isPaused && !outage.isOn() && room() > 0;
      // Prune here, too: a backend that runs no deliveries would otherwise keep all rows of pages.
      if (now() >= pruneAtMs) void inFlight.add(prune()).catch(() => undefined);
      if (!isAtOnce) return { ...(await outbox.accept(row)), delivered: undefined };
      busy += 1;
      const lease = leases.begin();
      let isDelivering = false;
      try {
        const accepted = await outbox.accept(row, lease);
        isDelivering = accepted.isNew;
        leases.expect(lease.owner, accepted.isNew ? 1 : 0);
        if (!accepted.isNew) return { ...accepted, delivered: undefined };
        return { ...accepted, delivered: inFlight.add(deliver(accepted.row, lease.owner, true)) };
      } finally {
        if (!isDelivering) busy -= 1;
      }
    },
    nudge({ settledAtMs, dueAtMs, state }) {
      const isDue = settledAtMs === undefined && state !== 'sending' && dueAtMs <= now();
      if (isDue) void deliverSome(1).catch(() => undefined);
    },
    async countRefusal(outcome, day) {
      await outbox.addCount('outcome', { day, name: outcome, end: 'refused', count: 1 });
    },
    release: () => leases.release(),
    prune,
  };
}
