import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { Store } from 'vaultlink/bff';
import { startBff } from './support/http-bff.ts';

describe('closing', () => {
  it('close() waits for an exchange, since its code is valid only once', async () => {
    const did: string[] = [];
    const memory = memoryStore();
    const store: Store = {
      ...memory,
      connect: () => void did.push('connect'),
      close: () => void did.push('close'),
    };
    const { bff, browser, service } = startBff({ store });
    const held = service.tokenEndpoint.holdNext();
    const callback = browser.connect();
    await held.arrived;
    const closed = bff.close();
    await new Promise(setImmediate);
    held.release();
    await Promise.all([closed, callback]);
    assert.deepEqual(did, ['connect', 'close']);
  });

  it('close() waits no longer than its limit when the store never answers, and reports it', async () => {
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
    await service.tokenEndpoint.received(2);
    await bff.close(0);
    assert.deepEqual(did, ['close']);
    const event = events.at(-1);
    assert(event?.type === 'failed');
    assert.deepEqual([event.where, event.code], ['close', 'store_unavailable']);
    save();
    await push;
  });

  it('close() resolves when the store fails to close, or never closes', async () => {
    const never = new Promise<never>(() => undefined);
    const fail = () => {
      throw new Error('gone');
    };
    for (const close of [fail, () => Promise.reject(new Error('gone')), () => never]) {
      await startBff({ store: { ...memoryStore(), close } }).bff.close(0);
    }
  });

  it('close() reports nothing when no request is in flight', async () => {
    const { bff, browser, events } = startBff();
    await browser.connect();
    await bff.close(0);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['connected'],
    );
  });

  it('close() waits for a refresh, saves its pair, and then closes the store', async () => {
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
    const held = service.tokenEndpoint.holdNext();
    const push = browser.call('POST', '/packets/packet-1/push', { payload: {} });
    await held.arrived;
    const closed = bff.close();
    await new Promise(setImmediate);
    assert.deepEqual(did, []);
    held.release();
    await closed;
    assert.deepEqual(did, ['save', 'close']);
    await push;
  });
});
