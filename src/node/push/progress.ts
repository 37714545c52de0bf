import { SingleBar } from 'cli-progress';

/** Shows the progress of one task. */
export interface Progress {
  /**
   * Updates the display.
   *
   * @param done how much of the total is done
   * @param note further text to show
   */
  update: (done: number, note?: string) => void;
  /** Prints a sentence on its own line. */
  say: (sentence: string) => void;
  /** Shows the final state and stops. */
  end: () => void;
}

/** The output for progress: a terminal, or any stream of text lines. */
export type ProgressStream = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

/** Interval of the lines that are printed without a terminal. */
const LINE_INTERVAL_MS = 10_000;

/**
 * Creates a function that shows progress: as a bar on a terminal, otherwise as lines. Both include the rate and the remaining time.
 *
 * @param now in milliseconds since any moment
 * @returns a function that starts the display for a task of `total` units
 */
export function createProgress(
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): (title: string, unit: string, total: number) => Progress {
  return (title, unit, total) => {
    const startMs = now();
    let first: number | undefined;
    let done = 0;
    let note = '';

    /** Computes the rate from the work since the start: work of an earlier run took no time in this one. */
    function textOf(isOver = false): string {
      const seconds = (now() - startMs) / 1000;
      const rate = (done - (first ?? 0)) / seconds;
      const isKnown = Number.isFinite(rate) && rate > 0;
      const time = isOver
        ? `in ${durationOf(seconds)}`
        : `${durationOf((total - done) / rate)} left`;
      return [
        `${countOf(done)} of ${countOf(total)} ${unit}`,
        ...(isKnown ? [`${countOf(rate)}/s`, time] : []),
        ...(note ? [note] : []),
      ].join(', ');
    }

    const show = stream.isTTY
      ? barOn(stream as NodeJS.WriteStream, title, total)
      : linesOn(stream, title, now);
    return {
      update(value, more = '') {
        // The first value is the starting point.
        first ??= value;
        done = value;
        note = more;
        show.update(done, textOf);
      },
      say: (sentence) => {
        stream.write(stream.isTTY ? aboveBar(sentence) : `${sentence}\n`);
      },
      end: () => show.end(textOf(true)),
    };
  };
}

/**
 * Escape sequences that print a sentence above the bar. The bar redraws one line with wrapping off and a saved cursor position. So clear the line,
 * turn wrapping on for the sentence, and save the position below.
 */
const aboveBar = (sentence: string) => `\r\u001B[K\u001B[?7h${sentence}\n\u001B[?7l\u001B7`;

/** A display: bar or lines. */
interface Shown {
  update(done: number, textOf: () => string): void;
  end(text: string): void;
}

function barOn(stream: NodeJS.WriteStream, title: string, total: number): Shown {
  const bar = new SingleBar({
    stream,
    format: `${title} {bar} {percentage}% {text}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
  });
  bar.start(total, 0, { text: '' });
  let text: () => string = () => '';
  return {
    update(done, textOf) {
      text = textOf;
      // The bar redraws ten times a second. Compute the text only then.
      bar.update(done, { text: { toString: () => text() } });
    },
    end(last) {
      bar.update({ text: last });
      bar.stop();
    },
  };
}

function linesOn(stream: ProgressStream, title: string, now: () => number): Shown {
  let nextMs = now() + LINE_INTERVAL_MS;
  return {
    update(_, textOf) {
      if (now() < nextMs) return;
      nextMs = now() + LINE_INTERVAL_MS;
      stream.write(`${title}: ${textOf()}\n`);
    },
    end: (last) => void stream.write(`${title}: ${last}\n`),
  };
}

const countOf = (count: number) => Math.round(count).toLocaleString('en');

function durationOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, ...rest] = parts.map((part) => String(part).padStart(2, '0'));
  return hours === '00' ? rest.join(':') : [hours, ...rest].join(':');
}
