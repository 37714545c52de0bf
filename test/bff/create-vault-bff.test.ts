import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVaultBff, memoryStore } from 'vaultlink/bff';
import type { VaultBff, VaultBffOptions, VaultEvent } from 'vaultlink/bff';
import { codeOf, pageOf, someOptions } from './support/http-bff.ts';

const SECRET = 'the-client-secret';

/** Asks for readiness, which needs no header. */
const isReady = (bff: VaultBff) => bff.fetch(new Request('https://app.example/vault/health/ready'));

const statusOf = async (response: Response) =>
  ((await response.json()) as { status: string }).status;

/** Options with two mistakes. */
const wrongOptions = (events: VaultEvent[]): VaultBffOptions => ({
  ...someOptions(),
  origin: 'app.example',
  client: { ...someOptions().client, clientId: '', clientSecret: SECRET },
  onEvent: (event) => events.push(event),
});

const MISTAKES = /^client\.clientId is missing\. origin must be an origin/;

describe('createVaultBff with a function that returns the options', () => {
  it('lets a module be imported without its secrets, and reads them with the first request', async () => {
    for (const name of ['TEST_CLIENT_ID', 'TEST_CLIENT_SECRET', 'TEST_KEY']) {
      assert.equal(process.env[name], undefined);
    }
    const { bff } = await import('./support/module-of-a-host.ts');
    const set = { TEST_CLIENT_ID: 'c', TEST_CLIENT_SECRET: SECRET, TEST_KEY: btoa('k'.repeat(32)) };
    Object.assign(process.env, set);
    try {
      assert.equal((await isReady(bff)).status, 200);
    } finally {
      for (const name of Object.keys(set)) Reflect.deleteProperty(process.env, name);
    }
    assert.equal((await isReady(bff)).status, 200);
    await bff.close();
  });

  it('knows its basePath before its options, and refuses options that say another', async () => {
    const isReadyAt = (bff: VaultBff) =>
      bff.fetch(new Request(`https://app.example${bff.basePath}/health/ready`));
    const redirectUri = 'https://app.example/api/vault/callback';
    const client = { ...someOptions().client, redirectUri };
    const options = { ...someOptions(), client, basePath: '/api/vault' };
    const right = createVaultBff(() => options, { basePath: '/api/vault' });
    assert.equal(right.basePath, '/api/vault');
    assert.equal((await isReadyAt(right)).status, 200);
    await right.close();
    const events: VaultEvent[] = [];
    const wrong = createVaultBff(() => ({ ...options, onEvent: (event) => events.push(event) }));
    assert.equal(wrong.basePath, '/vault');
    assert.equal((await isReadyAt(wrong)).status, 500);
    assert.match(
      events[0]?.type === 'failed' ? events[0].detail : '',
      /^The options have another basePath/,
    );
  });

  it('calls the function once, however many calls come at the same time', async () => {
    let calls = 0;
    const bff = createVaultBff(async () => {
      calls += 1;
      await Promise.resolve();
      return someOptions();
    });
    assert.equal(calls, 0);
    const responses = await Promise.all([isReady(bff), isReady(bff), isReady(bff)]);
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200],
    );
    await assert.rejects(bff.push('ada', 'packet-1', {}), { code: 'not_connected' });
    assert.equal(calls, 1);
  });

  it('answers each call with configuration_error, and tells the operator of all mistakes once', async () => {
    const events: VaultEvent[] = [];
    const bff = createVaultBff(() => wrongOptions(events));
    for (let call = 0; call < 2; call += 1) {
      const response = await isReady(bff);
      assert.equal(response.status, 500);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const text = await response.text();
      assert.match(text, /"error":"configuration_error"/);
      assert.doesNotMatch(text, /clientId|origin/);
    }
    assert.equal(events.length, 1);
    const [event] = events;
    assert.ok(event?.type === 'failed');
    assert.deepEqual([event.where, event.code], ['options', 'configuration_error']);
    assert.match(event.detail, MISTAKES);
    assert.ok(!event.detail.includes(SECRET));
  });

  it('is alive for its monitor, which would else start it again and again', async () => {
    const bff = createVaultBff(() => wrongOptions([]));
    const ask = (path: string, method = 'GET') =>
      bff.fetch(new Request(`https://app.example/vault${path}`, { method }));
    const response = await ask('/health/live');
    assert.deepEqual([response.status, await statusOf(response)], [200, 'ok']);
    assert.equal((await ask('/health/live', 'HEAD')).status, 200);
    for (const path of ['/health', '/health/ready', '/health/startup']) {
      assert.equal((await ask(path)).status, 500);
    }
  });

  it('shows a page to a person who wants to connect', async () => {
    const bff = createVaultBff(() => wrongOptions([]));
    const headers = { accept: 'text/html' };
    const response = await bff.fetch(new Request('https://app.example/vault/connect', { headers }));
    const { status, code } = await pageOf(response);
    assert.deepEqual([status, code], [500, 'configuration_error']);
  });

  it('throws the mistakes to the code of the host', async () => {
    const bff = createVaultBff(() => wrongOptions([]));
    const refused = { code: 'configuration_error', message: MISTAKES };
    await assert.rejects(bff.push('ada', 'packet-1', {}), refused);
    await assert.rejects(bff.report('complete', 'token-1'), refused);
    const read: string[] = [];
    const items = (function* () {
      read.push('item');
      yield { subject: 'ada', packetId: 'packet-1', answers: {} };
    })();
    await assert.rejects(bff.pushMany(items).next(), refused);
    assert.deepEqual(read, []);
  });

  it('writes to the console where nobody listens, and not what the function threw', async (test) => {
    const { mock } = test.mock.method(console, 'error', () => undefined);
    const bff = createVaultBff(() => {
      throw new TypeError(`cannot log in with ${SECRET}`);
    });
    assert.equal(await codeOf(await isReady(bff)), 'configuration_error');
    assert.equal((await isReady(bff)).status, 500);
    assert.equal(mock.callCount(), 1);
    const line = mock.calls[0]?.arguments.join(' ') ?? '';
    assert.match(line, /TypeError at .*create-vault-bff\.test\.ts/);
    assert.ok(!line.includes(SECRET));
  });

  for (const [how, fail] of [
    ['rejected', () => Promise.reject(new Error('timeout'))],
    [
      'thrown',
      () => {
        throw new Error('timeout');
      },
    ],
  ] as const) {
    it(`calls the function again after it has ${how}: where secrets are kept may have been away`, async (test) => {
      test.mock.method(console, 'error', () => undefined);
      let isAway = true;
      const bff = createVaultBff(() => (isAway ? fail() : someOptions()));
      assert.equal((await isReady(bff)).status, 500);
      isAway = false;
      assert.equal((await isReady(bff)).status, 200);
    });
  }

  it('is not ready where it drains before its first call', async () => {
    const bff = createVaultBff(someOptions);
    bff.drain();
    assert.equal(await statusOf(await isReady(bff)), 'draining');
  });

  it('drains after its first call, too', async () => {
    const bff = createVaultBff(someOptions);
    assert.equal(await statusOf(await isReady(bff)), 'ok');
    bff.drain();
    assert.equal(await statusOf(await isReady(bff)), 'draining');
  });

  it('closes its store, and opens none in order to close it', async () => {
    let calls = 0;
    let closed = 0;
    const store = { ...memoryStore(), close: () => void (closed += 1) };
    const options = () => {
      calls += 1;
      return { ...someOptions(), store };
    };
    await createVaultBff(options).close();
    assert.deepEqual([calls, closed], [0, 0]);
    const used = createVaultBff(options);
    await isReady(used);
    await used.close();
    assert.deepEqual([calls, closed], [1, 1]);
  });

  it('closes without an error where its options were refused', async () => {
    const bff = createVaultBff(() => wrongOptions([]));
    await isReady(bff);
    bff.drain();
    await bff.close();
  });
});
