/** Tracks the state of each line in one byte per line. */
export interface LineStates {
  /** Marks a line as about to be sent. If it already was so without a result, the earlier attempt becomes unknown. */
  markSending(line: number): void;
  /** Marks a line as not sent. */
  markUnsent(line: number): void;
  recordOutcome(line: number, outcome: LineOutcome): void;
  /** Marks the lines that an earlier run was about to send as unknown. */
  markInterrupted(): void;
  /** Returns whether the line must be sent: it has no result, or it failed and `retryFailed` is set. */
  mustSend(line: number, retryFailed: boolean): boolean;
  hasFailed(line: number): boolean;
  /** Returns the lines that are about to be sent and have no result, in ascending order. */
  listSending(): number[];
  /** Returns whether an earlier run may have sent the line without recording a result. */
  isUnknown(line: number): boolean;
  /** Counts the lines by state. */
  counts(): LineCounts;
}

/** The result of a line. */
export interface LineOutcome {
  ok: boolean;
  /** It failed, but the service may have received it. */
  unknown?: boolean | undefined;
  /** It may have been sent more than once. */
  repeated?: boolean | undefined;
}

/** Number of lines by result. */
export interface LineCounts {
  ok: number;
  failed: number;
  /** Number of all these lines that may have been sent more than once. */
  repeated: number;
}

const STATE = 0b11;
const NONE = 0;
const SENDING = 1;
const OK = 2;
const FAILED = 3;

const UNKNOWN = 0b100;
const REPEATED = 0b1000;

/** @param lines how many lines there are; the first one is number 1 */
export function createLineStates(lines: number): LineStates {
  const bytes = new Uint8Array(lines + 1);
  const at = (line: number) => bytes[line] ?? NONE;
  const stateOf = (line: number) => at(line) & STATE;
  const set = (line: number, state: number, flags = at(line) & ~STATE) => {
    bytes[line] = state | flags;
  };

  return {
    markSending(line) {
      const wasSending = stateOf(line) === SENDING;
      set(line, SENDING);
      if (wasSending) bytes[line] = at(line) | UNKNOWN;
    },
    markUnsent: (line) => set(line, NONE),
    recordOutcome(line, { ok, unknown, repeated }) {
      const flags = (unknown ? UNKNOWN : 0) | (repeated ? REPEATED : 0);
      set(line, ok ? OK : FAILED, flags);
    },
    markInterrupted() {
      for (const line of this.listSending()) set(line, NONE, UNKNOWN);
    },
    mustSend(line, retryFailed) {
      const state = stateOf(line);
      return state === NONE || (state === FAILED && retryFailed);
    },
    hasFailed: (line) => stateOf(line) === FAILED,
    listSending() {
      const all: number[] = [];
      for (let line = 1; line <= lines; line += 1) if (stateOf(line) === SENDING) all.push(line);
      return all;
    },
    isUnknown: (line) => (at(line) & UNKNOWN) !== 0,
    counts() {
      const counts = { ok: 0, failed: 0, repeated: 0 };
      for (let line = 1; line <= lines; line += 1) {
        const state = stateOf(line);
        if (state === OK) counts.ok += 1;
        if (state === FAILED) counts.failed += 1;
        if (at(line) & REPEATED) counts.repeated += 1;
      }
      return counts;
    },
  };
}
