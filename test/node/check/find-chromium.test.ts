import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findChromium } from '../../../src/node/check/find-chromium.ts';
import { UsageError } from '../../../src/node/usage-error.ts';

describe('The search for an installed Chromium', () => {
  let folder: string;
  const at = (...names: string[]) => join(folder, ...names);
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vaultlink-browsers-'));
    for (const name of ['one', 'two', 'broken']) mkdirSync(at(name));
    writeFileSync(at('one', 'google-chrome'), '', { mode: 0o755 });
    writeFileSync(at('two', 'chromium'), '', { mode: 0o755 });
    // Neither is a program.
    mkdirSync(at('one', 'chromium'));
    writeFileSync(at('broken', 'chromium'), '', { mode: 0o644 });
  });
  after(() => rmSync(folder, { recursive: true }));

  const PATH = () => [at('broken'), at('one'), '', at('two')].join(delimiter);

  it('prefers Chromium wherever it is in PATH, and passes over what is no program', () => {
    assert.equal(findChromium(undefined, { PATH: PATH() }), at('two', 'chromium'));
    const one = [at('broken'), at('one')].join(delimiter);
    assert.equal(findChromium(undefined, { PATH: one }), at('one', 'google-chrome'));
  });

  for (const name of [
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    ...['chrome.exe', 'microsoft-edge', 'msedge.exe'],
  ]) {
    it(`knows a program called ${name}`, () => {
      mkdirSync(at(`only-${name}`));
      const program = at(`only-${name}`, name);
      writeFileSync(program, '', { mode: 0o755 });
      assert.equal(findChromium(undefined, { PATH: at(`only-${name}`) }), program);
    });
  }

  it('takes the program that the call names, then that of CHROME_PATH', () => {
    const [chrome, chromium] = [at('one', 'google-chrome'), at('two', 'chromium')];
    assert.equal(findChromium(undefined, { PATH: PATH(), CHROME_PATH: chrome }), chrome);
    assert.equal(findChromium(chromium, { PATH: PATH(), CHROME_PATH: chrome }), chromium);
  });

  it('says who named a program that is not there, and looks no further', () => {
    const none = at('none');
    const environment = { PATH: PATH(), CHROME_PATH: none };
    const sentence = `there is no program at ${none}.`;
    assert.throws(
      () => findChromium(undefined, environment),
      new UsageError(`CHROME_PATH: ${sentence}`),
    );
    assert.throws(() => findChromium(none, environment), new UsageError(`--browser: ${sentence}`));
  });

  // Elsewhere a browser may be installed outside of PATH.
  const skip = process.platform !== 'linux';
  it('says what to install where there is none', { skip }, () => {
    for (const environment of [{}, { PATH: at('broken') }])
      assert.throws(
        () => findChromium(undefined, environment),
        (error) => error instanceof UsageError && error.message.startsWith('No Chromium, '),
      );
  });
});
