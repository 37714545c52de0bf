import { createHash } from 'node:crypto';

/** Draws numbers that only depend on a seed. */
export interface Draw {
  /** Returns a number from 0 up to 1. */
  next(): number;
  /** Returns whether something happens that has this probability. */
  isHit(probability: number): boolean;
  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number;
  oneOf<T>(choices: readonly T[]): T;
}

export function drawFrom(seed: number): Draw {
  let drawn = 0;
  const next = () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUIntBE(0, 6) / 2 ** 48;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    isHit: (probability) => next() < probability,
    oneOf: (choices) => choices[between(0, choices.length - 1)] as never,
  };
}
