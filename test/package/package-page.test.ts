import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PACKAGES_OF_ENTRIES } from '../../src/node/packages.ts';

const page = readFileSync('docs/package.md', 'utf8');
const { devDependencies, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>;
  exports: Record<string, string | object>;
};

const { bff, node, sandbox } = PACKAGES_OF_ENTRIES;

/** What installs a backend and the sandbox, of the versions that are tested. */
const installed = [...new Set([...bff, ...node, ...sandbox])]
  .sort()
  .map((name) => `${name}@${devDependencies[name]?.split('.')[0]}`)
  .join(' ');

describe('The page about the package', () => {
  it('says of each entry what to install besides', () => {
    const rows = new Map(
      [...page.matchAll(/^\| `vaultlink\/([^`]+)` +\| (.*?) +\|$/gm)].map(([, entry, text]) => [
        entry,
        text,
      ]),
    );
    const entries = Object.entries(exports)
      .filter(([, target]) => typeof target !== 'string')
      .map(([path]) => path.slice('./'.length));
    assert.deepEqual([...rows.keys()].sort(), entries.filter((one) => !one.includes('*')).sort());
    for (const [entry = '', text] of rows) {
      const packages = (PACKAGES_OF_ENTRIES as Record<string, readonly string[]>)[entry];
      if (packages) assert.equal(text, `\`${packages.join(' ')}\``, entry);
      else assert.match(text ?? '', /^(nothing|your client: .*)$/, entry);
    }
  });

  it('has the command that installs what a backend and the sandbox need, and so has the README', () => {
    assert(page.includes(`npm install ../vaultlink/vaultlink-*.tgz ${installed}\n`), installed);
    assert(readFileSync('README.md', 'utf8').includes(`npm install ${installed} `), installed);
  });
});
