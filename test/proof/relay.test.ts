import { describe, it } from 'node:test';
import { expectClosed } from './expect-closed.ts';

describe('the proof for one token in two tabs that report to the service or through the buyer’s server', () => {
  it('finds no broken rule in 600 states, however often the outcome goes through the buyer’s server', (test) => {
    expectClosed(test, { 'land A': 2, relay: Infinity }, 600);
  });

  it('finds no broken rule in 38,000 states with a lost answer and a crash', (test) => {
    expectClosed(test, { 'land A': 2, relay: 2, 'lose answer': 1, crash: 1 }, 38_000);
  });

  it('finds no broken rule in 39,000 states with a lost answer and a frozen tab', (test) => {
    expectClosed(test, { 'land A': 2, relay: 2, 'lose answer': 1, freeze: 1 }, 39_000);
  });

  it('finds no broken rule in 26,000 states where requests are lost and turned away, another browser uses the token', (test) => {
    const faults = { 'lose request': 1, 'turn away': 1, 'use elsewhere': 1 };
    expectClosed(test, { 'land A': 2, relay: 2, ...faults }, 26_000);
  });
});
