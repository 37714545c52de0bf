/** Sync or async items. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Options of {@link concurrently}. */
export interface ConcurrentlyOptions {
  concurrency: number;
  /** Maximum number of items in flight, including those that have freed their slot. Default: `concurrency`. */
  maxInFlight?: number;
  /** When aborted, no further item is read. */
  signal: AbortSignal;
}

/** Frees the slot of an item while it waits for results of other items. @returns takes the slot back */
export type FreeSlot = () => () => void;

/**
 * Processes items concurrently, and yields results in order of completion. Memory is constant: at most `concurrency` items are in flight, as many
 * results wait to be taken, and then reading pauses.
 *
 * @param work never rejects; its signal is aborted by `options.signal`, or when the consumer stops taking results
 * @throws errors of `items`, after the results of the items read before them
 */
export async function* concurrently<Item, Result>(
  items: Items<Item>,
  work: (item: Item, signal: AbortSignal, freeSlot: FreeSlot) => Promise<Result>,
  options: ConcurrentlyOptions,
): AsyncGenerator<Result, void, undefined> {
  const { concurrency, maxInFlight = concurrency } = options;
  const consumerLeft = new AbortController();
  const signal = AbortSignal.any([consumerLeft.signal, options.signal]);
  const source = iteratorOf(items);
  const inFlight = new Set<Promise<void>>();
  const finished: Result[] = [];
  const reading: { isAsking: boolean; isDone: boolean; failure?: { reason: unknown } } = {
    isAsking: false,
    isDone: false,
  };
  // The reader waits for free slots, the generator for results.
  const slotFreed = createSignal();
  const resultReady = createSignal();
  signal.addEventListener('abort', () => {
    slotFreed.notify();
    resultReady.notify();
  });

  let freedSlots = 0;
  const hasRoom = () =>
    inFlight.size < maxInFlight &&
    inFlight.size - freedSlots < concurrency &&
    inFlight.size - freedSlots + finished.length < 2 * concurrency;

  const freeSlot: FreeSlot = () => {
    freedSlots += 1;
    slotFreed.notify();
    return () => (freedSlots -= 1);
  };

  const isStopped = () => signal.aborted;

  async function readItems(): Promise<void> {
    try {
      while (!isStopped()) {
        if (!hasRoom()) {
          await slotFreed.wait();
          continue;
        }
        reading.isAsking = true;
        const next = await source.next();
        reading.isAsking = false;
        // Nobody would take the result of an item that was read only after the stop.
        if (next.done || isStopped()) break;
        startItem(next.value);
      }
    } catch (reason) {
      reading.isAsking = false;
      reading.failure = { reason };
    }
    reading.isDone = true;
    resultReady.notify();
  }

  function startItem(item: Item): void {
    const done = work(item, signal, freeSlot).then((result) => {
      inFlight.delete(done);
      finished.push(result);
      slotFreed.notify();
      resultReady.notify();
    });
    inFlight.add(done);
  }

  // After an abort, a pending read is not awaited: it may never resolve.
  const isOver = () => (reading.isDone || isStopped()) && !inFlight.size && !finished.length;

  void readItems();
  try {
    while (!isOver()) {
      if (!finished.length) await resultReady.wait();
      for (let result = finished.shift(); result !== undefined; result = finished.shift()) {
        yield result;
        slotFreed.notify();
      }
    }
  } finally {
    consumerLeft.abort();
    await Promise.all(inFlight);
    const ended = endOf(source);
    if (!reading.isAsking) await ended;
  }
  if (reading.failure) throw reading.failure.reason;
}

function iteratorOf<Item>(items: Items<Item>): Iterator<Item> | AsyncIterator<Item> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

/** Closes the source. Ignores its errors, which change no result. */
async function endOf(source: Iterator<unknown> | AsyncIterator<unknown>): Promise<void> {
  try {
    await source.return?.();
  } catch {
    // Results that were already yielded stay valid.
  }
}

/** Creates a signal that wakes its single waiter. */
function createSignal() {
  let wake: (() => void) | undefined;
  return {
    wait: () => new Promise<void>((resolve) => (wake = resolve)),
    notify: () => wake?.(),
  };
}
