import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import type { Ending } from './planted-failures/reporter.ts';

const CONFIG = 'test/support/planted-failures/playwright.config.ts';

/** Runs the flows that fail on purpose. */
async function runPlantedFailures(engine: string): Promise<Ending[]> {
  const env = { ...process.env, ENGINE: engine };
  const output = await new Promise<string>((resolve) => {
    execFile(
      'npx',
      ['playwright', 'test', '--config', CONFIG],
      { env },
      (_error, stdout, stderr) => {
        resolve(stdout + stderr);
      },
    );
  });
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Ending);
}

describe('a final failure', () => {
  // The stand-in for WebKit extends Playwright's `test`.
  for (const engine of ['chromium', 'webkit'])
    it(`is recognized by a reporter of Playwright in ${engine}, and no other failure is`, async () => {
      const endings = await runPlantedFailures(engine);
      assert.equal(endings.length, 3);
      for (const { title, isFinal } of endings)
        assert.equal(isFinal, title.startsWith('final:'), title);
    });
});
