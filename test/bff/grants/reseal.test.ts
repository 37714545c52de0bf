import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchTransport, memoryStore, resealAll } from 'vaultlink/bff';
import type { Outbox, ResealSummary, SealingKey, Store } from 'vaultlink/bff';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import { payloadContext } from '../../../src/bff/outcomes/payload.ts';
import { keyIdOf } from '../../../src/bff/stores/session-state.ts';
import { confirmed, leaseOf, newRow } from '../../../src/testing/store/outbox-samples.ts';
import { NOON_MS } from '../../../src/testing/store/samples.ts';
import { startBff } from '../support/http-bff.ts';

const keyOf = (id: string, byte: number): SealingKey => ({
  id,
  key: Buffer.alloc(32, byte).toString('base64'),
});
const OLD = keyOf('old', 1);
const NEW = keyOf('new', 2);
const LOST = keyOf('lost', 3);

const nameOf = (index: number) => `grant-${String(index).padStart(4, '0')}`;

/** A store with a grant for each of `sealedBy`, which says whose key seals it. */
async function storeOf(sealedBy: readonly SealingKey[], deploymentId?: string): Promise<Store> {
  const store = memoryStore();
  for (const [index, key] of sealedBy.entries()) {
    const id = nameOf(index);
    const sealed = await createSealer([key], { deploymentId }).seal(`pair of ${id}`, id);
    const grant = { id, subject: id, sealed, version: 1, expiresAtMs: 1, receivedAtMs: 0 };
    await store.connect({ id: `session-${id}`, grantId: id, expiresAtMs: Infinity }, grant);
  }
  return store;
}

const keyIdsOf = async (store: Store) =>
  (await store.grants(undefined, 10_000)).map(({ sealed }) => keyIdOf(sealed));

/** The counts of grants where all open, and there are no outcomes. */
const summaryOf = (resealed: number, current: number) => ({
  ...{ resealed, current, unopened: {} },
  outcomes: { resealed: 0, current: 0, unopened: {} },
});

describe('resealAll()', () => {
  it('seals with the first key what others have sealed, on every page', async () => {
    const count = 450;
    const store = await storeOf(Array.from({ length: count }, () => OLD));
    const soFar: ResealSummary[] = [];
    const onProgress = (summary: ResealSummary) => void soFar.push(summary);
    const summary = await resealAll(store, [NEW, OLD], { onProgress });
    assert.deepEqual(summary, { ...summaryOf(count, 0), unused: ['old'] });
    assert.deepEqual(
      soFar.map(({ resealed }) => resealed),
      [200, 400, 450],
    );
    assert.deepEqual(new Set(await keyIdsOf(store)), new Set(['new']));
    const sealer = createSealer([NEW]);
    for (const { id, sealed } of await store.grants(undefined, count)) {
      assert.equal(await sealer.open(sealed, id), `pair of ${id}`);
    }
  });

  it('leaves what the first key has sealed as it is', async () => {
    const store = await storeOf([NEW, OLD]);
    const before = await store.findGrant(nameOf(0));
    const summary = await resealAll(store, [NEW, OLD]);
    assert.deepEqual(summary, { ...summaryOf(1, 1), unused: ['old'] });
    assert.deepEqual(await store.findGrant(nameOf(0)), before);
    assert.deepEqual(await resealAll(store, [NEW, OLD]), { ...summary, resealed: 0, current: 2 });
  });

  it('says how many do not open, by the id of their key, and leaves them', async () => {
    const store = await storeOf([LOST, OLD, LOST]);
    await store.replaceSeal(nameOf(1), (await store.grants(undefined, 3))[1]?.sealed ?? '', 'junk');
    const before = await store.grants(undefined, 3);
    const summary = await resealAll(store, [NEW, OLD]);
    assert.deepEqual(summary, {
      ...summaryOf(0, 0),
      unopened: { lost: 2, '': 1 },
      unused: ['old'],
    });
    assert.deepEqual(await store.grants(undefined, 3), before);
  });

  it('opens nothing of another deployment, and lets no key leave that seals it', async () => {
    const store = await storeOf([OLD, NEW], 'production');
    assert.deepEqual(await resealAll(store, [NEW, OLD], { deploymentId: 'staging' }), {
      ...summaryOf(0, 0),
      unopened: { old: 1, new: 1 },
      unused: [],
    });
    const { resealed } = await resealAll(store, [NEW, OLD], { deploymentId: 'production' });
    assert.equal(resealed, 1);
  });

  it('does not put an old pair over one that was renewed meanwhile', async () => {
    const store = await storeOf([OLD]);
    const id = nameOf(0);
    const renewed = await createSealer([OLD]).seal('the renewed pair', id);
    const replaceSeal = store.replaceSeal.bind(store);
    let isFirst = true;
    store.replaceSeal = async (...parameters) => {
      if (isFirst) {
        isFirst = false;
        await store.saveGrant(id, 1, { sealed: renewed, expiresAtMs: 3, receivedAtMs: 2 });
      }
      return replaceSeal(...parameters);
    };
    assert.equal((await resealAll(store, [NEW, OLD])).resealed, 1);
    const grant = await store.findGrant(id);
    assert.equal(grant?.version, 2);
    assert.equal(keyIdOf(grant.sealed), 'new');
    assert.equal(await createSealer([NEW]).open(grant.sealed, id), 'the renewed pair');
  });

  it('does not count a grant that has gone meanwhile', async () => {
    const store = await storeOf([OLD]);
    store.replaceSeal = async () => {
      await store.disconnect(`session-${nameOf(0)}`);
      return false;
    };
    assert.deepEqual(await resealAll(store, [NEW, OLD]), {
      ...summaryOf(0, 0),
      unused: ['old'],
    });
  });

  it('says that keys are none, as every backend does', async () => {
    await assert.rejects(resealAll(memoryStore(), []), { code: 'configuration_error' });
  });
});

describe('resealAll() and the outbox', () => {
  const sealPayload = (key: SealingKey, rowKey: string) =>
    createSealer([key]).seal(`payload of ${rowKey}`, payloadContext(rowKey));

  /** A store whose outbox has a row for each of `sealedBy`. */
  async function storeWithOutcomes(sealedBy: readonly SealingKey[]) {
    const store = memoryStore();
    const { outbox } = store;
    assert.ok(outbox);
    for (const [index, key] of sealedBy.entries()) {
      const rowKey = nameOf(index);
      await outbox.accept(newRow(rowKey, { payload: await sealPayload(key, rowKey) }));
    }
    return { store, outbox };
  }

  it('seals with the first key the outcomes that others have sealed, on every page', async () => {
    const { store, outbox } = await storeWithOutcomes(Array.from({ length: 450 }, () => OLD));
    const soFar: number[] = [];
    const summary = await resealAll(store, [NEW, OLD], {
      onProgress: ({ outcomes }) => void soFar.push(outcomes.resealed),
    });
    const outcomes = { resealed: 450, current: 0, unopened: {} };
    assert.deepEqual(summary, { ...summaryOf(0, 0), outcomes, unused: ['old'] });
    assert.deepEqual(soFar, [200, 400, 450]);
    const sealer = createSealer([NEW]);
    for (const { key, payload = '' } of await outbox.list({ kind: 'outcome', limit: 500 })) {
      assert.equal(await sealer.open(payload, payloadContext(key)), `payload of ${key}`);
    }
    assert.deepEqual((await resealAll(store, [NEW, OLD])).outcomes.current, 450);
  });

  it('calls no key unused that an outcome needs, and counts those that do not open', async () => {
    const { store } = await storeWithOutcomes([OLD, LOST, NEW]);
    const other = createSealer([keyOf('old', 4)]);
    const payload = await other.seal('payload', payloadContext('other'));
    await store.outbox?.accept(newRow('other', { payload }));
    const { outcomes, unused, unopened } = await resealAll(store, [NEW, OLD]);
    assert.deepEqual(outcomes, { resealed: 1, current: 1, unopened: { lost: 1, old: 1 } });
    assert.deepEqual([unused, unopened], [[], {}]);
  });

  it('leaves out outcomes of which nothing secret is kept', async () => {
    const { store, outbox } = await storeWithOutcomes([OLD, OLD]);
    for (const [index, payload] of [undefined, ''].entries()) {
      const key = nameOf(index);
      await outbox.claim('outcome', NOON_MS, 2, leaseOf('one'));
      await outbox.save({ ...confirmed(newRow(key)), payload }, 'one');
    }
    assert.deepEqual(await resealAll(store, [NEW]), { ...summaryOf(0, 0), unused: [] });
  });

  it('reseals what another process has resealed or deleted meanwhile as it is then', async () => {
    const { outbox } = await storeWithOutcomes([OLD, OLD]);
    const again = await sealPayload(OLD, nameOf(0));
    const replacePayload: Outbox['replacePayload'] = async (key, before, sealed) => {
      const stored = (await outbox.find(key))?.payload ?? '';
      if (key === nameOf(0) && stored !== again) await outbox.replacePayload(key, stored, again);
      if (key === nameOf(1)) return false;
      return outbox.replacePayload(key, before, sealed);
    };
    const find: Outbox['find'] = (key) => (key === nameOf(1) ? undefined : outbox.find(key));
    const summary = await resealAll(memoryStore(), [NEW, OLD], {
      outbox: { ...outbox, replacePayload, find },
    });
    assert.deepEqual(summary.outcomes, { resealed: 1, current: 0, unopened: {} });
    assert.equal(keyIdOf((await outbox.find(nameOf(0)))?.payload ?? ''), 'new');
  });
});

describe('a key', () => {
  const DAY_MS = 86_400_000;

  it('is replaced without a pause where processes share a store and are started one after the other', async () => {
    const store = memoryStore();
    const subject = () => 'ada';
    const { service, browser } = startBff({ store, subject, keys: [OLD] });
    await browser.connect();
    const startWith = (...keys: SealingKey[]) =>
      startBff({
        store,
        subject,
        keys,
        service: { baseUrl: 'https://service.example', transport: fetchTransport(service.fetch) },
      });
    const pushFrom = async (...backends: ReturnType<typeof startWith>[]) => {
      for (const { bff } of backends) await bff.push('ada', 'packet-1', {});
    };

    // Second place: first in one process, then in the other.
    const second = startWith(OLD, NEW);
    await pushFrom(second, startWith(OLD));
    // In front in one process: the other, which still seals with the old one, opens what this one has sealed.
    const front = startWith(NEW, OLD);
    front.clock.ms += DAY_MS;
    await pushFrom(front);
    assert.deepEqual(await keyIdsOf(store), ['new']);
    second.clock.ms += DAY_MS;
    await pushFrom(second);
    second.clock.ms += DAY_MS;
    await pushFrom(second);
    assert.deepEqual(await keyIdsOf(store), ['old']);
    // In front everywhere, re-sealed, and the old one gone.
    assert.deepEqual((await resealAll(store, [NEW, OLD])).unused, ['old']);
    const last = startWith(NEW);
    last.clock.ms += 2 * DAY_MS;
    await pushFrom(front, last);
    assert.deepEqual(await keyIdsOf(store), ['new']);
  });
});
