import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, resealAll } from 'vaultlink/bff';
import type { Store, VaultBffOptions } from 'vaultlink/bff';
import { startBff } from '../support/http-bff.ts';

const ADA = 'ada@app.example';
const key = (id: string) => ({ id, key: btoa(id.padEnd(32, '.')) });
const [OLD, NEW] = [key('old'), key('new')];

/** A process of a host that names its user in a header. */
function startHost(store: Store, changed: Partial<VaultBffOptions> = {}) {
  const started = startBff({
    store,
    keys: [OLD],
    subject: ({ headers }) => headers.get('x-user') ?? undefined,
    subjectPrivacy: 'hash',
    ...changed,
  });
  const { browser } = started;
  return {
    ...started,
    async connectAs(user: string) {
      const response = await browser.go('/vault/connect', { 'x-user': user });
      const authorization = new URL(response.headers.get('location') ?? '').searchParams;
      await browser.come(browser.wayBack(authorization), { 'x-user': user });
    },
    async isConnected(user: string) {
      const headers = { 'x-user': user };
      const response = await browser.call('GET', '/session', undefined, headers);
      return ((await response.json()) as { connected: boolean }).connected;
    },
    /** The service knows no pair but its own, so the token is exchanged here. */
    push: async (user: string) => started.bff.push(user, 'packet-1', { question: 'answer' }),
  };
}

/** The one grant that a store holds. */
async function onlyGrant(store: Store) {
  const [grant, ...more] = await store.grants(undefined, 10);
  assert(grant);
  assert.deepEqual(more, []);
  return grant;
}

describe('subjects that are kept as a hash', () => {
  it('stand in no row, grant or event, and are found by their name', async () => {
    const store = memoryStore();
    const host = startHost(store);
    await host.connectAs(ADA);
    const { subject } = await onlyGrant(store);
    assert.match(subject, /^hmac:[\w-]{43}$/);
    assert.doesNotMatch(JSON.stringify(host.events), /ada/);
    assert.equal(await host.isConnected(ADA), true);
    assert.equal(await host.isConnected('eve'), false);
    await host.push(ADA);
    for await (const { ok } of host.bff.pushMany([
      { subject: ADA, packetId: 'packet-1', answers: {} },
    ])) {
      assert.equal(ok, true);
    }
    await assert.rejects(host.push('eve'), { code: 'not_connected' });
  });

  it('are nobody’s to take: a host that keeps its subjects in the clear later refuses a user who bears a hash as a name', async () => {
    const store = memoryStore();
    await startHost(store).connectAs(ADA);
    const { subject } = await onlyGrant(store);
    const later = startHost(store, { subjectPrivacy: 'plain' });
    await assert.rejects(later.push(subject), { code: 'configuration_error' });
    await assert.rejects(later.bff.disconnect(subject), { code: 'configuration_error' });
    assert.equal((await onlyGrant(store)).subject, subject);
  });

  it('are other hashes in another store', async () => {
    const stores = [memoryStore(), memoryStore()];
    for (const store of stores) await startHost(store).connectAs(ADA);
    const [one, other] = await Promise.all(stores.map(onlyGrant));
    assert.notEqual(one?.subject, other?.subject);
  });

  it('are the same for processes that start at once', async () => {
    const store = memoryStore();
    const hosts = [startHost(store), startHost(store)];
    await Promise.all(hosts.map((host) => host.connectAs(ADA)));
    await onlyGrant(store);
  });

  it('are found after the sealing key was replaced, and the old one has left', async () => {
    const store = memoryStore();
    const before = startHost(store);
    await before.connectAs(ADA);
    const name = (await onlyGrant(store)).subject;
    const { unused } = await resealAll(store, [NEW, OLD]);
    assert.deepEqual(unused, ['old']);
    const host = startHost(store, { keys: [NEW] });
    for (const [cookie, value] of before.browser.jar) host.browser.jar.set(cookie, value);
    assert.equal(await host.isConnected(ADA), true);
    assert.equal((await onlyGrant(store)).subject, name);
  });

  it('are not known to who has the database and another key', async () => {
    const store = memoryStore();
    await startHost(store).connectAs(ADA);
    const thief = startHost(store, { keys: [NEW] });
    await assert.rejects(thief.push(ADA), { code: 'configuration_error' });
  });

  it('replace what was kept in the clear when their user is met, who stays connected', async () => {
    const store = memoryStore();
    const plain = startHost(store, { subjectPrivacy: 'plain' });
    await plain.connectAs(ADA);
    assert.equal((await onlyGrant(store)).subject, ADA);
    const host = startHost(store);
    for (const [cookie, value] of plain.browser.jar) host.browser.jar.set(cookie, value);
    assert.equal(await host.isConnected(ADA), true);
    assert.match((await onlyGrant(store)).subject, /^hmac:/);
  });

  it('replace what was kept in the clear all at once, when it is re-sealed', async () => {
    const store = memoryStore();
    const plain = startHost(store, { subjectPrivacy: 'plain' });
    for (const user of [ADA, 'bob', 'eve']) await plain.connectAs(user);
    await resealAll(store, [OLD], { subjectPrivacy: 'hash' });
    const grants = await store.grants(undefined, 10);
    assert.equal(grants.length, 3);
    for (const { subject } of grants) assert.match(subject, /^hmac:/);
    assert.equal(await startHost(store).isConnected('bob'), false, 'Another browser.');
  });

  it('cost a store that keeps none in the clear no write, however many users come', async () => {
    const store = memoryStore();
    const renamed: string[] = [];
    const renameSubject: Store['renameSubject'] = (from, to) => {
      renamed.push(from);
      return store.renameSubject?.(from, to) ?? false;
    };
    const host = startHost({ ...store, renameSubject });
    for (const user of [ADA, 'bob', 'eve']) {
      await host.connectAs(user);
      await host.isConnected(user);
      await assert.rejects(host.push(`${user}-unknown`), { code: 'not_connected' });
    }
    assert.deepEqual(renamed, []);
    await startHost(store, { subjectPrivacy: 'plain' }).connectAs('zoe');
    assert.equal(await host.isConnected('zoe'), false, 'Another browser.');
    assert.deepEqual(renamed, ['zoe']);
  });

  it('supersede the grant that was kept in the clear when the user connects again', async () => {
    const store = memoryStore();
    await startHost(store, { subjectPrivacy: 'plain' }).connectAs(ADA);
    await startHost(store).connectAs(ADA);
    assert.match((await onlyGrant(store)).subject, /^hmac:/);
  });

  it('let nobody pass for another whose hash they bear as a name', async () => {
    const store = memoryStore();
    const host = startHost(store);
    await host.connectAs(ADA);
    const { subject } = await onlyGrant(store);
    assert.equal(await host.isConnected(subject), false);
    await assert.rejects(host.push(subject), { code: 'not_connected' });
    assert.equal((await onlyGrant(store)).subject, subject);
  });

  it('are refused at the start where the store cannot keep them so', () => {
    const store: Store = { ...memoryStore(), keepSecret: undefined } as never;
    assert.throws(() => startHost(store), { code: 'configuration_error' });
  });
});
