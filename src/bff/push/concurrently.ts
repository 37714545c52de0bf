/** Items, from wherever they come. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** How many at a time, and until when. */
export interface ConcurrentlyOptions {
  concurrency: number;
  /** How many at a time, those included that have stepped aside. Default: `concurrency`. */
  mostBegun?: number;
  /** Aborted: no further item is read. */
  signal: AbortSignal;
}

/** Lets another item be begun while this one waits for what others may bring. @returns ends that */
export type StepAside = () => () => void;

/**
 * Works on items, several at a time, and gives the results in the order in which they come. Memory is the same for any number of items: no more
 * than `concurrency` are worked on, no more than as many results wait to be taken, and then nothing is read.
 *
 * @param work never rejects; its signal is aborted where nobody wants more: by `options.signal`, or because whoever took the results has left
 * @throws what `items` throws, after the results of what was read before
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
  const underWay = new Set<Promise<void>>();
  const finished: Result[] = [];
  const reading: { isAsking: boolean; isDone: boolean; failure?: { reason: unknown } } = {
    isAsking: false,
    isDone: false,
  };
  // Who reads items and who gives results wait for each other, and for nothing else.
  const room = createBell();
  const news = createBell();
  signal.addEventListener('abort', () => {
    room.ring();
    news.ring();
  });

  let aside = 0;
  const hasRoom = () =>
    underWay.size < mostBegun &&
    underWay.size - aside < concurrency &&
    underWay.size - aside + finished.length < 2 * concurrency;

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
      underWay.delete(done);
      finished.push(result);
      room.ring();
      news.ring();
    });
    underWay.add(done);
  }

  // An item that is being read once it has stopped is not waited for: it may never come.
  const isOver = () => (reading.isDone || signal.aborted) && !underWay.size && !finished.length;

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
    await Promise.all(underWay);
    const ended = endOf(source);
    if (!reading.isAsking) await ended;
  }
  if (reading.failure) throw reading.failure.reason;
}

function iteratorOf<Item>(items: Items<Item>): Iterator<Item> | AsyncIterator<Item> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

/** Tells where items come from that no more are wanted. What it thinks of that changes no result. */
async function endOf(source: Iterator<unknown> | AsyncIterator<unknown>): Promise<void> {
  try {
    await source.return?.();
  } catch {
    // The results count.
  }
}

/** Wakes the one who waits for it. */
function createBell() {
  let wake: (() => void) | undefined;
  return {
    rings: () => new Promise<void>((resolve) => (wake = resolve)),
    ring: () => wake?.(),
  };
}
