import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import { startBff } from '../support/http-bff.ts';

/** A backend whose store can be away, and what its probes are told. */
function startProbed() {
  const reach = { store: true };
  const memory = memoryStore();
  const ping = () => {
    if (!reach.store) throw new Error('connection refused');
    return memory.ping();
  };
  const { bff } = startBff({ store: { ...memory, ping } });
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
