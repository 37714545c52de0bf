import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { VaultBff } from 'vaultlink/bff';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { startBff } from '../support/http-bff.ts';

/** A backend whose store can be away, and what its probes are told. */
function startProbed() {
  const reach = { store: true };
  const memory = memoryStore();
  const ping = () => {
    if (!reach.store) throw new Error('connection refused');
    return memory.ping();
  };
  const { bff } = startBff({ store: { ...memory, ping }, clientAddress: undefined });
  async function probe(path: string) {
    const response = await bff.fetch(new Request(`https://app.example/vault/health${path}`));
    const reply: unknown = await response.json();
    return [response.status, reply];
  }
  return { bff, reach, probe };
}

const READY = [200, { status: 'ok', store: 'ok' }];
const AWAY = [503, { status: 'unavailable', store: 'unavailable' }];

describe('the liveness probe', () => {
  it('says yes while the process answers, even where the store is away or the process drains', async () => {
    const { bff, reach, probe } = startProbed();
    assert.deepEqual(await probe('/live'), [200, { status: 'ok' }]);
    reach.store = false;
    bff.drain();
    assert.deepEqual(await probe('/live'), [200, { status: 'ok' }]);
  });

  for (const begin of ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE']) {
    it(`says yes beside eight callbacks that wait for the lock of another process: ${begin}`, async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
      context.after(() => rmSync(folder, { recursive: true }));
      const path = join(folder, 'vaultlink.db');
      const store = sqliteStore(path);
      const reached = Promise.withResolvers<undefined>();
      let calls = 0;
      const consumeState: typeof store.consumeState = (...call) => {
        if ((calls += 1) === 8) reached.resolve(undefined);
        return store.consumeState(...call);
      };
      const { bff, openBrowser, events } = startBff({ store: { ...store, consumeState } });
      const browsers = Array.from({ length: 8 }, () => openBrowser());
      const ways = await Promise.all(
        browsers.map(async (browser) => browser.wayBack(await browser.setOut())),
      );
      const other = new DatabaseSync(path);
      other.exec(begin);
      const answered: string[] = [];
      const callbacks = browsers.map(async (browser, index) => {
        const { status } = await browser.come(ways[index] ?? '');
        answered.push(`callback ${status}`);
      });
      await reached.promise;
      for (const name of ['live', 'ready']) {
        const address = `https://app.example/vault/health/${name}`;
        const { status } = await bff.fetch(new Request(address));
        answered.push(`${name} ${status}`);
      }
      // The lock is held until both probes have been answered.
      other.exec('COMMIT');
      await Promise.all(callbacks);
      assert.deepEqual(answered, ['live 200', 'ready 200', ...ways.map(() => 'callback 303')]);
      assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(['connected']));
      other.close();
      await bff.close();
    });
  }
});

describe('the readiness probe', () => {
  for (const path of ['', '/ready']) {
    it(`says whether the store can be reached, at /health${path}`, async () => {
      const { reach, probe } = startProbed();
      assert.deepEqual(await probe(path), READY);
      reach.store = false;
      assert.deepEqual(await probe(path), AWAY);
      reach.store = true;
      assert.deepEqual(await probe(path), READY);
    });
  }

  it('says that the address of the caller is unknown, only to a caller with the header of pages', async () => {
    const { bff } = startProbed();
    const known = startBff({ clientAddress: () => '203.0.113.7' });
    const ask = async (
      of: Pick<VaultBff, 'fetch'>,
      headers: Record<string, string>,
    ): Promise<unknown> =>
      (await of.fetch(new Request('https://app.example/vault/health', { headers }))).json();
    assert.deepEqual(await ask(bff, { 'x-vaultlink': '1' }), {
      status: 'ok',
      store: 'ok',
      client_address: 'unknown',
    });
    assert.deepEqual(await ask(bff, {}), READY[1]);
    assert.deepEqual(await ask(known.bff, { 'x-vaultlink': '1' }), READY[1]);
  });

  it('says no once the backend drains, which still answers everything else', async () => {
    const { bff, probe } = startProbed();
    bff.drain();
    assert.deepEqual(await probe('/ready'), [503, { status: 'draining', store: 'ok' }]);
    const request = new Request('https://app.example/vault/session', {
      headers: { 'x-vaultlink': '1' },
    });
    assert.equal((await bff.fetch(request)).status, 200);
  });
});

describe('the readiness probe of a store that does not respond', () => {
  const never = () => new Promise<never>(() => undefined);

  for (const [name, expected] of [
    ['ping', AWAY],
    ['serverReplaced', READY],
    ['grants', READY],
  ] as const) {
    it(`is answered after a second where ${name} waits`, async (context) => {
      context.mock.timers.enable({ apis: ['setTimeout'] });
      const asked = Promise.withResolvers<undefined>();
      const wait = () => {
        asked.resolve(undefined);
        return never();
      };
      const { bff } = startBff({ store: { ...memoryStore(), [name]: wait } });
      const answer = bff.fetch(new Request('https://app.example/vault/health/ready'));
      await asked.promise;
      context.mock.timers.tick(1000);
      const response = await answer;
      assert.deepEqual([response.status, await response.json()], expected);
    });
  }

  it('asks the connection of its own where the store has one, and nothing else', async () => {
    const store = memoryStore();
    const asked: string[] = [];
    const noted = (name: string, answer?: unknown) => () => {
      asked.push(name);
      return answer;
    };
    const { bff } = startBff({
      store: {
        ...store,
        ping: never,
        serverReplaced: never,
        grants: never,
        probe: {
          ping: noted('ping') as () => undefined,
          serverReplaced: noted('serverReplaced') as () => undefined,
          grants: noted('grants', []) as () => [],
        },
      },
    });
    for (const path of ['startup', 'ready']) {
      const response = await bff.fetch(new Request(`https://app.example/vault/health/${path}`));
      assert.equal(response.status, 200);
    }
    assert.deepEqual(asked, ['ping', 'ping', 'serverReplaced', 'grants']);
  });
});

describe('the readiness probe of a backend with the wrong keys', () => {
  const right = btoa('k'.repeat(32));
  const wrong = btoa('x'.repeat(32));

  /** A store with a grant, and how ready a backend with other keys is. */
  async function startWithKeys(...keys: { id: string; key: string }[]) {
    const store = memoryStore();
    await startBff({ store }).browser.connect();
    const { bff, browser, events, clock } = startBff({ store, keys });
    async function ready() {
      const response = await bff.fetch(new Request('https://app.example/vault/health/ready'));
      return [response.status, await response.json()] as const;
    }
    return { store, bff, browser, events, clock, ready };
  }
  const WRONG = [503, { status: 'unavailable', store: 'ok', keys: 'wrong' }];

  it('says no where no grant opens, and tells the operator once which key is missing', async () => {
    const { ready, events } = await startWithKeys({ id: 'second', key: wrong });
    assert.deepEqual(await ready(), WRONG);
    assert.deepEqual(await ready(), WRONG);
    assert.equal(events.length, 1);
    assert.partialDeepStrictEqual(events[0], {
      type: 'failed',
      where: 'keys',
      code: 'configuration_error',
    });
    const text = JSON.stringify(events);
    assert.match(text, /Key first is missing from the keys/);
    assert.ok(!text.includes(wrong) && !text.includes(right));
  });

  it('says no where the key of that name is another one', async () => {
    const { ready, events } = await startWithKeys({ id: 'first', key: wrong });
    assert.deepEqual(await ready(), WRONG);
    assert.match(JSON.stringify(events), /Grants sealed with key first cannot be opened/);
  });

  it('looks again where the store failed meanwhile', async () => {
    const store = memoryStore();
    await startBff({ store }).browser.connect();
    let isAway = true;
    const grants: typeof store.grants = (afterId, count) => {
      if (isAway) throw new Error('connection refused');
      return store.grants(afterId, count);
    };
    const { bff } = startBff({ store: { ...store, grants }, keys: [{ id: 'second', key: wrong }] });
    const probe = () => bff.fetch(new Request('https://app.example/vault/health/ready'));
    assert.equal((await probe()).status, 200);
    await assert.rejects(() => bff.checkKeys(), { code: 'store_unavailable' });
    isAway = false;
    assert.equal((await probe()).status, 503);
    await assert.rejects(() => bff.checkKeys(), {
      code: 'configuration_error',
      message: /Key first is missing from the keys/,
    });
  });

  it('says yes again once a user has connected anew', async () => {
    const { ready, browser, clock } = await startWithKeys({ id: 'second', key: wrong });
    assert.deepEqual(await ready(), WRONG);
    await browser.connect();
    clock.ms += 10_000;
    assert.deepEqual(await ready(), READY);
  });

  it('says yes while a key is rotated, and where only dead grants do not open', async () => {
    const rotated = await startWithKeys({ id: 'second', key: wrong }, { id: 'first', key: right });
    assert.deepEqual(await rotated.ready(), READY);
    assert.deepEqual(rotated.events, []);

    const dead = await startWithKeys({ id: 'second', key: wrong });
    const [grant] = await dead.store.grants(undefined, 1);
    await dead.store.markDead(grant?.id ?? '', grant?.version ?? 0, 'revoked');
    assert.deepEqual(await dead.ready(), READY);
    assert.deepEqual(dead.events, []);
  });
});

describe('the startup probe', () => {
  it('says yes once the store has been reached, and goes on to say so', async () => {
    const { bff, reach, probe } = startProbed();
    reach.store = false;
    assert.deepEqual(await probe('/startup'), AWAY);
    reach.store = true;
    assert.deepEqual(await probe('/startup'), [200, { status: 'ok' }]);
    reach.store = false;
    bff.drain();
    assert.deepEqual(await probe('/startup'), [200, { status: 'ok' }]);
  });
});
