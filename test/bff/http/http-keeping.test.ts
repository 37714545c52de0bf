import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import { startBff } from '../support/http-bff.ts';
import { failingStore } from '../support/instances.ts';
import { hurried } from '../support/time.ts';

const HANDED_OVER = {
  code: 'the-code',
  code_verifier: 'v'.repeat(43),
  state: 'the-state',
  redirect_uri: 'https://app.example/vault/callback',
};

describe('what has expired', () => {
  it('prunes what has expired beside a connect, every ten minutes at most', async () => {
    const prunedAtMs: number[] = [];
    const store = { ...memoryStore(), prune: (nowMs: number) => void prunedAtMs.push(nowMs) };
    const { browser, clock } = startBff({ store });
    const startMs = clock.ms;
    for (const minutes of [0, 1, 9, 10, 11, 25]) {
      clock.ms = startMs + minutes * 60_000;
      await browser.connect();
    }
    assert.deepEqual(
      prunedAtMs.map((ms) => (ms - startMs) / 60_000),
      [0, 10, 25],
    );
  });

  it('prunes what has expired beside a connect through the hook, and beside a refusal', async () => {
    const pruned: string[] = [];
    const startWith = (name: string) =>
      startBff({ store: { ...memoryStore(), prune: () => void pruned.push(name) } }).browser;
    await startWith('hook').call('POST', '/exchange', HANDED_OVER);
    const browser = startWith('refusal');
    await browser.come(browser.wayBack(await browser.setOut(), { error: 'access_denied' }));
    assert.deepEqual(pruned, ['hook', 'refusal']);
  });

  it('prunes grants without a session 400 days after their last use', async () => {
    const store = memoryStore();
    for (const [changed, days] of [
      [{}, 400],
      [{ grantLifetimeDays: 30 }, 30],
    ] as const) {
      const { bff, browser, openBrowser, clock } = startBff({
        store,
        sessionLifetimeSeconds: 86_400,
        subject: ({ headers }) => headers.get('x-user') ?? 'eve',
        ...changed,
      });
      const away = await browser.go('/vault/connect', { 'x-user': 'ada' });
      const authorization = new URL(away.headers.get('location') ?? '').searchParams;
      await browser.come(browser.wayBack(authorization), { 'x-user': 'ada' });
      clock.ms += days * 86_400_000 - 1;
      await openBrowser().connect();
      assert.ok(await store.findGrantOfSubject('ada'));
      clock.ms += 600_000;
      await openBrowser().connect();
      await bff.close();
      assert.equal(await store.findGrantOfSubject('ada'), undefined);
    }
  });

  it('lets no user wait for pruning', async () => {
    const store = { ...memoryStore(), prune: () => new Promise<void>(() => undefined) };
    const { browser } = startBff({ store });
    assert.equal((await browser.connect()).status, 303);
  });

  it('reports to the operator when pruning fails', async () => {
    const { browser, events } = startBff({ store: failingStore(memoryStore(), 'prune', 1) });
    assert.equal((await browser.connect()).status, 303);
    assert.partialDeepStrictEqual(events, [{ type: 'failed', where: 'store.prune' }]);
  });
});

describe('a connection whose code is used up', () => {
  it('saves a connection although the store was away for a moment', async () => {
    const { browser, service, events } = startBff({
      store: failingStore(memoryStore(), 'connect', 2),
    });
    assert.equal((await browser.connect()).status, 303);
    assert.match(await (await browser.call('GET', '/session')).text(), /"connected":true/);
    assert.equal(service.requests.length, 1);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['failed', 'failed', 'connected'],
    );
  });

  it('saves a connection through the hook although the store was away for a moment', async () => {
    const { browser } = startBff({ store: failingStore(memoryStore(), 'connect', 1) });
    assert.equal((await browser.call('POST', '/exchange', HANDED_OVER)).status, 200);
  });

  it('saves a connection only once when the store saves it but reports a failure', async () => {
    const store = memoryStore();
    const { browser } = startBff({
      store: {
        ...store,
        async connect(session, grant) {
          await store.connect(session, grant);
          const { sealed, expiresAtMs, receivedAtMs } = grant;
          await store.saveGrant(grant.id, 1, { sealed, expiresAtMs, receivedAtMs });
          throw new Error('The connection was cut.');
        },
      },
    });
    assert.equal((await browser.connect()).status, 303);
    assert.deepEqual(
      (await store.grants(undefined, 2)).map(({ version }) => version),
      [2],
    );
  });

  it('shows an error after a few seconds when the store stays away', async (context) => {
    const { browser, events } = startBff({
      store: failingStore(memoryStore(), 'connect', Infinity),
    });
    const response = await hurried(context, () => browser.connect());
    assert.equal(response.status, 503);
    assert.equal(events.length, 6);
  });
});
