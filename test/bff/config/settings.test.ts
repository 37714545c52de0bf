import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, resealAll } from 'vaultlink/bff';
import { createVaultBff } from 'vaultlink/bff';
import { openTelemetry } from 'vaultlink/bff/opentelemetry';
import { postgresStore } from 'vaultlink/bff/postgres';
import { redisStore } from 'vaultlink/bff/redis';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { listen, toNodeHandler } from 'vaultlink/node';
import { isVaultError } from 'vaultlink/protocol';
import { fakeBackend } from '../../../src/testing/fake-backend.ts';
import { someOptions, startBff } from '../support/http-bff.ts';

/** Options with more than their type allows, as JavaScript does. */
const withMore = (more: object) => more as never;

const bffWith = (more: object) => createVaultBff({ ...someOptions(), ...more });
const { service, client, keys } = someOptions();

/** Each creator of the backend with one key that does not exist, and what is meant. */
const CALLS: readonly (readonly [what: string, call: () => unknown, sentence: string])[] = [
  ['subjet', () => bffWith({ subjet: () => 'ada' }), 'subjet. Did you mean subject?'],
  ['mayReprot', () => bffWith({ mayReprot: () => false }), 'mayReprot. Did you mean mayReport?'],
  ['onevent', () => bffWith({ onevent: () => 1 }), 'onevent. Did you mean onEvent?'],
  [
    'sessionLifetimeSecond',
    () => bffWith({ sessionLifetimeSecond: 60 }),
    'sessionLifetimeSecond. Did you mean sessionLifetimeSeconds?',
  ],
  [
    'service.baseURL',
    () => bffWith({ service: { ...service, baseURL: '' } }),
    'service.baseURL. Did you mean service.baseUrl?',
  ],
  [
    'client.client_id',
    () => bffWith({ client: { ...client, client_id: '' } }),
    'client.client_id. Did you mean client.clientId?',
  ],
  [
    'anonymousCalls.perAdressPerMinute',
    () => bffWith({ anonymousCalls: { perAdressPerMinute: 5 } }),
    'anonymousCalls.perAdressPerMinute. Did you mean anonymousCalls.perAddressPerMinute?',
  ],
  [
    'keys.1.kye',
    () => bffWith({ keys: [...keys, { ...keys[0], id: 'second', kye: '' }] }),
    'keys.1.kye. Did you mean keys.1.key?',
  ],
  [
    'basepath of the late settings',
    () => createVaultBff(someOptions, withMore({ basepath: '/api' })),
    'basepath. Did you mean basePath?',
  ],
  ['a memory store', () => memoryStore(withMore({ nwo: 1 })), 'nwo. Did you mean now?'],
  [
    'a SQLite store',
    () => sqliteStore(':memory:', withMore({ migrate: false })),
    'migrate. Did you mean migrates?',
  ],
  [
    'a Redis store',
    () => redisStore(withMore({ eval: () => 1, evalsha: () => 1 }), withMore({ prefx: 'x' })),
    'prefx. Did you mean prefix?',
  ],
  [
    'a PostgreSQL store',
    () => postgresStore(withMore({ query: () => 1 }), withMore({ schema: 'x' })),
    'schema. These exist: prefix, now, migrates, probeClient.',
  ],
  [
    'OpenTelemetry',
    () => openTelemetry(withMore({ tracerprovider: 1 })),
    'tracerprovider. Did you mean tracerProvider?',
  ],
  [
    'pushMany',
    () =>
      startBff()
        .bff.pushMany([], withMore({ concurency: 1 }))
        .next(),
    'concurency. Did you mean concurrency?',
  ],
  [
    'resealAll',
    () => resealAll(memoryStore(), keys, withMore({ deploymentid: 'x' })),
    'deploymentid. Did you mean deploymentId?',
  ],
  [
    'listen',
    () => listen(() => new Response(), withMore({ host: 'x' })),
    'host. Did you mean hostname?',
  ],
  [
    'toNodeHandler',
    () => toNodeHandler(startBff().bff, withMore({ clientAdress: () => '' })),
    'clientAdress. Did you mean clientAddress?',
  ],
  [
    'fakeBackend',
    () => fakeBackend(withMore({ connected: true })),
    'connected. Did you mean isConnected?',
  ],
];

describe('an option that does not exist', () => {
  for (const [what, call, sentence] of CALLS) {
    it(`is refused: ${what}`, async () => {
      await assert.rejects(Promise.try(call), (error) => {
        assert(isVaultError(error));
        assert.equal(error.code, 'configuration_error');
        assert.equal(error.message, `There is no option ${sentence}`);
        return true;
      });
    });
  }

  it('is named beside every other mistake, and with options that come late', async () => {
    const wrong = { ...someOptions(), origin: 'app.example', subjet: () => 'ada' };
    assert.throws(
      () => createVaultBff(wrong),
      /origin must be an origin .*There is no option subjet\./,
    );
    const late = createVaultBff(() => ({ ...wrong, onEvent: () => undefined }));
    await assert.rejects(late.checkKeys(), /There is no option subjet\./);
  });
});

describe('an option of another type', () => {
  const isMissing = (name: string) => `${name} is missing.`;
  for (const [name, value, sentence] of [
    ['store', null, isMissing('store')],
    ['store', 'memory:', isMissing('store')],
    ['keys', undefined, isMissing('keys')],
    ['keys', null, isMissing('keys')],
    ['keys', [null], 'keys must be a list of keys.'],
    ['keys', 'first:abc', 'keys must be a list of keys.'],
    ['service', undefined, isMissing('service')],
    ['service', 'https://service.example', 'service must be an object.'],
    ['client', 'client-1', 'client must be an object.'],
  ] as const) {
    it(`is named alone: ${name} is ${value === undefined ? 'undefined' : JSON.stringify(value)}`, () => {
      assert.throws(() => bffWith({ [name]: value }), {
        code: 'configuration_error',
        message: sentence,
      });
    });
  }
});

describe('options that are an object of a class', () => {
  /** Options whose functions use the object that they belong to. */
  class HostOptions {
    readonly #asked: string[] = [];
    constructor() {
      Object.assign(this, someOptions(), { relay: 'forward', mayReport: () => false });
    }
    subject() {
      this.#asked.push('subject');
      return 'ada';
    }
    get asked(): readonly string[] {
      return this.#asked;
    }
    clientAddress() {
      this.#asked.push('clientAddress');
      return '192.0.2.1';
    }
  }

  it('have their functions called with that object', async () => {
    const options = new HostOptions();
    const bff = createVaultBff(options as never);
    const headers = { 'sec-fetch-site': 'same-origin', 'x-vaultlink': '1' };
    const url = 'https://app.example/vault';
    await bff.fetch(new Request(`${url}/session`, { headers }));
    await bff.fetch(
      new Request(`${url}/endlinks/complete`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ token: 'a-token' }),
      }),
    );
    assert.deepEqual([...new Set(options.asked)].sort(), ['clientAddress', 'subject']);
    await bff.close();
  });
});
