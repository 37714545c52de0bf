import { describe, it } from 'node:test';
import { expectClosed } from './expect-closed.ts';

describe('the proof for one token in two tabs', () => {
  it('finds no broken rule in 411,000 states, however many answers are lost, pages crash and tabs are frozen', (test) => {
    const often = { 'lose answer': Infinity, crash: Infinity, freeze: Infinity };
    expectClosed(test, { 'land A': 2, ...often }, 411_000);
  });

  it('finds no broken rule in 43,000 states with a lost answer, a crash, a frozen tab and a cleared storage together', (test) => {
    const faults = { 'lose answer': 1, crash: 1, freeze: 1, clear: 1 };
    expectClosed(test, { 'land A': 2, ...faults }, 43_000);
  });

  it('finds no broken rule in 41,000 states with a page hop, Back, a lost answer and a crash', (test) => {
    const faults = { 'lose answer': 1, crash: 1 };
    expectClosed(test, { 'land A': 2, hop: 1, back: 1, ...faults }, 41_000);
  });

  it('finds no broken rule in 15,000 states where requests are lost and turned away, another browser uses the token, and a tab is reloaded and closed', (test) => {
    const faults = { 'lose request': 1, 'turn away': 1, 'use elsewhere': 1 };
    expectClosed(test, { 'land A': 2, ...faults, reload: 1, close: 1 }, 15_000);
  });
});
