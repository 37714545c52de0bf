import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { compile } from '../package/built.ts';
import { installForTypes, mendOneUse, reportedErrors } from './type-tests.ts';
import type { Consumer, TypeTest } from './type-tests.ts';

const TSC = 'typescript/bin/tsc';

const withTsc = (folder: string, ...parameters: string[]) => ({
  folder,
  command: [TSC, '--project', folder, ...parameters],
  hasDirectives: true,
});

/** Where the types have to hold. */
const TYPE_TESTS: Record<string, TypeTest> = {
  'the DOM with a bundler': { ...withTsc('dom'), wrong: 'wrong.ts' },
  'the DOM with nodenext': {
    ...withTsc('dom', '--module', 'nodenext', '--moduleResolution', 'nodenext'),
    wrong: 'wrong.ts',
  },
  React: { ...withTsc('react'), wrong: 'wrong.tsx' },
  Preact: { ...withTsc('preact'), wrong: 'wrong.tsx' },
  'Solid 1': { ...withTsc('solid'), wrong: 'wrong.tsx' },
  'Solid 2': { ...withTsc('solid-2'), wrong: 'wrong.tsx' },
  Vue: {
    folder: 'vue',
    command: ['vue-tsc/bin/vue-tsc.js', '--project', 'vue'],
    wrong: 'Wrong.vue',
    hasDirectives: true,
  },
  Svelte: {
    folder: 'svelte',
    command: [
      'svelte-check/bin/svelte-check',
      ...['--workspace', 'svelte', '--tsconfig', 'tsconfig.json', '--output', 'machine-verbose'],
    ],
    wrong: 'Wrong.svelte',
    hasDirectives: false,
  },
};

let consumer: Consumer;

before(async () => {
  compile();
  consumer = await installForTypes();
});

after(() => consumer.remove());

describe('The types of the installed package', { concurrency: 2 }, () => {
  for (const [name, typeTest] of Object.entries(TYPE_TESTS)) {
    it(`accept every right use in ${name}, and refuse every wrong one, but not one that was mended`, async () => {
      const expected = mendOneUse(consumer, typeTest);
      assert.notEqual(expected.length, 0);
      assert.deepEqual((await reportedErrors(consumer, typeTest)).sort(), expected.sort());
    });
  }
});
