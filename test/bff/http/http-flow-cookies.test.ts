import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVaultBff, fetchTransport, memoryStore } from 'vaultlink/bff';
import type { VaultBffOptions } from 'vaultlink/bff';
import { someOptions, pageOf, startBff } from '../support/http-bff.ts';
import { openBrowser } from '../support/http-browser.ts';
import { recordingStore } from '../support/instances.ts';
import type { StandInService } from '../../support/service/stand-in-service.ts';

const key = (id: string) => ({ id, key: btoa(id.padEnd(32, '.')) });
const [OLD, NEW] = [key('old'), key('new')];

/** Another process with the same store, for the same browser. */
function another(
  service: StandInService,
  changed: Pick<VaultBffOptions, 'store' | 'now'> & Partial<VaultBffOptions>,
) {
  const options = someOptions();
  return createVaultBff({
    ...options,
    ...changed,
    service: { ...options.service, transport: fetchTransport(service.fetch) },
  });
}

/** Returns the Cookie header that the browser would send. */
const headerOf = (jar: ReadonlyMap<string, { value: string }>) =>
  Array.from(jar, ([name, { value }]) => `${name}=${value}`).join('; ');

const flowsIn = (jar: ReadonlyMap<string, unknown>) =>
  [...jar.keys()].filter((name) => name.includes('-flow-'));

describe('setting out', () => {
  it('stores nothing at connect, however many flows begin', async () => {
    const { calledMethods, store } = recordingStore(memoryStore());
    const { openBrowser } = startBff({ store });
    for (let count = 0; count < 1000; count += 1) {
      const response = await openBrowser().go(`/vault/connect?return_to=/${'a'.repeat(900)}`);
      assert.equal(response.status, 302);
    }
    assert.deepEqual(calledMethods, []);
  });

  it('begins a flow while the store is away', async () => {
    const store = new Proxy(memoryStore(), {
      get: () => () => {
        throw new Error('The store is away.');
      },
    });
    const { browser } = startBff({ store });
    assert.equal((await browser.go('/vault/connect')).status, 302);
  });

  it('seals the cookie of a flow', async () => {
    const { browser } = startBff({ subject: () => 'ada@app.example' });
    await browser.go('/vault/connect?return_to=/a-page-that-is-private');
    const [{ value } = { value: '' }] = browser.jar.values();
    const text = Buffer.from(value.split('.').at(-1) ?? '', 'base64url').toString('latin1');
    assert.doesNotMatch(text + value, /private|ada|app\.example/);
  });

  it('refuses a return_to of more than 1,000 bytes', async () => {
    const { browser } = startBff();
    const page = await pageOf(await browser.go(`/vault/connect?return_to=/${'a'.repeat(1000)}`));
    assert.deepEqual([page.status, page.code], [400, 'invalid_request']);
  });

  it('reports a subject that is too long for a cookie, without the subject', async () => {
    const { browser, events } = startBff({ subject: () => 'ü'.repeat(600) });
    assert.equal((await browser.go('/vault/connect')).status, 500);
    assert.match(JSON.stringify(events), /\\"subject\\" names a user with more than 1000 bytes/);
    assert.doesNotMatch(JSON.stringify(events), /ü/);
  });
});

describe('the cookies of all flows', () => {
  it('keeps the cookies of all flows under 3,500 bytes, and drops the oldest first', async () => {
    const { browser, clock } = startBff({ subject: () => 'a'.repeat(254) });
    const names: string[] = [];
    for (let flow = 0; flow < 8; flow += 1) {
      clock.ms += 1000;
      await browser.go(`/vault/connect?return_to=/${'a'.repeat(flow % 2 ? 980 : 300)}`);
      names.push([...browser.jar.keys()].at(-1) ?? '');
      assert(headerOf(browser.jar).length < 3500, String(headerOf(browser.jar).length));
      const left = flowsIn(browser.jar);
      assert.deepEqual(left, names.slice(-left.length));
    }
    assert.equal(browser.jar.size, 2);
  });

  it('deletes the cookie of a completed flow', async () => {
    const { browser } = startBff();
    await browser.connect();
    const away: URLSearchParams[] = [];
    for (let flow = 0; flow < 5; flow += 1) away.push(await browser.setOut());
    const before = headerOf(browser.jar).length;
    for (const one of away) await browser.come(browser.wayBack(one));
    assert.equal(flowsIn(browser.jar).length, 5);
    assert(headerOf(browser.jar).length <= before);
  });

  it('makes room for a flow although a cookie has an unknown form', async () => {
    const { browser } = startBff();
    for (const n of [1, 2, 3, 4, 5]) {
      const name = `__Host-Http-vaultlink-flow-${n}`;
      browser.jar.set(name, { value: '='.repeat(n), isStrict: false });
    }
    await browser.connect();
    assert.equal(flowsIn(browser.jar).length, 5);
  });
});

describe('a flow', () => {
  for (const [what, first, second] of [
    ['after the new key was put second', [OLD], [OLD, NEW]],
    ['after the new key was put first', [OLD, NEW], [NEW, OLD]],
    ['by a process that has the old key in front yet', [NEW, OLD], [OLD, NEW]],
  ] as const) {
    it(`completes a flow in another process, ${what}`, async () => {
      const store = memoryStore();
      const { browser, service, clock } = startBff({ store, keys: first });
      const authorization = await browser.setOut('?return_to=/settings');
      const bff = another(service, { store, now: () => clock.ms, keys: second });
      const other = openBrowser(bff);
      for (const [name, cookie] of browser.jar) other.jar.set(name, cookie);
      const response = await other.come(other.wayBack(authorization));
      assert.equal(response.headers.get('location'), 'https://app.example/settings');
    });
  }

  it('answers state_mismatch when the key of the flow has left the ring', async () => {
    const store = memoryStore();
    const { browser, service, clock } = startBff({ store, keys: [OLD] });
    const authorization = await browser.setOut();
    const bff = another(service, { store, now: () => clock.ms, keys: [NEW] });
    const other = openBrowser(bff);
    for (const [name, cookie] of browser.jar) other.jar.set(name, cookie);
    const page = await pageOf(await other.come(other.wayBack(authorization)));
    assert.deepEqual([page.status, page.code], [400, 'state_mismatch']);
  });

  it('answers state_mismatch to the cookie of another flow under the name of this one', async () => {
    const { browser, service } = startBff();
    const first = await browser.setOut();
    const [name = '', firstCookie] = [...browser.jar][0] ?? [];
    await browser.setOut();
    const [, second] = [...browser.jar][1] ?? [];
    assert(firstCookie && second);
    browser.jar.set(name, second);
    const page = await pageOf(await browser.come(browser.wayBack(first)));
    assert.equal(page.code, 'state_mismatch');
    assert.deepEqual(service.requests, []);
  });

  it('exchanges the code in only one of two processes that get the callback at once', async () => {
    const store = memoryStore();
    const { bff, browser, service, clock } = startBff({ store });
    const authorization = await browser.setOut();
    const headers = { cookie: headerOf(browser.jar), accept: 'text/html' };
    const other = another(service, { store, now: () => clock.ms });
    const url = `https://app.example${browser.wayBack(authorization)}`;
    const answers = await Promise.all(
      [bff, other].map((one) => one.fetch(new Request(url, { headers }))),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 400]);
    const refused = answers.find(({ status }) => status === 400);
    assert(refused);
    assert.equal((await pageOf(refused)).code, 'state_expired');
    assert.equal(service.requests.length, 1);
  });

  it('exchanges the code once, although somebody has copied the cookie before', async () => {
    const { bff, browser, service, clock } = startBff();
    const authorization = await browser.setOut();
    const copied = headerOf(browser.jar);
    await browser.come(browser.wayBack(authorization));
    await browser.call('DELETE', '/session');
    for (const minutes of [0, 9, 10]) {
      clock.ms += minutes * 60_000;
      const request = new Request(`https://app.example${browser.wayBack(authorization)}`, {
        headers: { cookie: copied, accept: 'text/html' },
      });
      assert.equal((await pageOf(await bff.fetch(request))).code, 'state_expired');
    }
    assert.equal(service.requests.length, 1);
  });

  it('exchanges the code once, although expired states are pruned', async () => {
    const store = memoryStore();
    const { bff, browser, service, clock } = startBff({ store });
    const authorization = await browser.setOut();
    const copied = headerOf(browser.jar);
    await browser.come(browser.wayBack(authorization));
    await browser.call('DELETE', '/session');
    clock.ms += 599_000;
    // A process whose clock is nine minutes ahead clears away.
    await store.prune(clock.ms + 540_000);
    const request = new Request(`https://app.example${browser.wayBack(authorization)}`, {
      headers: { cookie: copied, accept: 'text/html' },
    });
    assert.equal((await pageOf(await bff.fetch(request))).code, 'state_expired');
    assert.equal(service.requests.length, 1);
  });

  it('keeps the code unused when the store is away at the callback', async () => {
    const store = memoryStore();
    let isAway = true;
    const { browser, service } = startBff({
      store: {
        ...store,
        consumeState(...all) {
          if (isAway) throw new Error('The store is away.');
          return store.consumeState(...all);
        },
      },
    });
    const path = browser.wayBack(await browser.setOut());
    assert.equal((await pageOf(await browser.come(path))).code, 'store_unavailable');
    assert.deepEqual(service.requests, []);
    isAway = false;
    assert.equal((await browser.come(path)).status, 303);
  });
});
