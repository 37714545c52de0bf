import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { packPackage } from '../support/pack.ts';
import type { PackedPackage } from '../support/pack.ts';
import { findBrowser } from '../support/find-browser.ts';
import { isProgram, onPath } from '../support/programs.ts';
import { openPacket, READERS } from './readers.ts';
import { walkPage } from './walk.ts';

const FOLDER = 'docs/start';

/** What the reader of a page has to have besides Node. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  operator: ['redis-server', 'nginx', 'openssl'],
};

/** Why a page cannot be followed here, if so. */
function reasonToSkip(name: string): string | false {
  if (!(process.env.PAGES?.split(' ').includes(name) ?? true)) return 'Not asked for.';
  const missing = PROGRAMS[name]?.find((program) => !onPath(program).some(isProgram));
  return missing === undefined ? false : `${missing} is not installed.`;
}

/** What is installed comes over the network, or out of the cache of npm. */
const timeout = 600_000;

describe('The pages to start with', { timeout }, () => {
  let packed: PackedPackage;
  let browser: Browser;
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

  it('are one for each kind of reader, and the chooser leads to all of them', () => {
    const pages = readdirSync(FOLDER).map((file) => basename(file, '.md'));
    assert.deepEqual(pages.sort(), [...Object.keys(READERS), 'index'].sort());
    const chooser = readFileSync(`${FOLDER}/index.md`, 'utf8');
    for (const name of Object.keys(READERS)) assert.ok(chooser.includes(`](${name}.md)`), name);
  });

  it('begin with what to have, and how long that takes', () => {
    for (const name of Object.keys(READERS)) {
      const [, step = ''] = readFileSync(`${FOLDER}/${name}.md`, 'utf8').split(/^## /m);
      assert.match(step, /^0\. .*minutes?\b.*Windows|^0\. .*Windows.*minutes?\b/s, name);
    }
  });

  for (const [name, read] of Object.entries(READERS)) {
    it(
      `${name}: lead from an empty folder to what they promise`,
      {
        skip: reasonToSkip(name),
      },
      async () => {
        const markdown = readFileSync(`${FOLDER}/${name}.md`, 'utf8');
        const walk = await walkPage(markdown, packed.archive);
        // The certificate of the operator is their own.
        const context = await browser.newContext({ ignoreHTTPSErrors: true });
        try {
          const list = await context.newPage();
          await list.goto(walk.here('http://127.0.0.1:4800'));
          // Whoever reads the page has its words alone.
          const isOnPage = (text: string) => {
            assert.ok(markdown.includes(text), `The page does not name: ${text}`);
            return text;
          };
          await read({ walk, list, openPacket: () => openPacket(list), isOnPage });
        } catch (error) {
          console.error(walk.printed());
          throw error;
        } finally {
          await context.close();
          await walk.end();
        }
      },
    );
  }
});
