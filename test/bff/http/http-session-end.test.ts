import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { Store, VaultBffOptions } from 'vaultlink/bff';
import { failingStore, recordingStore } from '../support/instances.ts';
import { startBff } from '../support/http-bff.ts';

const DAY_MS = 86_400_000;

/** A backend whose only user has connected, and what the store is asked to write when that user comes again. */
async function start(changed: Partial<VaultBffOptions> = {}) {
  const { calledMethods, store } = recordingStore(changed.store ?? memoryStore());
  const all = startBff({ ...changed, store });
  await all.browser.connect();
  const isConnected = async () => {
    const reply = await (await all.browser.call('GET', '/session')).text();
    return reply.includes('"connected":true');
  };
  const pass = (days: number) => (all.clock.ms += days * DAY_MS);
  const notes = () => calledMethods.filter((name) => name === 'setSessionEnd').length;
  return { ...all, store, isConnected, pass, notes };
}

describe('a session without an idle limit', () => {
  it('ends 400 days after its user has connected, and its checks write nothing', async () => {
    const { isConnected, pass, notes } = await start();
    pass(399);
    assert.equal(await isConnected(), true);
    pass(1);
    assert.equal(await isConnected(), false);
    assert.equal(notes(), 0);
  });

  it('ends after sessionLifetimeSeconds, however often it is used', async () => {
    const { isConnected, pass } = await start({ sessionLifetimeSeconds: 30 * 86_400 });
    for (let day = 0; day < 29; day += 1) {
      pass(1);
      assert.equal(await isConnected(), true);
    }
    pass(1);
    assert.equal(await isConnected(), false);
  });
});

describe('a session with an idle limit', () => {
  it('ends when nobody has used it for so long', async () => {
    const { isConnected, pass } = await start({ sessionIdleDays: 14 });
    pass(14);
    assert.equal(await isConnected(), true);
    pass(15);
    assert.equal(await isConnected(), false);
  });

  it('stays while a page checks it or pushes in time, and ends with its lifetime', async () => {
    const lifetime = { sessionLifetimeSeconds: 60 * 86_400 };
    const { browser, isConnected, pass } = await start({ sessionIdleDays: 14, ...lifetime });
    for (let step = 0; step < 2; step += 1) {
      pass(14);
      assert.equal(await isConnected(), true);
      pass(14);
      const pushed = await browser.call('POST', '/packets/packet-1/push', { payload: {} });
      assert.equal(pushed.status, 200);
    }
    pass(3.9);
    assert.equal(await isConnected(), true);
    pass(0.1);
    assert.equal(await isConnected(), false);
  });

  it('has its use noted at most once a day', async () => {
    const { isConnected, pass, notes } = await start({ sessionIdleDays: 14 });
    for (let hour = 0; hour < 24 * 5; hour += 1) {
      pass(1 / 24);
      assert.equal(await isConnected(), true);
    }
    assert.equal(notes(), 5);
  });

  it('has its use noted once where many pages check it at once', async () => {
    const { isConnected, pass, notes } = await start({ sessionIdleDays: 14 });
    pass(2);
    await Promise.all(Array.from({ length: 20 }, () => isConnected()));
    assert.equal(notes(), 1);
  });

  it('is not used by another user of the host in the same browser', async () => {
    let user = 'ada';
    const { isConnected, pass, notes } = await start({ sessionIdleDays: 14, subject: () => user });
    pass(2);
    user = 'eve';
    assert.equal(await isConnected(), false);
    assert.equal(notes(), 0);
  });

  it('is checked all the same while its use cannot be noted, which the next use makes up for', async () => {
    const store = failingStore(memoryStore(), 'setSessionEnd', 1);
    const { events, isConnected, pass, notes } = await start({ sessionIdleDays: 14, store });
    pass(2);
    assert.equal(await isConnected(), true);
    assert.partialDeepStrictEqual(events.at(-1), { type: 'failed', where: 'store.setSessionEnd' });
    assert.equal(await isConnected(), true);
    assert.equal(notes(), 2);
  });

  it('cannot be made younger by its browser', async () => {
    const { browser, isConnected, clock } = await start({ sessionIdleDays: 14 });
    const [name, cookie] = [...browser.jar].find(([one]) => !one.includes('-flow-')) ?? [''];
    assert(cookie);
    assert.match(cookie.value, /^[\w-]{43}\.[0-9a-z]+$/);
    const later = Math.floor((clock.ms + DAY_MS) / 1000).toString(36);
    browser.jar.set(name, { ...cookie, value: cookie.value.replace(/\..*/, `.${later}`) });
    assert.equal(await isConnected(), false);
  });

  it('is shorter from its next use on where the limit was lowered', async () => {
    const before = await start({ sessionIdleDays: 100 });
    const { bff, clock } = startBff({ store: before.store, sessionIdleDays: 7 });
    const cookie = before.browser.sessionCookie();
    const isConnected = async () => {
      const headers = { 'x-vaultlink': '1', cookie };
      const request = new Request('https://app.example/vault/session', { headers });
      return (await (await bff.fetch(request)).text()).includes('"connected":true');
    };
    assert.equal(await isConnected(), true);
    clock.ms += 8 * DAY_MS;
    assert.equal(await isConnected(), false);
  });

  it('keeps its lifetime where it began without a limit', async () => {
    const before = await start();
    const { bff, clock } = startBff({ store: before.store, sessionIdleDays: 7 });
    clock.ms += 30 * DAY_MS;
    const headers = { 'x-vaultlink': '1', cookie: before.browser.sessionCookie() };
    const request = new Request('https://app.example/vault/session', { headers });
    assert.match(await (await bff.fetch(request)).text(), /"connected":true/);
  });

  it('needs whole days and a store that can note them', () => {
    assert.throws(() => startBff({ sessionIdleDays: 0 }), /sessionIdleDays must be at least 1/);
    assert.throws(() => startBff({ sessionIdleDays: 1.5 }), /must be a whole number/);
    const store = { ...memoryStore(), setSessionEnd: undefined } as unknown as Store;
    assert.throws(() => startBff({ sessionIdleDays: 7, store }), /store with setSessionEnd/);
  });
});
