import type { Outcome } from '../../protocol/index.ts';
import type { InFlightWork } from '../in-flight.ts';
import type { NewOutboxRow, OutboxRow } from '../stores/outbox.ts';
import { deliverRow, postponeRow } from './deliver-row.ts';
import type { DeliveredRow, DeliveryPorts } from './deliver-row.ts';
import { createServiceOutage } from './outage.ts';
import { createQuestions } from './questions.ts';
import type { Questions } from './questions.ts';

/** Number of requests that one process has out at a time. */
const MOST_IN_FLIGHT = 100;

/** Number of rows without a payload that are kept. Strangers bring them. */
const MOST_ERASED = 10_000;

const PRUNE_INTERVAL_MS = 600_000;
const DAY_MS = 86_400_000;

/** What this process delivers. */
export interface Deliveries {
  ports: DeliveryPorts;
  questions: Questions;
  /** Stores a new row, and begins its delivery if it is approved, the service is there, and this process has room. */
  accept(
    row: NewOutboxRow,
  ): Promise<{ row: OutboxRow; isNew: boolean; delivered: Delivered | undefined }>;
  /** Begins a delivery if a row that somebody asks about is due: perhaps no process runs the deliveries. */
  hasten(row: OutboxRow): void;
  /** Begins the delivery of rows that are due. @returns the deliveries that have begun */
  begin(limit: number): Promise<Delivered[]>;
  /** Returns for how many more rows this process has room. */
  room(): number;
  /** Counts an outcome that the host has refused, so that it is not stored. */
  countRefusal(outcome: Outcome, day: string): Promise<void>;
  /** Releases what this process has leased and could not save. */
  release(): Promise<void>;
  /** Deletes what is too old, once in ten minutes. */
  prune(): Promise<void>;
}

/** Resolves when the request of a row has ended and is saved. `undefined`: another process has the row by now. Never rejects. */
export type Delivered = Promise<DeliveredRow | undefined>;

/** @param outcomeDays days for which settled rows are kept */
export function createDeliveries(
  ports: DeliveryPorts,
  { inFlight, outcomeDays }: { inFlight: InFlightWork; outcomeDays: number },
): Deliveries {
  const { outbox, lease, now, pauses } = ports;
  const keysInFlight = new Set<string>();
  let pruneAtMs = 0;
  let hasUnsaved = false;
  const outage = createServiceOutage();

  const room = () => MOST_IN_FLIGHT - keysInFlight.size;

  /** @param deliverNow makes the request, or postpones it */
  function track({ key }: OutboxRow, deliverNow: () => Delivered): Delivered {
    keysInFlight.add(key);
    const ended = deliverNow()
      .catch(() => {
        // `reachableStore` has emitted why. The row is taken over when its lease ends.
        hasUnsaved = true;
        return undefined;
      })
      .finally(() => keysInFlight.delete(key));
    return inFlight.add(ended);
  }

  /** Delivers a row, and learns from it whether the service is away. */
  const deliver = (row: OutboxRow, isBegun?: boolean): Delivered =>
    track(row, async () => {
      const delivered = await deliverRow(ports, row, isBegun);
      if (delivered?.isSent) outage.note(delivered.error);
      return delivered;
    });

  /** Delivers a row if the service is back after a probe. Otherwise the row waits on, or ends, as if it had been tried. */
  const deliverAfter = (probe: Delivered, row: OutboxRow): Delivered =>
    track(row, async () => {
      await probe;
      return outage.isOn() ? postponeRow(ports, row) : deliverRow(ports, row);
    });

  async function begin(limit: number): Promise<Delivered[]> {
    const most = Math.min(limit, room());
    if (most <= 0) return [];
    const rows = await outbox.claim('outcome', now(), most, lease);
    const [first, ...others] = rows;
    if (!outage.isOn() || !first) return rows.map((row) => deliver(row));
    const probe = deliver(first);
    return [probe, ...others.map((row) => deliverAfter(probe, row))];
  }

  return {
    ports,
    questions: createQuestions(now),
    room,
    begin,
    async accept(row) {
      const isAtOnce =
        !row.isUnapproved &&
        !outage.isOn() &&
        room() > 0 &&
        (row.isAnonymous || !pauses.report.leftMs());
      const accepted = await outbox.accept(row, isAtOnce ? lease : undefined);
      const delivered = accepted.isNew && isAtOnce ? deliver(accepted.row, true) : undefined;
      return { ...accepted, delivered };
    },
    hasten(row) {
      const isDue = row.settledAtMs === undefined && row.dueAtMs <= now();
      // Others may be due for longer. Each of them is somebody's outcome, too.
      if (isDue && !keysInFlight.has(row.key)) void inFlight.add(begin(1)).catch(() => undefined);
    },
    async countRefusal(outcome, day) {
      await outbox.addCount('outcome', { day, name: outcome, end: 'refused', count: 1 });
    },
    async release() {
      if (hasUnsaved) await outbox.release(lease.owner);
    },
    async prune() {
      if (now() < pruneAtMs) return;
      pruneAtMs = now() + PRUNE_INTERVAL_MS;
      await outbox.pruneSettled(now() - outcomeDays * DAY_MS, MOST_ERASED);
    },
  };
}
