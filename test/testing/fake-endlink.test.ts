import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { EndlinkEngine } from '../../src/browser/endlink/parts.ts';
import { fakeEndlink } from '../../src/testing/fake-endlink.ts';

describe('A fake endlink', () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'window', { value: new EventTarget(), configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'window');
  });

  const engineOf = () => window.vaultlink as EndlinkEngine;

  it('has a token unless its state is missing', () => {
    const endlink = fakeEndlink();
    assert.match(String(engineOf().token()), /./);
    endlink.setState('missing');
    assert.equal(engineOf().token(), undefined);
  });

  it('leaves the first reported outcome in place, and lists all reports', async () => {
    const endlink = fakeEndlink();
    await engineOf().report('complete');
    await engineOf().report('fail', { via: 'relay' });
    assert.deepEqual(endlink.state, { state: 'reporting', outcome: 'complete' });
    assert.deepEqual(endlink.reports, [{ outcome: 'complete' }, { outcome: 'fail', via: 'relay' }]);
  });

  it('accepts a report for an expired token, and none after the answer', async () => {
    const endlink = fakeEndlink('expired');
    assert.equal((await engineOf().report('complete')).state, 'reporting');
    endlink.setState('confirmed');
    assert.equal((await engineOf().report('complete')).state, 'confirmed');
    assert.equal(endlink.reports.length, 2);
  });

  it('calls a listener at once and with each state, until it unsubscribes', () => {
    const endlink = fakeEndlink();
    const states: unknown[] = [];
    const unsubscribe = engineOf().subscribe((state) => states.push(state));
    endlink.setState({ state: 'rejected', status: 422 });
    unsubscribe();
    endlink.setState('confirmed');
    assert.deepEqual(states, [
      { state: 'waiting' },
      { outcome: 'complete', state: 'rejected', status: 422 },
    ]);
  });

  it('calls a listener that another one adds once for a state', () => {
    const endlink = fakeEndlink();
    const states: string[] = [];
    let isAdded = false;
    engineOf().subscribe(({ state }) => {
      if (state !== 'confirmed' || isAdded) return;
      isAdded = true;
      engineOf().subscribe((added) => states.push(added.state));
    });
    endlink.setState('confirmed');
    assert.deepEqual(states, ['confirmed']);
  });

  it('keeps the settings of a page, calls its callbacks, and leaves its links alone', () => {
    fakeEndlink();
    const engine = engineOf();
    engine.configure({ via: 'relay' });
    assert.deepEqual(engine.options, { via: 'relay' });
    let given: unknown;
    engine.push((vaultlink) => (given = vaultlink));
    assert.equal(given, engine);
    assert.equal(engine.carry('https://buyer.example/end'), 'https://buyer.example/end');
  });
});
