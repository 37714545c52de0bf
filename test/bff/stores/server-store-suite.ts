import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Store } from 'vaultlink/bff';
import { NOON_MS } from '../support/time.ts';
import { grantOf, pair, sessionOf } from '../../../src/testing/store/samples.ts';

/** Opens an empty store that goes by the clock of its server, and notes each call of its client. */
export type OpenServerStore = () => { store: Store; asked: string[] };

/**
 * Tests what every store on a server has to do besides.
 *
 * @param call how the client is called for one command
 */
export function serverStoreSuite(open: OpenServerStore, call: string): void {
  it('asks once for each check of a session, and once for every other call', async () => {
    const { store, asked } = open();
    await store.ping();
    const calls: [string, () => unknown][] = [
      ['connect', () => store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'))],
      ['findSession', () => store.findSession('session-1', NOON_MS)],
      ['findSessionState', () => store.findSessionState('session-1', NOON_MS)],
      ['consumeState', () => store.consumeState('hash-1', NOON_MS)],
      ['takeLease', () => store.takeLease('grant-1', 'one', 1000)],
      ['saveGrant', () => store.saveGrant('grant-1', 1, pair)],
      ['disconnect', () => store.disconnect('session-1')],
    ];
    for (const [name, work] of calls) {
      asked.length = 0;
      assert.notEqual(await work(), false);
      assert.deepEqual(asked, [call], name);
    }
  });

  it('goes by the clock of the server, whatever this machine believes', async (context) => {
    const { store } = open();
    await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
    context.mock.timers.enable({ apis: ['Date'], now: NOON_MS + 1e12 });
    assert.ok(await store.takeLease('grant-1', 'one', 60_000));
    context.mock.timers.setTime(NOON_MS + 2e12);
    assert.equal(await store.takeLease('grant-1', 'two', 60_000), undefined);
    await store.takeLease('grant-1', 'one', 0);
    assert.ok(await store.takeLease('grant-1', 'two', 60_000));
  });
}
