import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ENGINES } from '../support/engines.ts';
import { isInner, SUITES } from '../suites.ts';

/** The test files of an engine's suites, one for each time that a file stands in a suite without a tag. */
const filesIn = (engine: string) =>
  SUITES.filter((suite) => suite.engine === engine && !suite.tag)
    .flatMap(({ files }) => files)
    .sort();

describe('The table of suites', () => {
  it('has each test file once in Chromium', () => {
    const ours = globSync('test/**/*.{test,spec}.ts').filter(
      (path) => !path.includes('node_modules/'),
    );
    assert.deepEqual(filesIn('chromium'), ours.sort());
  });

  it('has each file of the elements and each flow without further packages once in every other engine', () => {
    const chromium = SUITES.filter(
      ({ engine, runner, folders }) =>
        engine === 'chromium' && (runner === 'elements' || runner === 'flows') && !folders,
    );
    const expected = chromium.flatMap(({ files }) => files).sort();
    for (const engine of ENGINES.filter((one) => one !== 'chromium'))
      assert.deepEqual(filesIn(engine), expected);
  });

  it('has a smoke flow of each framework', () => {
    // The flows of hydration are written once for all frameworks.
    assert.match(readFileSync('test/frameworks/hydration.ts', 'utf8'), /'@smoke'/);
    const folders = SUITES.filter(({ tag }) => tag === '@smoke').map(({ files }) =>
      files.filter((file) => /'@smoke'|^testHydration\(/m.test(readFileSync(file, 'utf8'))),
    );
    assert.equal(folders.length, 2);
    for (const files of folders)
      assert.deepEqual(files, [
        'test/frameworks/react/client.spec.ts',
        'test/frameworks/svelte/svelte.spec.ts',
        'test/frameworks/vue/vue.spec.ts',
      ]);
  });

  it('says of each suite outside why, and names paths that exist', () => {
    for (const { name, outside } of SUITES.filter((suite) => !isInner(suite))) {
      assert.ok(outside?.reason, name);
      for (const start of outside.concerns) assert.ok(globSync(`${start}*`).length, start);
    }
  });

  it('names each suite once', () => {
    const names = SUITES.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });
});
