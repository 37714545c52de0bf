import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { DOCUMENTS } from '../../build/documents.ts';
import { compile } from './built.ts';

const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | Record<string, string>>;
  sideEffects: string[];
};

/** Each entry with a name that it must offer. */
const ENTRIES = {
  endlink: 'captureEndlink',
  elements: 'EndlinkFinish',
  vault: 'pushAnswers',
  react: 'EndlinkFinish',
  protocol: 'outcomeUrl',
  sandbox: 'createSandbox',
  node: 'listen',
};

/** What the libraries behind the entries leave behind: Lit its versions and its stand-in for the registry of elements, zod its settings. */
const LIBRARIES = /^(customElements|lit\w+|reactiveElementVersions|__zod_\w+)$/;

/** Imports an entry in a process of its own, and tells what that left behind. Should anything listen or wait, the process would not end. */
const importing = (entry: string) => `
  const names = () => Object.getOwnPropertyNames(globalThis);
  const before = new Set(names());
  const entry = await import('vaultlink/${entry}');
  const added = names().filter((name) => !before.has(name));
  process.on('exit', () => console.log(JSON.stringify({ offers: Object.keys(entry), added })));
`;

function run(code: string, conditions: string[]): string {
  const parameters = [...conditions, '--input-type=module', '--eval', code];
  const { status, stderr, stdout } = spawnSync(process.execPath, parameters, {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return stdout;
}

before(compile);

describe('on a server', () => {
  for (const [what, conditions] of [
    ['as it is written', ['--conditions=vaultlink-source']],
    ['as it is published', []],
  ] as const) {
    for (const [entry, name] of Object.entries(ENTRIES)) {
      it(`importing vaultlink/${entry} does nothing and throws nothing, ${what}`, () => {
        const { offers, added } = JSON.parse(run(importing(entry), [...conditions])) as {
          offers: string[];
          added: string[];
        };
        assert(offers.includes(name), offers.join());
        assert.deepEqual(
          added.filter((one) => !LIBRARIES.test(one)),
          [],
        );
      });
    }

    it(`the endlink is missing there, and that is no error, ${what}`, () => {
      const code = `
        import { captureEndlink, carry, endlinkState, reportOutcome } from 'vaultlink/endlink';
        const states = [captureEndlink({ baseUrl: 'https://a' }), endlinkState(), await reportOutcome('fail')];
        console.log(...states.map(({ state }) => state), carry('/next'));`;
      assert.equal(run(code, [...conditions]), 'missing missing missing /next\n');
    });
  }
});

describe('the package', () => {
  it('exports files that there are', () => {
    const entries = Object.entries(packageJson.exports);
    assert.notEqual(entries.length, 0);
    for (const [entry, target] of entries) {
      for (const path of typeof target === 'string' ? [target] : Object.values(target)) {
        // A pattern stands for the elements or the languages.
        const name = entry.startsWith('./elements/') ? 'vault-push' : 'de';
        assert(existsSync(path.replace('*', name)), `${entry} is ${path}`);
      }
    }
  });

  it('exports the sources of every entry that is compiled, under types that were made of them', () => {
    for (const target of Object.values(packageJson.exports)) {
      if (typeof target === 'string') continue;
      const { 'vaultlink-source': source, types, default: module } = target;
      assert.equal(module, source?.replace('./src/', './dist/').replace(/\.ts$/, '.js'));
      assert.equal(types, module?.replace(/\.js$/, '.d.ts'));
    }
  });

  it('exports each document as it is generated', () => {
    for (const [copy, source] of Object.entries(DOCUMENTS)) {
      assert.equal(packageJson.exports[`./${copy}`], `./dist/${copy}`);
      assert.equal(readFileSync(`dist/${copy}`, 'utf8'), readFileSync(source, 'utf8'));
    }
  });

  it('says which of its files work by being loaded, and each of these is there', () => {
    const listed = packageJson.sideEffects.flatMap((path) => {
      const [, start, names, end] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
      return names ? names.split(',').map((name) => `${start}${name}${end}`) : [path];
    });
    for (const path of listed.filter((one) => !one.includes('*'))) {
      assert(existsSync(path), path);
    }
    for (const module of ['loader', 'all', 'elements/define', 'elements/define/*']) {
      assert(listed.includes(`./dist/browser/${module}.js`), module);
      assert(listed.includes(`./src/browser/${module}.ts`), module);
    }
  });
});
