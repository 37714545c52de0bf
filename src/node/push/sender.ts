import type { PushAttempts } from '../../bff/index.ts';
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
    },
  ): AsyncGenerator<LineSent, void, undefined>;
  close(): Promise<void>;
}

/** How a push ended. */
export type SendOutcome = PushAttempts &
  ({ ok: true } | { ok: false; error: VaultError; isGivenUp: boolean });

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
  /** Whether an earlier run may have sent the line without noting how it ended. */
  isInDoubt(line: number): boolean;
  /** Waits until each result that was taken so far is on the disk. */
  written(): Promise<void>;
}
