import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { advisoriesIn } from '../audit/advisories.ts';
import { countsOf, findingsIn, lockfiles, runtimeNamesOf } from '../audit/lockfile.ts';
import type { Lockfile } from '../audit/lockfile.ts';
import { secretsIn, trackedFiles } from '../audit/secrets.ts';

const GOOD = { integrity: 'sha512-abc', license: 'MIT' };

const found = (packages: object, allowScripts: Record<string, boolean> = {}) =>
  findingsIn({ packages: { '': {}, ...packages } }, { allowScripts });

describe('the audit of the lockfile', () => {
  it('looks at each lockfile that git tracks', () => {
    const tracked = trackedFiles()?.filter((path) => basename(path) === 'package-lock.json');
    assert.deepEqual(lockfiles(), tracked?.sort());
  });

  it('finds nothing where each package has a hash, a licence that asks nothing, and no script', () => {
    assert.deepEqual(found({ 'node_modules/a': GOOD, 'node_modules/@b/c': GOOD }), []);
  });

  it('finds a package without a hash that can be relied on', () => {
    for (const integrity of [undefined, '', 'sha1-abc']) {
      const [finding] = found({ 'node_modules/a': { ...GOOD, integrity } });
      assert.equal(finding, 'node_modules/a has no SHA-512 of its content');
    }
  });

  it('finds a package from elsewhere', () => {
    const resolved = 'git+ssh://git@example.com/a.git';
    assert.deepEqual(found({ 'node_modules/a': { ...GOOD, resolved } }), [
      `node_modules/a is not from the registry: ${resolved}`,
    ]);
    assert.equal(found({ 'node_modules/a': { ...GOOD, link: true } }).length, 1);
  });

  it('finds a licence that is not known to be harmless, at runtime alone', () => {
    for (const license of ['GPL-3.0', undefined]) {
      assert.equal(found({ 'node_modules/a': { ...GOOD, license } }).length, 1);
      for (const kind of [{ dev: true }, { devOptional: true }]) {
        assert.deepEqual(found({ 'node_modules/a': { ...GOOD, license, ...kind } }), []);
      }
    }
  });

  it('counts an optional peer, and what it needs, as runtime although it is here for development', () => {
    const dev = { ...GOOD, dev: true };
    const packages = {
      '': { peerDependencies: { '@a/peer': '^1' } },
      'node_modules/@a/peer': {
        ...dev,
        dependencies: { inner: '^1', outer: '^1' },
        peerDependencies: { unused: '*' },
        peerDependenciesMeta: { unused: { optional: true } },
      },
      'node_modules/@a/peer/node_modules/inner': { ...dev, license: 'GPL-3.0' },
      'node_modules/inner': dev,
      'node_modules/outer': dev,
      'node_modules/unused': dev,
      'node_modules/tool': { ...dev, license: 'GPL-3.0' },
    } satisfies Lockfile['packages'];
    assert.deepEqual(findingsIn({ packages }, {}), [
      'node_modules/@a/peer/node_modules/inner has the licence GPL-3.0',
    ]);
    assert.deepEqual(countsOf({ packages }), { all: 6, runtime: 3 });
    assert.deepEqual([...runtimeNamesOf({ packages })].sort(), ['@a/peer', 'inner', 'outer']);
  });

  it('finds an install script that nobody decided on, and a decision about none', () => {
    const packages = { 'node_modules/a/node_modules/@b/c': { ...GOOD, hasInstallScript: true } };
    assert.equal(found(packages).length, 1);
    for (const decision of [true, false])
      assert.deepEqual(found(packages, { '@b/c': decision }), []);
    assert.deepEqual(found({}, { gone: true }), [
      '"allowScripts" names gone, which has no install script',
    ]);
  });
});

describe('the audit of advisories', () => {
  const runtime = new Set(['hono']);

  it('finds every one for what others install, and the severe ones for the rest', () => {
    const vulnerabilities = {
      hono: { severity: 'low' },
      eslint: { severity: 'moderate' },
      vite: { severity: 'high' },
    };
    const { findings } = advisoriesIn(JSON.stringify({ vulnerabilities }), runtime);
    assert.deepEqual(
      findings.map((finding) => /for ([^,]+)/.exec(finding)?.[1]),
      ['hono', 'vite'],
    );
  });

  it('says why nothing is known where the registry tells none', () => {
    const printed = JSON.stringify({ message: '404 Not Found - POST https://registry.example/' });
    assert.deepEqual(advisoriesIn(printed, runtime), { findings: [], unanswered: '404 Not Found' });
    assert.deepEqual(advisoriesIn('', runtime), { findings: [], unanswered: 'no answer' });
  });
});

describe('the audit of the files', () => {
  // In parts, or the audit would find them here.
  const key = 'k1:' + Buffer.alloc(32, 7).toString('base64');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const planted = {
    'key.pem': [privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    'token.txt': ['ghp_', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'],
    '.env': ['VAULTLINK_CLIENT', '_SECRET=abcdef0123456789'],
    'keys.ts': [`const keys = '${key}';`],
  };

  for (const [name, parts] of Object.entries(planted)) {
    it(`finds what is planted in ${name}, and does not repeat it`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'vaultlink-audit-'));
      const file = join(folder, name);
      await writeFile(file, parts.join(''));
      const findings = secretsIn([file]);
      await rm(folder, { recursive: true });
      assert.equal(findings.length, 1);
      assert.ok(findings.join().includes(`${name}:1: `), findings.join());
      assert.ok(!findings.join().includes(parts.at(-1) ?? ''), findings.join());
    });
  }

  it('finds nothing in names and placeholders', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vaultlink-audit-'));
    const file = join(folder, 'notes.md');
    await writeFile(
      file,
      'VAULTLINK_CLIENT_SECRET=… VAULTLINK_KEYS_FILE=/run/secrets/keys\nnew:${key}, a: sha512-abc=',
    );
    assert.deepEqual(secretsIn([file]), []);
    await rm(folder, { recursive: true });
  });
});
