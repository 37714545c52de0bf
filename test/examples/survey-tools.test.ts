import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as playwright from '@playwright/test';
import type { Browser } from '@playwright/test';
import { ENGINE, playwrightBrowser } from '../support/engines.ts';
import { TOOLS_FOLDER } from './examples.ts';
import { packPackage } from '../support/pack.ts';
import type { PackedPackage } from '../support/pack.ts';
import { installExample } from './installed-example.ts';
import type { InstalledExample, RunningExample } from './installed-example.ts';
import { MODE, startToolStage } from './survey-tools/stage.ts';
import type { ToolStage } from './survey-tools/stage.ts';
import { chosenTools, unmatchedTools } from './survey-tools/tools.ts';
import { printFailure, timed } from './timed.ts';
import { doWalk } from './visit.ts';

/** For all of them: what is downloaded takes minutes on a slow machine. */
const timeout = 900_000;

const WALK_TIMEOUT_MS = 120_000;

/** For one action in a page: nothing is compiled first. */
const ACTION_TIMEOUT_MS = 10_000;

// The tests bring the sandbox themselves: what `npx vaultlink sandbox` needs beside it is not installed.
process.env.NPM_CONFIG_OMIT = 'dev';

const tools = chosenTools(process.env.SURVEY_TOOLS);

describe('The examples of survey tools', { timeout }, () => {
  let browser: Browser;
  let packed: PackedPackage;
  before(
    async () => {
      packed = packPackage();
      const { browserName, launchOptions } = playwrightBrowser(ENGINE);
      browser = await playwright[browserName].launch(launchOptions);
    },
    { timeout },
  );
  after(async () => {
    await browser.close();
    packed.remove();
  });

  const installations = new Map<string, Promise<InstalledExample>>();
  /** Installs the packages of an example, unless that has begun before. */
  const install = (name: string) => {
    const begun =
      installations.get(name) ??
      timed(`${name}: installed`, () => installExample(`${TOOLS_FOLDER}/${name}`, packed.archive));
    installations.set(name, begun);
    // The test that needs this result awaits it.
    begun.catch(() => undefined);
    return begun;
  };

  it('are all tried', () => {
    assert.deepEqual(unmatchedTools(), []);
  });

  for (const [index, { name, walks }] of tools.entries()) {
    describe(name, { timeout }, () => {
      let stage: ToolStage;
      let running: RunningExample;
      before(
        async () => {
          stage = await startToolStage(name, await install(name));
          running = await stage.start();
          // Downloads while this one is tried in the browser.
          const next = tools[index + 1];
          if (next) void install(next.name);
        },
        { timeout },
      );
      after(async () => {
        await running.stop();
        await stage.close();
      });

      for (const walk of walks)
        it(walk.title, { timeout: WALK_TIMEOUT_MS }, () =>
          printFailure(() =>
            doWalk(
              browser,
              { stage, mode: MODE, printed: () => running.printed(), timeoutMs: ACTION_TIMEOUT_MS },
              walk,
            ),
          ),
        );
    });
  }
});
