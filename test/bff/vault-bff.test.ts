import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVaultBff, memoryStore } from 'vaultlink/bff';
import type { Store, VaultBffOptions } from 'vaultlink/bff';
import { ORIGIN } from './support/http-browser.ts';
import { codeOf, someOptions, startBff } from './support/http-bff.ts';

/** Returns the mistakes in `options`, a sentence each. */
function mistakesOf(options: VaultBffOptions): string[] {
  try {
    createVaultBff(options);
  } catch (error) {
    const { code, messages, message } = error as {
      code: string;
      messages: string[];
      message: string;
    };
    assert.equal(code, 'configuration_error');
    assert.equal(message, messages.join(' '));
    return messages;
  }
  return [];
}

describe('options', () => {
  it('without a mistake are taken', () => {
    assert.deepEqual(mistakesOf(someOptions()), []);
    assert.deepEqual(
      mistakesOf({
        ...someOptions(),
        origin: 'http://127.0.0.1:3000',
        client: {
          ...someOptions().client,
          redirectUri: 'http://127.0.0.1:3000/api/vault/callback',
        },
        service: { baseUrl: 'http://localhost:4800', authorizeUrl: 'https://a.example/b?c=d' },
        allowedOrigins: ['https://a.example', 'http://[::1]:3000'],
        basePath: '/api/vault',
        sessionLifetimeSeconds: 1,
      }),
      [],
    );
  });

  for (const [field, changed] of [
    ['service.baseUrl', { service: { baseUrl: 'http://service.example' } }],
    ['service.baseUrl', { service: { baseUrl: 'https://service.example?a' } }],
    ['service.baseUrl', { service: { baseUrl: 'https://user:word@service.example' } }],
    [
      'service.authorizeUrl',
      { service: { baseUrl: 'https://a', authorizeUrl: 'http://b.example/' } },
    ],
    ['service.timeoutMs', { service: { baseUrl: 'https://a', timeoutMs: 0 } }],
    ['service.tokenTimeoutMs', { service: { baseUrl: 'https://a', tokenTimeoutMs: NaN } }],
    ['service.tokenTimeoutMs', { service: { baseUrl: 'https://a', tokenTimeoutMs: 35_001 } }],
    ['origin', { origin: 'https://app.example/' }],
    ['origin', { origin: 'http://app.example' }],
    ['origin', { origin: 'app.example' }],
    ['origin', { origin: 'https://APP.example' }],
    ['allowedOrigins.1', { allowedOrigins: ['https://a.example', '*'] }],
    ['allowedOrigins.0', { allowedOrigins: ['null'] }],
    ['deploymentId', { deploymentId: 1 as unknown as string }],
    ['basePath', { basePath: 'vault' }],
    ['basePath', { basePath: '/vault/' }],
    ['basePath', { basePath: '/:any' }],
    ['basePath', { basePath: '//evil.example' }],
    ['sessionLifetimeSeconds', { sessionLifetimeSeconds: -1 }],
    [
      'client.redirectUri',
      { client: { clientId: 'a', clientSecret: 'b', redirectUri: '/callback' } },
    ],
    [
      'client.redirectUri',
      { client: { clientId: 'a', clientSecret: 'b', redirectUri: 'https://a/#b' } },
    ],
    [
      'client.redirectUri',
      { client: { clientId: 'a', clientSecret: 'b', redirectUri: 'http://a.example/' } },
    ],
    [
      'client.clientSecret',
      { client: { clientId: 'a', clientSecret: '', redirectUri: `${ORIGIN}/vault/callback` } },
    ],
    ['store', { store: undefined as unknown as Store }],
    ['relay', { relay: 'off' as unknown as boolean }],
    ['hook', { hook: 1 as unknown as boolean }],
    ['subject', { subject: 'ada' as never }],
    ['onEvent', { onEvent: {} as never }],
    ['now', { now: 0 as never }],
    ['service', { service: undefined as never }],
    ['service.issuer', { service: { baseUrl: 'https://a', issuer: 1 as never } }],
  ] as const) {
    it(`a wrong ${field} is named: ${JSON.stringify(Object.values(changed)[0])}`, () => {
      const mistakes = mistakesOf({ ...someOptions(), ...changed });
      assert.equal(mistakes.length, 1, mistakes.join());
      assert(mistakes[0]?.startsWith(`${field} `), mistakes[0]);
    });
  }

  it('with wrong keys are refused', () => {
    for (const keys of [[], [{ id: 'a', key: 'short' }], undefined as never]) {
      assert.equal(mistakesOf({ ...someOptions(), keys }).length, 1);
    }
  });

  it('are all looked at: every mistake is named at once, and no secret', () => {
    const mistakes = mistakesOf({
      service: { baseUrl: 'nowhere' },
      client: { clientId: '', clientSecret: 'the-client-secret', redirectUri: 'x' },
      origin: 'x',
      keys: [{ id: 'a', key: 'the-short-key' }],
      store: memoryStore(),
      basePath: '',
      allowedOrigins: ['x'],
    });
    assert.equal(mistakes.length, 7);
    assert.doesNotMatch(mistakes.join(), /the-client-secret|the-short-key/);
    assert.equal(mistakesOf({} as VaultBffOptions).length, 5);
  });
});

/** A store whose method `name` does not work any more once it has been told so. */
function breakable() {
  const store = memoryStore();
  const broken = new Set<string>();
  const failing = new Proxy(store, {
    get(target, name: keyof Store) {
      if (name === 'probe') return undefined;
      return (...parameters: never[]) => {
        if (broken.has(name) || broken.has('*')) throw new Error('connection refused: 10.0.0.1');
        return (target[name] as (...all: never[]) => unknown)(...parameters);
      };
    },
  });
  return { store: failing, broken };
}

describe('a store that is away', () => {
  it('is store_unavailable, and only the operator hears why', async () => {
    const { store, broken } = breakable();
    const { bff, browser, events } = startBff({ store, subject: () => 'ada' });
    await browser.connect();
    broken.add('*');
    const calls = [
      browser.call('GET', '/session'),
      browser.call('DELETE', '/session'),
      browser.call('POST', '/packets/packet-1/push', { payload: {} }),
      browser.go('/vault/connect', { accept: '*/*' }),
    ];
    for (const response of await Promise.all(calls)) {
      assert.equal(response.status, 503);
      const text = await response.text();
      assert.match(text, /"error":"store_unavailable"/);
      assert.doesNotMatch(text, /refused|10\.0\.0\.1/);
    }
    await assert.rejects(bff.push('ada', 'packet-1', {}), { code: 'store_unavailable' });
    assert.deepEqual(events.at(-1), {
      type: 'failed',
      where: 'store.findGrantOfSubject',
      code: 'store_unavailable',
      detail: 'connection refused: 10.0.0.1',
    });
  });

  it('at the end of a callback is a page with the code', async () => {
    const { store, broken } = breakable();
    const { browser } = startBff({ store });
    broken.add('connect');
    const response = await browser.connect();
    assert.equal(response.status, 503);
    assert.match(await response.text(), /store_unavailable/);
  });

  it('does not keep an outcome from being relayed', async () => {
    const { store, broken } = breakable();
    const { browser } = startBff({ store });
    broken.add('*');
    const response = await browser.call('POST', '/endlinks/complete', { token: 'token-1' });
    assert.equal(response.status, 200);
  });

  it('makes health 503, which needs no header otherwise either', async () => {
    const { store, broken } = breakable();
    const { bff } = startBff({ store });
    const health = () => bff.fetch(new Request('https://app.example/vault/health'));
    const well = await health();
    assert.equal(well.status, 200);
    assert.deepEqual(await well.json(), { status: 'ok', store: 'ok' });
    broken.add('ping');
    const away = await health();
    assert.equal(away.status, 503);
    assert.deepEqual(await away.json(), { status: 'unavailable', store: 'unavailable' });
  });
});

describe('a copy of the store', () => {
  it('opens nothing in another deployment, which spends no token', async () => {
    const store = memoryStore();
    const subject = () => 'ada';
    const one = startBff({ store, subject, deploymentId: 'production' });
    await one.browser.connect();
    const copy = startBff({ store, subject, deploymentId: 'staging' });
    await assert.rejects(copy.bff.push('ada', 'packet-1', {}), { code: 'configuration_error' });
    copy.clock.ms += 86_400_000;
    await assert.rejects(copy.bff.push('ada', 'packet-1', {}), { code: 'configuration_error' });
    assert.deepEqual(copy.service.requests, []);
    await one.bff.push('ada', 'packet-1', {});
  });
});

describe('what nobody expects', () => {
  const messages = {
    'in one line': 'the-client-secret is in here',
    'with an address': 'cannot look up app/the-client-secret@db',
    'with what looks like a place': [
      'cannot run:',
      '    at the-client-secret (/query.ts:1:1)',
      'the-client-secret@https://db.example/query.ts:1:1',
    ].join('\n'),
  };
  for (const [kind, message] of Object.entries(messages)) {
    it(`is a 500 that gives nothing away; the operator hears where it happened, and no message ${kind}`, async () => {
      const { browser, events } = startBff({
        subject: () => {
          throw new TypeError(message);
        },
      });
      const response = await browser.call('GET', '/session');
      assert.equal(response.status, 500);
      assert.equal(await codeOf(response), 'configuration_error');
      const [event] = events;
      assert(event?.type === 'failed');
      assert.equal(event.where, 'session');
      assert.match(event.detail, /^TypeError at .*bff\.test\.ts/);
      assert.doesNotMatch(event.detail, /the-client-secret/);
    });
  }

  it('is told without a place where its stack tells another message', async () => {
    const error = new TypeError('cannot run:\n    at the-client-secret (/query.ts:1:1)');
    // V8 writes the stack when it is first read.
    assert.match(error.stack ?? '', /the-client-secret/);
    error.message = 'another';
    const { browser, events } = startBff({ subject: () => Promise.reject(error) });
    await browser.call('GET', '/session');
    const [event] = events;
    assert(event?.type === 'failed');
    assert.equal(event.detail, 'TypeError');
  });

  it('in who listens to events stops nothing', async () => {
    const { browser } = startBff({
      onEvent: () => {
        throw new Error('The log is full.');
      },
    });
    assert.equal((await browser.connect()).status, 303);
    assert.equal((await browser.call('GET', '/packets/p/push')).status, 405);
  });
});
