import { describe, it } from 'node:test';
import { expectClosed } from './expect-closed.ts';

describe('the proof for two tokens in two tabs', () => {
  it('finds no broken rule in 264,000 states with two page hops, Back and a late outcome', (test) => {
    const journey = { hop: 2, back: 1, 'ask late': 1 };
    expectClosed(test, { 'land A': 1, 'land B': 1, ...journey }, 264_000);
  });

  it('finds no broken rule in 11,000 states where one of the tokens lands in both tabs, and an outcome is late', (test) => {
    expectClosed(test, { 'land A': 2, 'land B': 1, 'ask late': 1 }, 11_000);
  });

  it('finds no broken rule in 67,000 states with a lost answer, a crash, a frozen tab and a cleared storage together', (test) => {
    const faults = { 'lose answer': 1, crash: 1, freeze: 1, clear: 1 };
    expectClosed(test, { 'land A': 1, 'land B': 1, ...faults }, 67_000);
  });
});
