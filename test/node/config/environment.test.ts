import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { VaultError } from 'vaultlink/protocol';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { CLIENT_SECRET, KEYS, ORIGIN, variables } from '../program.ts';

const complete = { ...variables('https://service.example') };
const key = KEYS.slice(3);

/** The sentences about an environment that differs from a complete one. */
function mistakesOf(changes: Record<string, string | undefined>): string[] {
  try {
    readEnvironment({ ...complete, ...changes });
    return [];
  } catch (error) {
    assert.ok(error instanceof VaultError);
    assert.equal(error.code, 'configuration_error');
    return error.messages;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
const links = mkdtempSync(join(tmpdir(), 'vaultlink-'));
const linkToFolder = join(links, 'link');
symlinkSync(folder, linkToFolder);
after(() => rmSync(links, { recursive: true }));
after(() => rmSync(folder, { recursive: true }));

describe('the environment of vaultlink serve', () => {
  it('becomes settings', () => {
    assert.deepEqual(
      readEnvironment({
        ...complete,
        VAULTLINK_AUTHORIZE_URL: 'https://service.example/consent?theme=dark'.split('?')[0],
        VAULTLINK_ALLOWED_ORIGINS: 'https://one.example, https://two.example:8443',
        VAULTLINK_KEYS: `new:${key}, old:${key}`,
        VAULTLINK_DEPLOYMENT_ID: 'production',
        VAULTLINK_SUBJECT_PRIVACY: 'hash',
        VAULTLINK_GRANT_LIFETIME_DAYS: '800',
        VAULTLINK_STORE: 'sqlite:data/vault.db',
        VAULTLINK_QUEUE: 'rediss://queue.example',
        VAULTLINK_QUEUE_NAME: 'staging',
        VAULTLINK_QUEUE_PREFIX: 'club',
        VAULTLINK_STATIC: folder,
        VAULTLINK_SUBJECT_HEADER: 'X-User',
        VAULTLINK_MAY_REPORT_URL: 'http://127.0.0.1:8000/may-report',
        VAULTLINK_MAY_REPORT_TIMEOUT_MS: '500',
        VAULTLINK_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8',
        VAULTLINK_RELAY: 'on',
        VAULTLINK_OUTBOX: 'sqlite:data/outcomes.db',
        VAULTLINK_OUTCOME_DAYS: '30',
        VAULTLINK_HOOK: 'on',
        VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '60',
        VAULTLINK_CALLS_IN_ALL_PER_MINUTE: '1000000',
        HOST: '0.0.0.0',
        PORT: '8080',
        VAULTLINK_DRAIN_MS: '20000',
        VAULTLINK_KEEP_ALIVE_MS: '90000',
      }),
      {
        bff: {
          service: {
            baseUrl: 'https://service.example',
            authorizeUrl: 'https://service.example/consent',
          },
          client: {
            clientId: 'client-1',
            clientSecret: CLIENT_SECRET,
            redirectUri: `${ORIGIN}/vault/callback`,
          },
          origin: ORIGIN,
          allowedOrigins: ['https://one.example', 'https://two.example:8443'],
          keys: [
            { id: 'new', key },
            { id: 'old', key },
          ],
          ...{ deploymentId: 'production', subjectPrivacy: 'hash' },
          grantLifetimeDays: 800,
          ...{ sessionLifetimeSeconds: 34_560_000, sessionIdleDays: undefined },
          ...{ relay: true, outcomeDays: 30 },
          hook: true,
          anonymousCalls: { perAddressPerMinute: 60, inAllPerMinute: 1_000_000 },
        },
        store: { kind: 'sqlite', path: resolve('data/vault.db') },
        outbox: { kind: 'sqlite', path: resolve('data/outcomes.db') },
        queue: 'rediss://queue.example',
        queueName: 'staging',
        queuePrefix: 'club',
        staticFolder: folder,
        ...{ subjectHeader: 'X-User', subjectAssertion: undefined },
        mayReportUrl: 'http://127.0.0.1:8000/may-report',
        mayReportTimeoutMs: 500,
        trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
        ...{ logLevel: 'info', hostname: '0.0.0.0', port: 8080 },
        drainMs: 20_000,
        keepAliveTimeoutMs: 90_000,
      },
    );
  });

  it('has defaults for what is not required', () => {
    const { store, hostname, port, ...rest } = readEnvironment({
      ...complete,
      VAULTLINK_STORE: undefined,
      PORT: '',
      VAULTLINK_DRAIN_MS: undefined,
    });
    assert.deepEqual(store, { kind: 'sqlite', path: resolve('vaultlink.db') });
    assert.deepEqual([hostname, port], ['127.0.0.1', 3000]);
    assert.deepEqual([rest.bff.relay, rest.bff.hook], [false, false]);
    assert.deepEqual([rest.bff.subjectPrivacy, rest.bff.grantLifetimeDays], ['plain', 400]);
    assert.deepEqual([rest.drainMs, rest.keepAliveTimeoutMs], [5000, 75_000]);
    assert.deepEqual([rest.mayReportUrl, rest.mayReportTimeoutMs], [undefined, 3000]);
    assert.deepEqual([rest.staticFolder, rest.subjectHeader], [undefined, undefined]);
    assert.deepEqual([rest.bff.allowedOrigins, rest.trustedProxies], [[], []]);
    const { perAddressPerMinute, inAllPerMinute } = rest.bff.anonymousCalls;
    assert.deepEqual([perAddressPerMinute, inAllPerMinute], [undefined, undefined]);
  });

  it('takes the address of a server for the store', () => {
    const redis = { kind: 'redis', prefix: '{vaultlink}:' };
    const none = { schema: undefined, statementTimeoutMs: undefined };
    const postgres = { kind: 'postgres', poolSize: 10, ...none };
    const kinds = { redis, rediss: redis, postgres, postgresql: postgres };
    for (const [scheme, expected] of Object.entries(kinds)) {
      const url = `${scheme}://user:p%40ss@db.example:7000/1?sslmode=require`;
      const { store } = readEnvironment({ ...complete, VAULTLINK_STORE: url });
      assert.deepEqual(store, { ...expected, url });
    }
    for (const url of ['redis-sentinel://:secret@one,two:7/master', 'redis-cluster://one,two']) {
      const { store } = readEnvironment({ ...complete, VAULTLINK_STORE: url });
      assert.deepEqual(store, { ...redis, url });
    }
  });

  it('names everything that is missing at once', () => {
    const names = [
      'VAULTLINK_BASE_URL',
      'VAULTLINK_CLIENT_ID',
      'VAULTLINK_CLIENT_SECRET',
      'VAULTLINK_REDIRECT_URI',
      'VAULTLINK_ORIGIN',
      'VAULTLINK_KEYS',
    ];
    const mistakes = mistakesOf(Object.fromEntries(names.map((name) => [name, undefined])));
    assert.deepEqual(
      mistakes.map((sentence) => sentence.split(' is missing. ')[0]),
      names,
    );
    assert.match(mistakes[5] ?? '', /node -p /);
  });

  const table: [Record<string, string>, RegExp][] = [
    [{ VAULTLINK_BASE_URL: 'http://service.example' }, /^VAULTLINK_BASE_URL must be an https URL/],
    [{ VAULTLINK_BASE_URL: 'service.example' }, /^VAULTLINK_BASE_URL must be an https URL/],
    [{ VAULTLINK_BASE_URL: 'https://a:b@service.example' }, /^VAULTLINK_BASE_URL must be/],
    [{ VAULTLINK_AUTHORIZE_URL: '/authorize' }, /^VAULTLINK_AUTHORIZE_URL must be an https URL/],
    [{ VAULTLINK_REDIRECT_URI: '/vault/callback' }, /^VAULTLINK_REDIRECT_URI must be an https URL/],
    [
      { VAULTLINK_REDIRECT_URI: 'https://user:pw@app.example/vault/callback' },
      /^VAULTLINK_REDIRECT_URI must be an https URL/,
    ],
    [{ VAULTLINK_REDIRECT_URI: `${ORIGIN}/#back` }, /^VAULTLINK_REDIRECT_URI .* without a hash/],
    [{ VAULTLINK_ORIGIN: 'https://app.example/' }, /Did you mean https:\/\/app\.example\?$/],
    [{ VAULTLINK_ORIGIN: 'http://app.example' }, /^VAULTLINK_ORIGIN must be an origin/],
    [{ VAULTLINK_ALLOWED_ORIGINS: 'https://a.example,*' }, /^VAULTLINK_ALLOWED_ORIGINS must be/],
    [{ VAULTLINK_KEYS: key }, /^Key 1 of VAULTLINK_KEYS must be an id/],
    [{ VAULTLINK_KEYS: `${KEYS},${key}:k2` }, /^Key 2 of VAULTLINK_KEYS must be an id/],
    [{ VAULTLINK_KEYS: `${KEYS},k2:c2hvcnQ=` }, /^Key 2 of VAULTLINK_KEYS must be an id/],
    [{ VAULTLINK_KEYS: ' , ' }, /^VAULTLINK_KEYS contains no key\. Create one with node -p /],
    [{ VAULTLINK_KEYS: `${KEYS},${KEYS}` }, /^Two keys of VAULTLINK_KEYS have the same id/],
    [
      { VAULTLINK_STORE: 'vault.db' },
      /^VAULTLINK_STORE must be sqlite:PATH, redis\[s\]:.* postgres\[ql\]:/,
    ],
    [
      { VAULTLINK_STORE: 'redis:host' },
      /^VAULTLINK_STORE must be sqlite:PATH, redis\[s\]:.* postgres\[ql\]:/,
    ],
    [{ VAULTLINK_STORE: 'redis-sentinel://u:secret@a,b' }, /^VAULTLINK_STORE must be (?!.*secret)/],
    [
      { VAULTLINK_STORE: 'redis-cluster://u:secret@a,b/0' },
      /^VAULTLINK_STORE must be (?!.*secret)/,
    ],
    [{ VAULTLINK_REDIS_PREFIX: 'shop:' }, /^VAULTLINK_REDIS_PREFIX must .*part in braces/],
    [{ VAULTLINK_POSTGRES_SCHEMA: 'a;b' }, /^VAULTLINK_POSTGRES_SCHEMA must .* lower-case/],
    [{ VAULTLINK_STORE: 'mysql://u:secret@host' }, /^VAULTLINK_STORE must be (?!.*secret)/],
    [{ VAULTLINK_STORE: 'redis://u:secret@:x' }, /^VAULTLINK_STORE must be (?!.*secret)/],
    [
      { VAULTLINK_QUEUE: 'postgres://u:secret@host' },
      /^VAULTLINK_QUEUE must be redis\[s\]:(?!.*secret)/,
    ],
    [{ VAULTLINK_STATIC: join(folder, 'none') }, /^VAULTLINK_STATIC must be an existing folder/],
    [
      { VAULTLINK_STATIC: folder, VAULTLINK_STORE: `sqlite:${join(folder, 'vault.db')}` },
      /^The file of VAULTLINK_STORE is in the public folder of VAULTLINK_STATIC/,
    ],
    [
      { VAULTLINK_STATIC: folder, VAULTLINK_STORE: `sqlite:${join(linkToFolder, 'vault.db')}` },
      /^The file of VAULTLINK_STORE is in the public folder of VAULTLINK_STATIC/,
    ],
    [
      { VAULTLINK_SUBJECT_PRIVACY: 'hashed' },
      /^VAULTLINK_SUBJECT_PRIVACY must be plain or hash\.$/,
    ],
    [
      { VAULTLINK_GRANT_LIFETIME_DAYS: '0' },
      /^VAULTLINK_GRANT_LIFETIME_DAYS must be a number from 1 to 36500, in days\.$/,
    ],
    [{ VAULTLINK_SUBJECT_HEADER: 'X User' }, /^VAULTLINK_SUBJECT_HEADER must be the name/],
    [
      { VAULTLINK_MAY_REPORT_URL: 'http://buyer.example/may-report' },
      /^VAULTLINK_MAY_REPORT_URL must be an https URL, or an http URL on this machine\.$/,
    ],
    [
      { VAULTLINK_MAY_REPORT_URL: 'https://user:pw@buyer.example/' },
      /^VAULTLINK_MAY_REPORT_URL must be an https URL/,
    ],
    [{ VAULTLINK_MAY_REPORT_TIMEOUT_MS: '0' }, /^VAULTLINK_MAY_REPORT_TIMEOUT_MS must be a number/],
    [{ VAULTLINK_TRUSTED_PROXIES: 'nginx' }, /^VAULTLINK_TRUSTED_PROXIES must be addresses/],
    [{ VAULTLINK_TRUSTED_PROXIES: '10.0.0.0/33' }, /^VAULTLINK_TRUSTED_PROXIES must be addresses/],
    [
      { VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '0' },
      /^VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE must be a number from 1 to 1000000\.$/,
    ],
    [
      { VAULTLINK_CALLS_IN_ALL_PER_MINUTE: '1000001' },
      /^VAULTLINK_CALLS_IN_ALL_PER_MINUTE must be a number from 1 to 1000000\.$/,
    ],
    [{ VAULTLINK_RELAY: 'true' }, /^VAULTLINK_RELAY must be off, on or unsaved\.$/],
    [{ VAULTLINK_HOOK: 'ON' }, /^VAULTLINK_HOOK must be on or off\.$/],
    [{ PORT: '65536' }, /^PORT must be a number/],
    [{ VAULTLINK_DRAIN_MS: '5s' }, /^VAULTLINK_DRAIN_MS must be a number from 0 to 600000/],
    [{ VAULTLINK_DRAIN_MS: '600001' }, /^VAULTLINK_DRAIN_MS must be a number/],
    [{ VAULTLINK_KEEP_ALIVE_MS: '0' }, /^VAULTLINK_KEEP_ALIVE_MS must be a number from 1 to/],
    [{ VAULTLINK_CLIENTID: 'client-1' }, /^VAULTLINK_CLIENTID is not a known variable/],
    [{ VAULTLINK_CLIENT_ID_FILE: '/id' }, /^VAULTLINK_CLIENT_ID_FILE is not a known variable/],
    [{ VAULTLINK_KEYS_FILE: '/keys' }, /^Both VAULTLINK_KEYS and VAULTLINK_KEYS_FILE are set/],
  ];
  for (const [changes, sentence] of table) {
    it(`says what is wrong with ${JSON.stringify(changes)}`, () => {
      const mistakes = mistakesOf(changes);
      assert.equal(mistakes.length, 1, mistakes.join('\n'));
      assert.match(mistakes[0] ?? '', sentence);
      for (const secret of [CLIENT_SECRET, key, ':pw', 'c2hvcnQ']) {
        assert.ok(!mistakes.join().includes(secret), mistakes.join());
      }
    });
  }

  it('takes a secret from a file, and says where one cannot be read or is empty', () => {
    const path = join(folder, 'secret');
    writeFileSync(path, `${CLIENT_SECRET}\n`);
    const fromFile = {
      ...complete,
      VAULTLINK_CLIENT_SECRET: '',
      VAULTLINK_CLIENT_SECRET_FILE: path,
    };
    assert.equal(readEnvironment(fromFile).bff.client.clientSecret, CLIENT_SECRET);

    writeFileSync(path, '\n');
    assert.match(
      mistakesOf(fromFile).join('|'),
      /^The file of VAULTLINK_CLIENT_SECRET_FILE is empty[^|]*$/,
    );
    const none = { ...fromFile, VAULTLINK_CLIENT_SECRET_FILE: join(folder, 'none') };
    assert.match(
      mistakesOf(none).join('|'),
      /^The file of VAULTLINK_CLIENT_SECRET_FILE cannot be read[^|]*$/,
    );
  });
});
