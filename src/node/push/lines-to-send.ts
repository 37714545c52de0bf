import type { PushItem } from '../../bff/index.ts';
import { readAnswersLine, type AnswersLine } from './answers-line.ts';
import type { Input } from './input.ts';
import type { LineStates } from './line-states.ts';
import { isBlank, linesOf } from './lines.ts';
import type { ResultsFile } from './results-file.ts';

/** A line that is recorded on the disk as about to be sent. */
export interface LineItem extends PushItem {
  line: number;
}

/** Options of {@link linesToSend}. */
export interface LinesToSend {
  input: Input;
  packetId: string;
  states: LineStates;
  results: ResultsFile;
  retryFailed: boolean;
  concurrency: number;
  /** Maximum number of lines to record at a time. Default: 512. */
  mostNoted?: number | undefined;
}

/** Lines are recorded in batches. After a crash, the state of a whole batch is unknown; smaller batches wait for the disk more often. */
const MAX_LINES = 512;
const MAX_BYTES = 1_048_576;

/** An unparsed line. Its parsed form would take several times the memory. */
interface UnreadLine {
  number: number;
  bytes: Buffer;
}

/**
 * Yields the lines that remain to be sent. While one batch is sent, the next is read and recorded. If the caller still has to wait, the next batch is
 * larger.
 *
 * @throws VaultError `invalid_request` if the file has changed
 */
export async function* linesToSend(options: LinesToSend): AsyncGenerator<LineItem> {
  const { input, results, packetId, concurrency, mostNoted = MAX_LINES } = options;
  const left = linesLeft(options);
  let most = Math.min(2 * concurrency, mostNoted);

  async function next(): Promise<UnreadLine[]> {
    const some: UnreadLine[] = [];
    let bytes = 0;
    while (some.length < most && bytes < MAX_BYTES) {
      const { value } = await left.next();
      if (!value) break;
      some.push(value);
      bytes += value.bytes.length;
    }
    await input.assertUnchanged();
    if (some.length) await results.recordSending(some.map(({ number }) => number));
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
        // All lines were checked before. If this one no longer parses, the file has changed, and the check before the next batch reports it.
        if (line) yield { line: number, subject: line.subject, packetId, answers: line.answers };
      }
      if (!ahead.isReady) most = Math.min(2 * most, mostNoted);
    }
  } finally {
    // Do not return while a batch is still being recorded.
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
      if (!bytes || isBlank(bytes) || !states.mustSend(number, retryFailed)) continue;
      yield { number, bytes: Buffer.from(bytes) };
    }
  }
}
