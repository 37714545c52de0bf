/** Writes JSON lines. Batches the lines of one event loop turn: a separate write for each would cost as much as a small request. */
export interface Log {
  /** @param entry has at least one field and no secret */
  write(entry: Readonly<Record<string, unknown>>): void;
  /** Writes the buffered lines now. */
  flush(): void;
}

/**
 * Creates a log.
 *
 * @param sink receives the text
 * @param now real time in milliseconds since 1970; default: `Date.now`
 */
export function createLog(sink: (text: string) => void, now: () => number = Date.now): Log {
  let waiting = '';
  let start = '';
  const flush = () => {
    const text = waiting;
    waiting = '';
    if (text) sink(text);
  };
  return {
    write(entry) {
      if (!waiting) {
        setImmediate(flush);
        start = `{"time":"${new Date(now()).toISOString()}",`;
      }
      waiting += `${start}${JSON.stringify(entry).slice(1)}\n`;
    },
    flush,
  };
}
