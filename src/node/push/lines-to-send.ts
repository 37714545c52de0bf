import type { PushItem } from '../../bff/index.ts';
import { readAnswersLine } from './answers-line.ts';
import type { AnswersLine } from './answers-line.ts';
import type { Input } from './input.ts';
import type { LineStates } from './line-states.ts';
import { isBlank, linesOf } from './lines.ts';
import type { ResultsFile } from './results-file.ts';

/** A line that may be sent: that it is about to be is on the disk. */
export interface LineItem extends PushItem {
  line: number;
}

/** What lines are to be sent, and where that is noted. */
export interface LinesToSend {
  input: Input;
  packetId: string;
  states: LineStates;
  results: ResultsFile;
  retryFailed: boolean;
  concurrency: number;
  /** How many lines are noted at a time, at most. Default: 512. */
  mostNoted?: number | undefined;
}

/** Lines are noted many at a time: the more there are, the more nobody knows of after a crash; the fewer, the more often the disk is waited for. */
const MOST_LINES = 512;
const MOST_BYTES = 1_048_576;

/** A line as it was read: what it says takes several times the memory. */
interface UnreadLine {
  number: number;
  bytes: Buffer;
}

/**
 * The lines that are left to be sent. While some are sent, the next ones are read and noted; where that is waited for all the same, there are more
 * of them the next time.
 *
 * @throws VaultError `invalid_request` where the file has changed
 */
export async function* linesToSend(options: LinesToSend): AsyncGenerator<LineItem> {
  const { input, results, packetId, concurrency, mostNoted = MOST_LINES } = options;
  const left = linesLeft(options);
  let most = Math.min(2 * concurrency, mostNoted);

  async function next(): Promise<UnreadLine[]> {
    const some: UnreadLine[] = [];
    let bytes = 0;
    while (some.length < most && bytes < MOST_BYTES) {
      const { value } = await left.next();
      if (!value) break;
      some.push(value);
      bytes += value.bytes.length;
    }
    await input.assertUnchanged();
    if (some.length) await results.sending(some.map(({ number }) => number));
    return some;
  }

  let noted = next();
  try {
    for (;;) {
      const some = await noted;
      if (!some.length) return;
      const ahead = { isReady: false };
      noted = next().finally(() => (ahead.isReady = true));
      noted.catch(() => undefined);
      for (const { number, bytes } of some) {
        const { line } = readAnswersLine(bytes) as { line?: AnswersLine };
        // All of them have been checked: this one was another then, which is found out with the next ones.
        if (line) yield { line: number, subject: line.subject, packetId, answers: line.answers };
      }
      if (!ahead.isReady) most = Math.min(2 * most, mostNoted);
    }
  } finally {
    // Nothing is noted any more once this has ended.
    await noted.catch(() => undefined);
  }
}

async function* linesLeft({
  input,
  states,
  retryFailed,
}: LinesToSend): AsyncGenerator<UnreadLine, undefined> {
  for await (const lines of linesOf(input.file)) {
    for (const { number, bytes } of lines) {
      if (!bytes || isBlank(bytes) || !states.isLeft(number, retryFailed)) continue;
      yield { number, bytes: Buffer.from(bytes) };
    }
  }
}
