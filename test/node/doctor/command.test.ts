import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { RouteRequest, VaultBff } from 'vaultlink/bff';
import { listen } from 'vaultlink/node';
import type { Listener } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import type { Sandbox } from 'vaultlink/sandbox';
import { openBackend } from '../../../src/node/open-backend.ts';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { callVaultlink } from '../in-process.ts';
import { CLIENT_SECRET, killAll, KEYS, variables, vaultlink } from '../program.ts';

const limit = { timeout: 120_000 };

/** What `--json` prints. */
interface JsonReport {
  ok: boolean;
  checks: { id: string; mark: string; saw: string; advice: string[] }[];
}

describe('vaultlink doctor', () => {
  let folder: string;
  let listeners: Listener[];
  let sandbox: Sandbox;
  let backend: VaultBff;
  let environment: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
    // The origin has to be known before the backend is set up.
    const late = { basePath: '/vault', answer: (request: RouteRequest) => backend.answer(request) };
    const front = await listen(late, { hostname: 'localhost' });
    const redirectUri = `${front.origin}/vault/callback`;
    sandbox = createSandbox({
      clients: [{ client_id: 'client-1', client_secret: CLIENT_SECRET, redirect_uri: redirectUri }],
    });
    const service = await listen((request) => sandbox.fetch(request));
    listeners = [front, service];
    environment = {
      ...variables(service.origin),
      VAULTLINK_ORIGIN: front.origin,
      VAULTLINK_REDIRECT_URI: redirectUri,
      VAULTLINK_STORE: `sqlite:${join(folder, 'vault.db')}`,
    };
    backend = await openBackend(readEnvironment(environment));
  });
  after(async () => {
    sandbox.close();
    await Promise.all(listeners.map((listener) => listener.close()));
    await backend.close();
    await rm(folder, { recursive: true });
  });
  afterEach(killAll);

  it('leaves a database as it is that no backend has begun', limit, async () => {
    const path = join(folder, 'empty.db');
    await writeFile(path, '');
    const { closed, printed } = callVaultlink(['doctor', '--json'], {
      ...environment,
      VAULTLINK_STORE: `sqlite:${path}`,
    });
    await closed;
    const { checks } = JSON.parse(printed.out) as JsonReport;
    const store = checks.find(({ id }) => id === 'store');
    assert.equal(store?.mark, 'failed');
    assert.match(store.saw, /This database is not set up for Vaultlink yet/);
    assert.equal(await readFile(path, 'latin1'), '');
  });

  it('finds an installation well, and ends with code 0', limit, async () => {
    const { closed, printed } = vaultlink(['doctor'], environment);
    assert.deepEqual(await closed, [0, null], printed.out);
    assert.equal(printed.err, '');
    assert.match(
      printed.out,
      /^Configuration\n {2}ok {11}Variables {7}All variables are valid\.\n/,
    );
    for (const group of ['Service', 'Backend', 'Pages', 'Store']) {
      assert.ok(printed.out.includes(`\n\n${group}\n`), group);
    }
    assert.match(printed.out, /\n\n\d+ checks: \d+ ok, 0 warnings, 0 failed, 3 not checked\.\n$/);
    for (const line of printed.out.split('\n')) assert.ok(line.length <= 80, line);
    // No colour where nobody sees it.
    assert.ok(!printed.out.includes('\x1b'));
    assert.ok(!printed.out.includes(CLIENT_SECRET));
  });

  it('says what to do, and ends with code 1, as JSON, too', limit, async () => {
    const wrong = { ...environment, VAULTLINK_CLIENT_SECRET: 'another-secret' };
    const { closed, printed } = vaultlink(['doctor', '--json'], wrong);
    assert.deepEqual(await closed, [1, null]);
    const { ok, checks } = JSON.parse(printed.out) as JsonReport;
    assert.equal(ok, false);
    const [found, ...others] = checks.filter(({ mark }) => mark === 'failed');
    assert.equal(found?.id, 'client');
    assert.match(found.advice.join(), /VAULTLINK_CLIENT_SECRET/);
    assert.deepEqual(others, []);
    for (const secret of ['another-secret', KEYS.slice(3)]) {
      assert.ok(!(printed.out + printed.err).includes(secret));
    }
  });

  it('names what is wrong with the variables, and ends with code 1', limit, async () => {
    const { closed, printed } = callVaultlink(['doctor'], { ...environment, PORT: 'many' });
    assert.deepEqual(await closed, [1, null]);
    assert.match(
      printed.out,
      / failed +Variables +The variables contain a mistake\.\n +- PORT must be/,
    );
  });
});
