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
  findings: { id: string; verdict: string; cause: string; remedy: string[] }[];
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
    const { findings } = JSON.parse(printed.out) as JsonReport;
    const store = findings.find(({ id }) => id === 'store');
    assert.equal(store?.verdict, 'failed');
    assert.match(store.cause, /This database is not set up for Vaultlink yet/);
    assert.equal(await readFile(path, 'latin1'), '');
  });

  it('finds an installation well, and ends with code 0', limit, async () => {
    const { closed, printed } = vaultlink(['doctor'], environment);
    assert.deepEqual(await closed, [0, null], printed.out);
    assert.equal(printed.err, '');
    assert.match(
      printed.out,
      /^Configuration\n {2}ok {11}Variables {10}All variables are valid\.\n/,
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
    const { ok, findings } = JSON.parse(printed.out) as JsonReport;
    assert.equal(ok, false);
    const [found, ...others] = findings.filter(({ verdict }) => verdict === 'failed');
    assert.equal(found?.id, 'client');
    assert.match(found.remedy.join(), /VAULTLINK_CLIENT_SECRET/);
    assert.deepEqual(others, []);
    for (const secret of ['another-secret', KEYS.slice(3)]) {
      assert.ok(!(printed.out + printed.err).includes(secret));
    }
  });

  it(
    'names what is wrong with the variables, as JUnit XML too, and ends with code 1',
    limit,
    async () => {
      const file = join(folder, 'junit.xml');
      const wrong = { ...environment, PORT: 'many' };
      const { closed, printed } = callVaultlink(['doctor', '--junit', file], wrong);
      assert.deepEqual(await closed, [1, null]);
      assert.match(
        printed.out,
        / failed +Variables +The variables contain a mistake\.\n +- PORT must be/,
      );
      assert.match(
        await readFile(file, 'utf8'),
        /<testcase name="Configuration: Variables" classname="vaultlink\.doctor\.variables"><failure /,
      );
    },
  );
});
