import { describe, it } from 'node:test';
import { expectClosed } from './expect-closed.ts';

/** Both tokens land, in one tab or in one each. The seller goes to a next page and back, and an outcome is late. */
const JOURNEY = { 'land A': 1, 'land B': 1, hop: 1, back: 1, 'ask late': 1 };

describe('the proof for two tokens in two tabs with a page hop, Back and a late outcome', () => {
  it('finds no broken rule in 129,000 states with a lost answer', (test) => {
    expectClosed(test, { ...JOURNEY, 'lose answer': 1 }, 129_000);
  });

  it('finds no broken rule in 109,000 states with a page that dies between any two steps', (test) => {
    expectClosed(test, { ...JOURNEY, crash: 1 }, 109_000);
  });

  it('finds no broken rule in 69,000 states with a frozen tab', (test) => {
    expectClosed(test, { ...JOURNEY, freeze: 1 }, 69_000);
  });

  it('finds no broken rule in 94,000 states with a cleared storage', (test) => {
    expectClosed(test, { ...JOURNEY, clear: 1 }, 94_000);
  });
});
