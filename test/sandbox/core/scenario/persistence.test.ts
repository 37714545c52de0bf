import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSandbox, ScenarioError } from 'vaultlink/sandbox';
import type { Scenario, ScenarioStore } from 'vaultlink/sandbox';
import { START_MS } from '../../driver.ts';

const OPTIONS = {
  now: () => START_MS,
  packets: [{ id: 'survey', endlink_url: 'https://buyer.example/' }],
};

/** Keeps text, as a file does. `saves` resolve as they come. */
function textStore() {
  let text: string | undefined;
  let count = 0;
  let error: Error | undefined;
  let wake: () => void = () => undefined;
  const store: ScenarioStore = {
    load: () => text && (JSON.parse(text) as Scenario),
    save(scenario) {
      count += 1;
      wake();
      if (error) throw error;
      text = JSON.stringify(scenario);
    },
  } as ScenarioStore;
  return {
    store,
    count: () => count,
    fail: (next: Error | undefined) => void (error = next),
    nextSave: () => new Promise<void>((resolve) => void (wake = resolve)),
  };
}

describe('A sandbox with a store', () => {
  it('continues with its last state', async () => {
    const { store } = textStore();
    const one = await openSandbox(store, OPTIONS);
    const { token } = await one.startEndlink();
    await one.flush();
    one.close();
    const other = await openSandbox(store, { now: () => START_MS + 60_000 });
    const answer = await other.fetch(
      new Request(`http://localhost/api/v3/endlinks/complete?service_endlink_token=${token}`),
    );
    assert.equal(answer.status, 200);
    const { decidedAt } = await other.waitForOutcome({ token });
    assert.equal(decidedAt.getTime(), START_MS + 60_000);
    other.close();
  });

  it('saves after a change by itself, and many changes at once', async () => {
    const { store, nextSave, count } = textStore();
    const sandbox = await openSandbox(store, OPTIONS);
    const saved = nextSave();
    const { token } = await sandbox.startEndlink();
    for (let index = 0; index < 20; index += 1) await sandbox.addSeller();
    await saved;
    await sandbox.flush();
    // One after the quarter of a second, and the one of flush().
    assert.equal(count(), 2);
    const kept = await store.load();
    assert.equal(kept?.tokens?.[0]?.token, token);
    assert.equal(kept.sellers?.length, 22);
    sandbox.close();
  });

  it('saves once, at once, when it is closed', async () => {
    const { store, count } = textStore();
    const sandbox = await openSandbox(store, OPTIONS);
    await sandbox.startEndlink();
    sandbox.close();
    await sandbox.flush();
    assert.equal(count(), 1);
    await sandbox.flush();
    assert.equal(count(), 1);
    assert.equal((await store.load())?.tokens?.length, 1);
  });

  it('returns to its options by a reset, not to the saved state', async () => {
    const { store } = textStore();
    const one = await openSandbox(store, OPTIONS);
    await one.addSeller({ id: 'amy' });
    await one.flush();
    one.close();
    const other = await openSandbox(store, OPTIONS);
    await other.startEndlink({ sellerId: 'amy' });
    await other.reset();
    await assert.rejects(other.startEndlink({ sellerId: 'amy' }), /no seller "amy"/);
    other.close();
  });

  it('reports a store that fails, and saves again after the next change', async () => {
    const { store, fail } = textStore();
    const errors: unknown[] = [];
    let reported: () => void = () => undefined;
    const error = new Error('The disk is full.');
    const sandbox = await openSandbox(store, OPTIONS, (one) => {
      errors.push(one);
      reported();
    });
    fail(error);
    await new Promise<void>((resolve) => {
      reported = resolve;
      void sandbox.startEndlink();
    });
    assert.deepEqual(errors, [error]);
    fail(undefined);
    await sandbox.addSeller();
    await sandbox.flush();
    assert.equal((await store.load())?.sellers?.length, 3);
    sandbox.close();
  });

  it('does not start with a scenario that has mistakes', async () => {
    const store = { load: () => ({ version: 2 }) as never, save: () => undefined };
    await assert.rejects(openSandbox(store), ScenarioError);
  });
});
