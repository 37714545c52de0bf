import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { foldersIn, TOOLS_FOLDER } from '../examples.ts';

const TOOLS = foldersIn(TOOLS_FOLDER);
const read = (...path: string[]) => readFileSync(join(TOOLS_FOLDER, ...path), 'utf8');

describe('The examples of survey tools', () => {
  for (const file of ['server.js', '.npmrc']) {
    it(`have the same ${file}`, () => {
      assert.equal(new Set(TOOLS.map((name) => read(name, file))).size, 1);
    });
  }

  it('are each in the table, with a README of two commands', () => {
    const table = read('README.md');
    for (const name of TOOLS) {
      assert.ok(table.includes(`](${name})`), name);
      assert.match(
        read(name, 'README.md'),
        /```sh\nnpm install && npm start\nnpx vaultlink sandbox --endlink http\S+\n```/,
      );
    }
  });

  it('name the same packages beside those of their tool', () => {
    const manifests = TOOLS.map(
      (name) => JSON.parse(read(name, 'package.json')) as { devDependencies: object },
    );
    assert.equal(new Set(manifests.map((one) => JSON.stringify(one.devDependencies))).size, 1);
    for (const name of TOOLS) assert.ok(existsSync(join(TOOLS_FOLDER, name, 'pages')), name);
  });
});
