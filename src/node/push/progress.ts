import { SingleBar } from 'cli-progress';

/** Shows how far something is. */
export interface Progress {
  /**
   * @param done so much of the total, in all
   * @param note what else is to be said
   */
  update: (done: number, note?: string) => void;
  /** Shows a sentence on a line of its own. */
  say: (sentence: string) => void;
  /** Shows the last state, and no more. */
  end: () => void;
}

/** Where progress is shown: a terminal, or anything that takes lines. */
export type ProgressStream = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

/** Where there is no terminal, a line comes as often. */
const LINE_INTERVAL_MS = 10_000;

/**
 * A bar on a terminal, lines elsewhere; both with the rate and the time that is left.
 *
 * @param now in milliseconds since any moment
 * @returns begins to show something of which there are `total` in all
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

    /** By what was done since the start: what an earlier run has done took no time. */
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
        // The first value is where it begins.
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
 * A bar is drawn over and over in the last line, which does not wrap, and goes back to where it began. So the sentence takes its line, may wrap, and the
 * bar begins again below.
 */
const aboveBar = (sentence: string) => `\r\u001B[K\u001B[?7h${sentence}\n\u001B[?7l\u001B7`;

/** One of the two ways to show something. */
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
      // It is drawn ten times a second, and only then is the text asked for.
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
