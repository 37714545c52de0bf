/** A record that may await an outcome until it expires. */
interface Waiting {
  /** `null` if it does not wait. */
  expiresAtMs: number | null;
  /** `null` while it waits. */
  decidedAtMs: number | null;
}

interface Deadline<T> {
  sellersPacket: T;
  atMs: number;
}

/** The packets that await an outcome, the first to expire first. */
export interface SilenceQueue<T extends Waiting> {
  /** Adds a packet whose token was issued just now. It waits until that token expires. */
  add(sellersPacket: T): void;
  /** Removes and returns the packets whose last token has expired without an outcome. */
  takeExpired(atMs: number): T[];
  /** Returns the time at which the next packet expires, in milliseconds since 1970. */
  nextMs(): number | undefined;
}

/** Smallest number of outdated deadlines that are removed at once: removing one moves all others. */
const COMPACTION = 1024;

/**
 * Creates an empty queue. All tokens live equally long, so the order of issue is the order of expiry and nothing is sorted. A packet that was decided or
 * opened again stays in the queue until it reaches the front.
 */
export function createSilenceQueue<T extends Waiting>(): SilenceQueue<T> {
  let deadlines: Deadline<T>[] = [];
  let front = 0;

  const isOver = ({ sellersPacket, atMs }: Deadline<T>) =>
    sellersPacket.decidedAtMs !== null || sellersPacket.expiresAtMs !== atMs;

  function dropFront(): void {
    front += 1;
    if (front < COMPACTION || front * 2 < deadlines.length) return;
    deadlines = deadlines.slice(front);
    front = 0;
  }

  /** Drops outdated deadlines. @returns the first that still counts */
  function first(): Deadline<T> | undefined {
    for (let next = deadlines[front]; next; next = deadlines[front]) {
      if (!isOver(next)) return next;
      dropFront();
    }
    return undefined;
  }

  return {
    add(sellersPacket) {
      const { expiresAtMs: atMs } = sellersPacket;
      if (atMs !== null) deadlines.push({ sellersPacket, atMs });
    },
    takeExpired(atMs) {
      const expired: T[] = [];
      for (let next = first(); next && next.atMs <= atMs; next = first()) {
        expired.push(next.sellersPacket);
        dropFront();
      }
      return expired;
    },
    nextMs: () => first()?.atMs,
  };
}
