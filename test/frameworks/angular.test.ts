import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
// Links the components, which are compiled in part.
import '@angular/compiler';

/** What an element is in the manifest. */
interface Declaration {
  tagName?: string;
  attributes?: { name: string }[];
  events?: { name: string }[];
}

/** What Angular keeps of a component. */
interface Component {
  ɵcmp: { selectors: string[][]; inputs: object; outputs: object };
}

/** The entry as Angular's own compiler has made it, which is not there yet when the tests' types are checked. */
const BUILT_ENTRY = new URL('../../dist/frameworks/angular/index.js', import.meta.url).href;

const inCamelCase = (name: string) =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('The components for Angular', () => {
  const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as {
    modules: { declarations?: Declaration[] }[];
  };
  const elements = manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ tagName }) => tagName !== undefined);
  it('have an input for each attribute and an output for each event of the elements', async () => {
    const { EndlinkFinish, VaultConnect, VaultPush } = (await import(BUILT_ENTRY)) as Record<
      string,
      Component
    >;
    const described = elements.map(({ tagName, attributes = [], events = [] }) => ({
      tagName,
      inputs: attributes.map(({ name }) => inCamelCase(name)).sort(),
      outputs: events.map(({ name }) => inCamelCase(name)).sort(),
    }));
    const built = [EndlinkFinish, VaultConnect, VaultPush].map((component) => ({
      tagName: component?.ɵcmp.selectors[0]?.[0],
      inputs: Object.keys(component?.ɵcmp.inputs ?? {}).sort(),
      outputs: Object.keys(component?.ɵcmp.outputs ?? {}).sort(),
    }));
    assert.deepEqual(built, described);
  });
});

describe('A template of Angular', () => {
  /** What the compiler says, a mistake a line. */
  let mistakes: string[];

  before(() => {
    const compiler = 'node_modules/@angular/compiler-cli/bundles/src/bin/ngc.js';
    const project = 'test/frameworks/types/angular/tsconfig.json';
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project], {
      encoding: 'utf8',
    });
    const printed = stripVTControlCharacters(`${stdout}${stderr}`);
    mistakes = printed.split('\n').filter((line) => line.includes('error '));
  });

  it('compiles with every right use of inputs, outputs and methods', () => {
    assert.deepEqual(
      mistakes.filter((mistake) => !mistake.includes('wrong.ts')),
      [],
    );
  });

  it('does not compile with a wrong value, a wrong name or a wrong type of event', () => {
    const text = readFileSync('test/frameworks/types/angular/wrong.ts', 'utf8');
    const wrong = text.split('\n').flatMap((line, index) => (/^ {4}</.test(line) ? index + 1 : []));
    assert.equal(wrong.length, 9);
    const found = mistakes.map((mistake) => Number(/wrong\.ts\D+(\d+)/.exec(mistake)?.[1]));
    assert.deepEqual(
      [...new Set(found)].sort((one, other) => one - other),
      wrong,
    );
  });
});
