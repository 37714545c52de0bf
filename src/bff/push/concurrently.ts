/** Sync or async items. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Options of {@link concurrently}. */
export interface ConcurrentlyOptions {
  concurrency: number;
  /** Maximum number of items in flight, including those that have freed their slot. Default: `concurrency`. */
  mostBegun?: number;
  /** When aborted, no further item is read. */
  signal: AbortSignal;
}

/** Frees the slot of an item while it waits for results of other items. @returns takes the slot back */
export type StepAside = () => () => void;

/**
 * Processes items concurrently, and yields results in order of completion. Memory is constant: at most `concurrency` items are in flight, as many
 * results wait to be taken, and then reading pauses.
 *
 * @param work never rejects; its signal is aborted by `options.signal`, or when the consumer stops taking results
 * @throws errors of `items`, after the results of the items read before them
 */
export async function* concurrently<Item, Result>(
  items: Items<Item>,
  work: (item: Item, signal: AbortSignal, stepAside: StepAside) => Promise<Result>,
  options: ConcurrentlyOptions,
): AsyncGenerator<Result, void, undefined> {
  const { concurrency, mostBegun = concurrency } = options;
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, options.signal]);
  const source = iteratorOf(items);
  const inFlight = new Set<Promise<void>>();
  const finished: Result[] = [];
  const reading: { isAsking: boolean; isDone: boolean; failure?: { reason: unknown } } = {
    isAsking: false,
    isDone: false,
  };
  // The reader waits for free slots, the generator for results.
  const room = createBell();
  const news = createBell();
  signal.addEventListener('abort', () => {
    room.ring();
    news.ring();
  });

  let aside = 0;
  const hasRoom = () =>
    inFlight.size < mostBegun &&
    inFlight.size - aside < concurrency &&
    inFlight.size - aside + finished.length < 2 * concurrency;

  const stepAside: StepAside = () => {
    aside += 1;
    room.ring();
    return () => (aside -= 1);
  };

  async function read(): Promise<void> {
    try {
      while (!signal.aborted) {
        if (!hasRoom()) {
          await room.rings();
          continue;
        }
        reading.isAsking = true;
        const next = await source.next();
        reading.isAsking = false;
        if (next.done) break;
        start(next.value);
      }
    } catch (reason) {
      reading.isAsking = false;
      reading.failure = { reason };
    }
    reading.isDone = true;
    news.ring();
  }

  function start(item: Item): void {
    const done = work(item, signal, stepAside).then((result) => {
      inFlight.delete(done);
      finished.push(result);
      room.ring();
      news.ring();
    });
    inFlight.add(done);
  }

  // After an abort, a pending read is not awaited: it may never resolve.
  const isOver = () => (reading.isDone || signal.aborted) && !inFlight.size && !finished.length;

  void read();
  try {
    while (!isOver()) {
      if (!finished.length) await news.rings();
      for (let result = finished.shift(); result !== undefined; result = finished.shift()) {
        yield result;
        room.ring();
      }
    }
  } finally {
    left.abort();
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
function createBell() {
  let wake: (() => void) | undefined;
  return {
    rings: () => new Promise<void>((resolve) => (wake = resolve)),
    ring: () => wake?.(),
  };
}
