import { logLevelOf, type LogEntry, type LogLevel } from '../../bff/index.ts';
import { LOG_LEVELS } from '../../bff/operating.ts';

/** Writes JSON lines. Batches the lines of one event loop turn: a separate write for each would cost as much as a small request. */
export interface Log {
  /** Writes an entry with its time and its level, unless the level is below that of the log. */
  write(entry: LogEntry): void;
  /** Writes the buffered lines now. */
  flush(): void;
}

/**
 * Creates a log.
 *
 * @param sink receives the text
 * @param lowestLevel less severe entries are not written
 * @param now real time in milliseconds since 1970; default: `Date.now`
 */
export function createLog(
  sink: (text: string) => void,
  lowestLevel: LogLevel,
  now: () => number = Date.now,
): Log {
  const written: ReadonlySet<LogLevel> = new Set(
    LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(lowestLevel) + 1),
  );
  let waiting = '';
  let start = '';
  const flush = () => {
    const text = waiting;
    waiting = '';
    if (text) sink(text);
  };
  return {
    write(entry) {
      const level = logLevelOf(entry);
      if (!written.has(level)) return;
      if (!waiting) {
        setImmediate(flush);
        start = `{"time":"${new Date(now()).toISOString()}","level":"`;
      }
      waiting += `${start}${level}",${JSON.stringify(entry).slice(1)}\n`;
    },
    flush,
  };
}
