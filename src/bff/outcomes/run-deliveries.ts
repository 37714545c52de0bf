import { createBackoff } from '../backoff.ts';
import { sleep } from '../sleep.ts';
import type { Deliveries, Delivered } from './deliveries.ts';

/** Maximum pause before a process looks for rows that other processes have stored, or have left behind. */
const LOOK_INTERVAL_MS = 1000;

/** Pause of a process that has no room for further rows, or waits for its next probe of the service. */
const ROOM_INTERVAL_MS = 50;

const failurePauseMsOf = createBackoff({ firstMs: 1000, longestMs: 30_000, fixedPart: 0.5 });

/** Result of one turn of the deliveries. */
export interface DeliveryTurn {
  /** Number of rows for which a request was made, or which ended without one. */
  attempted: number;
  /** Number of these rows that were settled by the end of the turn. */
  settled: number;
  /** Time when the next row is due, in milliseconds since 1970. `undefined`: nothing waits. */
  nextDueAtMs?: number | undefined;
}

/**
 * Delivers rows that are due, and waits until their requests have ended.
 *
 * @throws VaultError `store_unavailable`
 */
export async function deliverDue(deliveries: Deliveries, limit: number): Promise<DeliveryTurn> {
  await deliveries.prune();
  let attempted = 0;
  let settled = 0;
  while (attempted < limit) {
    const begun = await deliveries.deliverSome(limit - attempted);
    if (!begun.length) break;
    const ended = await Promise.all(begun);
    attempted += begun.length;
    settled += ended.filter((one) => one?.row.settledAtMs !== undefined).length;
  }
  const nextDueAtMs = await deliveries.ports.outbox.nextDueAtMs('outcome');
  return { attempted, settled, nextDueAtMs };
}

/** Delivers rows as they become due, until `signal` aborts. Then it waits for the requests in flight. Never rejects. */
export async function runDeliveries(deliveries: Deliveries, signal: AbortSignal): Promise<void> {
  const { outbox, now } = deliveries.ports;
  const inFlight = new Set<Delivered>();
  let failures = 0;

  /** Starts as many deliveries as there is room for. @returns whether there was any */
  async function fill(): Promise<boolean> {
    const begun = await deliveries.deliverSome(deliveries.room());
    for (const one of begun) {
      inFlight.add(one);
      void one.then(() => inFlight.delete(one));
    }
    return begun.length > 0;
  }

  while (!signal.aborted) {
    try {
      await deliveries.prune();
      const nextDueAtMs = (await outbox.nextDueAtMs('outcome')) ?? Infinity;
      const waitMs = Math.min(nextDueAtMs - now(), LOOK_INTERVAL_MS);
      if (waitMs > 0) await sleep(waitMs, signal);
      else if (!(deliveries.room() > 0 && (await fill()))) await sleep(ROOM_INTERVAL_MS, signal);
      failures = 0;
    } catch {
      // `reachableStore` has emitted why.
      await sleep(failurePauseMsOf(failures), signal);
      failures += 1;
    }
  }
  await Promise.all(inFlight);
}
