import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { installPackages } from './install-packages.ts';
import { packPackage } from '../support/pack.ts';

const run = promisify(execFile);

/** What is downloaded takes minutes on a slow machine. */
const timeout = 600_000;

/** What docs/package.md says to install for the sandbox, and Vitest. */
const PACKAGES = {
  '@hono/node-server': '^2.0.0',
  hono: '^4.6.0',
  jose: '^6.0.0',
  zod: '^4.0.0',
  'happy-dom': '^20.0.0',
  vitest: '^4.0.0',
};

const blocks = [...readFileSync('docs/testing.md', 'utf8').matchAll(/```js\n([^]*?)```/g)].map(
  ([, code = '']) => code,
);

/** The only block of the page with this text. */
function blockWith(text: string): string {
  const found = blocks.filter((code) => code.includes(text));
  assert.equal(found.length, 1, `${found.length} blocks with ${text}`);
  return found[0] ?? '';
}

/** Puts code in the place of a comment, in which the page leaves something to its reader. */
function replaceComment(code: string, comment: string, replacement: string): string {
  assert.ok(code.includes(comment), comment);
  return code.replace(comment, replacement);
}

const COMPONENT_TEST = blockWith("from 'vaultlink/testing'");

const PUSH_TEST = `
import { afterEach, expect, it } from 'vitest';
import 'vaultlink/elements';
import { fakeBackend, resetVaultlink } from 'vaultlink/testing';

afterEach(resetVaultlink);

it('pushes', async () => {
  ${replaceComment(
    blockWith('fakeBackend({ isConnected'),
    '// The user saves a form in <vault-push packet-id="coffee">.',
    `document.body.innerHTML =
      '<vault-push packet-id="coffee"><form><input name="drink" value="tea" /></form></vault-push>';
    await customElements.whenDefined('vault-push');
    document.querySelector('form').requestSubmit();
    await expect.poll(() => backend.pushes.length).toBe(1);`,
  )}
});`;

const FIXTURE_TEST = replaceComment(
  blockWith("from 'vaultlink/testing/vitest'"),
  '// Let your backend push with this token. Then:',
  `await fetch(sandbox.origin + '/api/v5/packets/coffee-profile/sellers_packets/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + accessToken },
    body: JSON.stringify({ id: 'coffee-profile', payload: { drink: 'tea' } }),
  });`,
);

const inPage = (code: string) => `// @vitest-environment happy-dom\n${code}`;

describe('The examples for Vitest of the page about tests', { timeout }, () => {
  it('pass as they stand', { timeout }, async () => {
    const packed = packPackage();
    const folder = mkdtempSync(join(tmpdir(), 'vaultlink-vitest-'));
    try {
      const text = JSON.stringify({ type: 'module', dependencies: PACKAGES });
      const manifest = { type: 'module', dependencies: { ...PACKAGES, vaultlink: packed.archive } };
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
      const { archive } = packed;
      await installPackages(folder, { source: 'docs/testing', archive, text, env: process.env });
      writeFileSync(join(folder, 'component.test.js'), inPage(COMPONENT_TEST));
      writeFileSync(join(folder, 'push.test.js'), inPage(PUSH_TEST));
      writeFileSync(join(folder, 'fixture.test.js'), FIXTURE_TEST);
      const options = ['run', '--reporter=json', '--testTimeout=60000'];
      const program = join(folder, 'node_modules/vitest/vitest.mjs');
      const { stdout } = await run(process.execPath, [program, ...options], { cwd: folder }).catch(
        (error: unknown) => error as { stdout: string },
      );
      const { numPassedTests, testResults } = JSON.parse(stdout) as {
        numPassedTests: number;
        testResults: { message: string; assertionResults: { failureMessages: string[] }[] }[];
      };
      const failures = testResults.flatMap(({ message, assertionResults }) => [
        ...(message ? [message] : []),
        ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
      ]);
      assert.deepEqual([numPassedTests, failures], [3, []]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      packed.remove();
    }
  });
});
