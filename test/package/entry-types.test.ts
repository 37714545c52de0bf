import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compile } from './built.ts';
import { installPackage } from './packed.ts';
import type { InstalledPackage } from './packed.ts';

/** Uses of the events of the endlink: their types, and what their detail tells. */
const ENDLINK_EVENTS = `
  document.addEventListener('endlink-confirmed', (event) => {
    const state: string = event.detail.state;
    const at: number | undefined = event.detail.capturedAtMs;
    // @ts-expect-error the detail of the event has a type
    event.detail.nothing;
    if (event.detail.state === 'waiting') {
      const outcome: undefined = event.detail.outcome;
      return [outcome];
    }
    if (event.detail.state === 'confirmed') {
      const outcome: 'complete' | 'fail' | 'quota_full' | 'screenout' = event.detail.outcome;
      return [outcome];
    }
    return [state, at];
  });
  document.body.addEventListener('endlink-reporting', (event) => event.detail.state);`;

/** Uses of the events of the vault. */
const VAULT_EVENTS = `
  document.addEventListener('vault-pushed', (event) => {
    // @ts-expect-error the detail of the event has a type
    event.detail.nothing;
  });
  document.addEventListener('vault-push-failed', (event) => {
    const code: string = event.detail.error;
    return code;
  });`;

/** What each entry defines, imported as a page does. */
const ENTRIES: Record<string, string> = {
  elements: ENDLINK_EVENTS + VAULT_EVENTS,
  'elements/endlink-finish': ENDLINK_EVENTS,
  'elements/vault-connect': VAULT_EVENTS,
  'elements/vault-push': VAULT_EVENTS,
  endlink: ENDLINK_EVENTS,
  vault: VAULT_EVENTS,
  testing: ENDLINK_EVENTS,
};

const RESOLUTIONS = {
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  node16: { module: 'node16', moduleResolution: 'node16' },
};

before(compile);

describe('An entry that is imported alone', () => {
  let installed: InstalledPackage;
  before(() => void (installed = installPackage()));
  after(() => installed.remove());

  for (const [resolution, options] of Object.entries(RESOLUTIONS)) {
    for (const [entry, uses] of Object.entries(ENTRIES)) {
      it(`brings the types of its events: vaultlink/${entry} with ${resolution}`, () => {
        const name = `${entry.replace('/', '-')}-${resolution}`;
        const folder = join(installed.project, name);
        mkdirSync(folder);
        writeFileSync(join(folder, 'page.mts'), `import 'vaultlink/${entry}';${uses}`);
        const compilerOptions = {
          ...options,
          target: 'es2022',
          lib: ['es2022', 'dom', 'dom.iterable'],
          types: [],
          strict: true,
          noEmit: true,
          skipLibCheck: false,
        };
        const config = { compilerOptions, files: ['page.mts'] };
        writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
        const tsc = resolve('node_modules/typescript/bin/tsc');
        const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
        assert.equal(stdout, '');
      });
    }
  }
});
