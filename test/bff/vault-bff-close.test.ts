import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { Store } from 'vaultlink/bff';
import { startBff } from './support/http-bff.ts';
import { refusal } from './support/http-service.ts';

describe('closing', () => {
  it('waits for an exchange: its code counts only once', async () => {
    const did: string[] = [];
    const memory = memoryStore();
    const store: Store = {
      ...memory,
      connect: () => void did.push('connect'),
      close: () => void did.push('close'),
    };
    const { bff, browser, service } = startBff({ store });
    let answer: (response: Response) => void = () => undefined;
    service.next.push(() => new Promise<Response>((resolve) => (answer = resolve)));
    const callback = browser.connect();
    while (!service.asked.length) await new Promise(setImmediate);
    const closed = bff.close();
    await new Promise(setImmediate);
    answer(refusal(200, { access_token: 'a', token_type: 'Bearer', refresh_token: 'r' }));
    await Promise.all([closed, callback]);
    assert.deepEqual(did, ['connect', 'close']);
  });

  it('waits no longer than it is told to, where the store never answers, and tells the operator', async () => {
    const did: string[] = [];
    const memory = memoryStore();
    let save: () => void = () => undefined;
    const mayBeSaved = new Promise<void>((resolve) => (save = resolve));
    const store: Store = {
      ...memory,
      saveGrant: async (...parameters) => {
        await mayBeSaved;
        return memory.saveGrant(...parameters);
      },
      close: () => void did.push('close'),
    };
    const { bff, browser, clock, service, events } = startBff({ store });
    await browser.connect();
    clock.ms += 86_400_000;
    const push = browser.call('POST', '/packets/packet-1/push', { payload: {} });
    while (service.asked.length < 2) await new Promise(setImmediate);
    await bff.close(0);
    assert.deepEqual(did, ['close']);
    const event = events.at(-1);
    assert(event?.type === 'failed');
    assert.deepEqual([event.where, event.code], ['close', 'store_unavailable']);
    save();
    await push;
  });

  it('is no error where the store cannot be closed, or never is', async () => {
    const never = new Promise<never>(() => undefined);
    const fail = () => {
      throw new Error('gone');
    };
    for (const close of [fail, () => Promise.reject(new Error('gone')), () => never]) {
      await startBff({ store: { ...memoryStore(), close } }).bff.close(0);
    }
  });

  it('says nothing where nothing is under way', async () => {
    const { bff, browser, events } = startBff();
    await browser.connect();
    await bff.close(0);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['connected'],
    );
  });

  it('waits for a refresh, saves what came of it, and then closes the store', async () => {
    const did: string[] = [];
    const memory = memoryStore();
    const store: Store = {
      ...memory,
      saveGrant: (...parameters) => {
        did.push('save');
        return memory.saveGrant(...parameters);
      },
      close: () => void did.push('close'),
    };
    const { bff, browser, service, clock } = startBff({ store });
    await browser.connect();
    clock.ms += 86_400_000;
    let answer: (response: Response) => void = () => undefined;
    service.next.push(() => new Promise<Response>((resolve) => (answer = resolve)));
    const push = browser.call('POST', '/packets/packet-1/push', { payload: {} });
    while (service.asked.length < 2) await new Promise(setImmediate);
    const closed = bff.close();
    await new Promise(setImmediate);
    assert.deepEqual(did, []);
    answer(refusal(200, { access_token: 'a', token_type: 'Bearer', refresh_token: 'r' }));
    await closed;
    assert.deepEqual(did, ['save', 'close']);
    await push;
  });
});
