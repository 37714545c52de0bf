/** What is known of each line, in one byte a line. */
export interface LineStates {
  /** The line is about to be sent. Where that was so before and nothing came of it, nobody knows whether it was. */
  sending(line: number): void;
  /** It was not sent after all. */
  unsent(line: number): void;
  settled(line: number, outcome: LineOutcome): void;
  /** Whoever was about to send lines has ended: nobody knows of those whether they were sent. */
  interrupted(): void;
  /** Whether it is to be sent: it has no result, or only a failure. @param retryFailed whether a failure counts as none */
  isLeft(line: number, retryFailed: boolean): boolean;
  hasFailed(line: number): boolean;
  /** Those that are about to be sent, of which no more is known; in ascending order. */
  allSending(): number[];
  /** Whether it may have been sent before without anybody knowing how that ended. */
  isUnknown(line: number): boolean;
  /** How many lines are in which state. */
  counts(): LineCounts;
}

/** How a line ended. */
export interface LineOutcome {
  ok: boolean;
  /** It failed, and may have arrived all the same. */
  unknown?: boolean | undefined;
  /** It may have been sent more than once. */
  repeated?: boolean | undefined;
}

/** How many lines ended how, so far. */
export interface LineCounts {
  ok: number;
  failed: number;
  /** Of both: how many may have been sent more than once. */
  repeated: number;
}

const STATE = 0b11;
const NONE = 0;
const SENDING = 1;
const OK = 2;
const FAILED = 3;

const UNKNOWN = 0b100;
const REPEATED = 0b1000;

/** @param lines how many there are; they are counted from 1 */
export function createLineStates(lines: number): LineStates {
  const bytes = new Uint8Array(lines + 1);
  const at = (line: number) => bytes[line] ?? NONE;
  const stateOf = (line: number) => at(line) & STATE;
  const set = (line: number, state: number, flags = at(line) & ~STATE) => {
    bytes[line] = state | flags;
  };

  return {
    sending(line) {
      const wasSending = stateOf(line) === SENDING;
      set(line, SENDING);
      if (wasSending) bytes[line] = at(line) | UNKNOWN;
    },
    unsent: (line) => set(line, NONE),
    settled(line, { ok, unknown, repeated }) {
      const flags = (unknown ? UNKNOWN : 0) | (repeated ? REPEATED : 0);
      set(line, ok ? OK : FAILED, flags);
    },
    interrupted() {
      for (const line of this.allSending()) set(line, NONE, UNKNOWN);
    },
    isLeft(line, retryFailed) {
      const state = stateOf(line);
      return state === NONE || (state === FAILED && retryFailed);
    },
    hasFailed: (line) => stateOf(line) === FAILED,
    allSending() {
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
