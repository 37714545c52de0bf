import type { PushAttempts, PushFailed } from '../../bff/index.ts';
import type { VaultError } from '../../protocol/index.ts';
import type { LineItem } from './lines-to-send.ts';

/** Sends lines: a backend in this process does, and so do workers elsewhere. */
export interface Sender {
  /** How many lines are noted at a time: of those, nobody knows after a crash whether they were sent. */
  mostNoted?: number;
  /**
   * Sends lines, several at a time, and gives the results in the order in which they come.
   *
   * @param items are read when there is room
   */
  pushMany(
    items: AsyncIterable<LineItem>,
    options: {
      concurrency: number;
      /** Aborted: nothing more is sent, and what is out comes to its end. */
      signal: AbortSignal;
      /** For how long the service may refuse every token. */
      outageTimeoutMs?: number | undefined;
      onOutage?: (isOutage: boolean) => void;
    },
  ): AsyncGenerator<LineSent, void, undefined>;
  close(): Promise<void>;
}

/** Why no other line would be taken either. @see PushFailed.haltedBy */
export type HaltedBy = NonNullable<PushFailed['haltedBy']>;

/** How a push ended. */
export type SendOutcome = PushAttempts &
  ({ ok: true } | { ok: false; error: VaultError; isGivenUp: boolean; haltedBy?: HaltedBy });

/** How the push of a line ended. */
export type LineSent = SendOutcome & {
  item: LineItem;
  /** Whether what an earlier run may have sent of it is counted, too. */
  isWhole?: boolean;
};

/** The run that a {@link Sender} works for. */
export interface SenderRun {
  /** The same for each run with the same lines, packet and service. */
  id: string;
  /** Whether an earlier run has noted how the line ended. */
  isSettled(line: number): boolean;
  /** Whether the result that an earlier run has noted is a failure. */
  hasFailed(line: number): boolean;
  /** Whether an earlier run has noted a failure, and this one sends the line again. */
  isRetried(line: number): boolean;
  /** Whether an earlier run may have sent the line without noting how it ended. */
  isInDoubt(line: number): boolean;
  /** Shows a sentence to whoever has started the run. */
  say(sentence: string): void;
  /** Waits until each result that was taken so far is on the disk. */
  written(): Promise<void>;
}
