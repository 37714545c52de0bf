/** What may await an outcome until it expires. */
interface Waiting {
  /** `null` where it does not wait. */
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
  /** A token was issued: its packet waits until it expires. */
  add(sellersPacket: T): void;
  /** Takes out the packets whose last token has expired without an outcome. */
  takeExpired(atMs: number): T[];
  /** When the next one expires, in milliseconds since 1970. */
  nextMs(): number | undefined;
}

/** Forgetting the front one by one would move all the others each time. */
const COMPACTION = 1024;

/**
 * An empty queue. Tokens live equally long and time does not go back, so the order of issue is the order of expiry: nothing is searched or sorted. What
 * was decided or opened again stays until it comes to the front.
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

  /** @returns the first deadline that still counts */
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
