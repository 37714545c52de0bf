import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { findBrowser } from '../support/find-browser.ts';
import { chosenRows, FOLDER, unmatchedNames } from './frameworks/rows.ts';
import { startStage } from './frameworks/stage.ts';
import type { Stage } from './frameworks/stage.ts';
import { WALKS } from './frameworks/walks.ts';
import { packPackage } from '../support/pack.ts';
import type { PackedPackage } from '../support/pack.ts';
import { installExample } from './installed-example.ts';
import type { InstalledExample, RunningExample } from './installed-example.ts';
import { printFailure, timed } from './timed.ts';
import { doWalk } from './visit.ts';

/** For all of them: what is downloaded and built takes minutes on a slow machine. */
const timeout = 3_600_000;

/** For one walk: a development server compiles each page when it is asked for. */
const WALK_TIMEOUT_MS = 180_000;

const rows = chosenRows(process.env.EXAMPLES);

describe('The examples of frameworks', { timeout }, () => {
  let browser: Browser;
  let packed: PackedPackage;
  before(
    async () => {
      packed = packPackage();
      browser = await chromium.launch({ executablePath: findBrowser().executablePath });
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
      timed(`${name}: installed`, () => installExample(`${FOLDER}/${name}`, packed.archive));
    installations.set(name, begun);
    // The test that needs this result awaits it.
    begun.catch(() => undefined);
    return begun;
  };

  it('have a row each', () => {
    assert.deepEqual(unmatchedNames(), []);
  });

  it('are named where one is asked for that does not exist', () => {
    assert.throws(
      () => chosenRows('react remix'),
      /There is no example "remix"\. There are: html, /,
    );
  });

  for (const [index, row] of rows.entries()) {
    const { name } = row;

    describe(name, { timeout }, () => {
      let stage: Stage;
      before(
        async () => {
          const example = await install(name);
          stage = await startStage(row, example);
          if (example.scripts.build) await timed(`${name}: built`, () => stage.build());
          // Downloads while this one is tried in the browser.
          const next = rows[index + 1];
          if (next) void install(next.name);
        },
        { timeout },
      );
      after(() => stage.close());

      for (const mode of row.modes) {
        describe(mode.title, { timeout }, () => {
          let running: RunningExample;
          before(
            async () => {
              const start = () => stage.start(mode);
              running = await timed(`${name}: started (npm run ${mode.script})`, start);
            },
            { timeout },
          );
          after(() => running.stop());

          for (const walk of WALKS)
            it(walk.title, { timeout: WALK_TIMEOUT_MS }, () =>
              printFailure(() =>
                doWalk(browser, { stage, mode, printed: () => running.printed() }, walk),
              ),
            );
        });
      }
    });
  }
});
