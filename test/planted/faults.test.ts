import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FAULT_COUNT, readFaults } from './faults.ts';

const faults = readFaults();

describe('The planted faults', () => {
  it(`are ${FAULT_COUNT}, each with the rule that it breaks`, () => {
    assert.equal(faults.length, FAULT_COUNT);
    for (const { name, rule } of faults)
      assert.match(rule, /^(once|lost|leaked|paid|right)\. \S/, name);
  });

  it('name the tests of their rule', () => {
    for (const { name, tests } of faults) {
      assert.ok(tests.length, name);
      for (const test of tests) assert.ok(existsSync(test), `${name}: there is no ${test}`);
    }
  });

  it('apply to the sources as they are', () => {
    for (const { name, patch, paths } of faults) {
      const { status, stderr } = spawnSync('git', ['apply', '--check', patch], {
        encoding: 'utf8',
      });
      assert.equal(status, 0, `${name}: write the patch again for the same rule. ${stderr}`);
      for (const path of paths) assert.ok(path.startsWith('src/') && existsSync(path), name);
    }
  });
});
