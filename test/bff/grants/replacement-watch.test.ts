import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import { startBff } from '../support/http-bff.ts';

describe('a backend whose store can tell that its server was replaced', () => {
  /** The store says what is next in `sentences`; an error is thrown. */
  function startWatched(...sentences: (string | Error | undefined)[]) {
    const asked = { count: 0 };
    const serverReplaced = () => {
      asked.count += 1;
      const next = sentences.shift();
      if (next instanceof Error) throw next;
      return next;
    };
    const { bff, events, clock } = startBff({ store: { ...memoryStore(), serverReplaced } });
    const ready = async () =>
      (await bff.fetch(new Request('https://app.example/vault/health/ready'))).status;
    return { bff, events, clock, asked, ready };
  }

  it('tells the operator once, and stays ready', async () => {
    const { bff, events, clock, ready } = startWatched(undefined, 'Replaced.', undefined);
    await bff.checkKeys();
    assert.deepEqual(events, []);
    for (let probe = 0; probe < 2; probe += 1) {
      clock.ms += 5000;
      assert.equal(await ready(), 200);
    }
    assert.deepEqual(events, [
      {
        type: 'failed',
        where: 'store.serverReplaced',
        code: 'store_unavailable',
        detail: 'Replaced.',
      },
    ]);
  });

  it('asks every five seconds at most, and goes on where the store fails', async () => {
    const { events, clock, asked, ready } = startWatched(new Error('away'), 'Replaced.');
    for (let probe = 0; probe < 10; probe += 1) assert.equal(await ready(), 200);
    assert.equal(asked.count, 1);
    clock.ms += 5000;
    await ready();
    assert.equal(asked.count, 2);
    assert.equal(events.length, 1);
  });
});
