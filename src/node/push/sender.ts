import type { PushAttempts, PushFailed } from '../../bff/index.ts';
import type { VaultError } from '../../protocol/index.ts';
import type { LineItem } from './lines-to-send.ts';

/** Sends lines: either a backend in this process, or workers through a queue. */
export interface Sender {
  /** Maximum number of lines to record at a time. After a crash, nobody knows whether these were sent. */
  mostNoted?: number;
  /**
   * Sends lines concurrently and yields the results as they arrive.
   *
   * @param items read when there is capacity
   */
  pushMany(
    items: AsyncIterable<LineItem>,
    options: {
      concurrency: number;
      /** When aborted, no further line is sent, but requests in flight finish. */
      signal: AbortSignal;
      /** Milliseconds to wait while the service refuses every token. */
      outageTimeoutMs?: number | undefined;
      onOutage?: (isOutage: boolean) => void;
    },
  ): AsyncGenerator<LineSent, void, undefined>;
  close(): Promise<void>;
}

/** Reason why the service would refuse every other line too. @see PushFailed.haltedBy */
export type HaltedBy = NonNullable<PushFailed['haltedBy']>;

/** The result of a push. */
export type SendOutcome = PushAttempts &
  ({ ok: true } | { ok: false; error: VaultError; isGivenUp: boolean; haltedBy?: HaltedBy });

/** The result of a line. */
export type LineSent = SendOutcome & {
  item: LineItem;
  /** Set if the counts include attempts of earlier runs. */
  isWhole?: boolean;
};

/** The run for which a {@link Sender} works. */
export interface SenderRun {
  /** Identical for runs with the same lines, packet and service. */
  id: string;
  /** Returns whether an earlier run has recorded a result for the line. */
  isSettled(line: number): boolean;
  /** Returns whether an earlier run has recorded a failure for the line. */
  hasFailed(line: number): boolean;
  /** Returns whether this run sends the line again after a recorded failure. */
  isRetried(line: number): boolean;
  /** Returns whether an earlier run may have sent the line without recording a result. */
  isInDoubt(line: number): boolean;
  /** Prints a sentence for the person who started the run. */
  say(sentence: string): void;
  /** Waits until every result yielded so far is on the disk. */
  waitUntilWritten(): Promise<void>;
}
