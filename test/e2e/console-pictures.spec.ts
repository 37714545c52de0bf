import { readFileSync, statSync } from 'node:fs';
import { takeConsolePictures } from '../support/console/pictures.ts';
import { expect, test } from './support/in-engine.ts';

test(
  'each page of the console has a picture in light, in dark and on a phone, and the docs show them all',
  { tag: '@chromium' },
  async ({ browser }, info) => {
    const folder = info.outputPath('console');
    const names = await takeConsolePictures(browser, folder);
    const text = readFileSync('docs/console.md', 'utf8');
    const pages = ['seller', 'buyer', 'log', 'lab', 'check'];
    expect(names).toEqual(
      pages.flatMap((page) => ['light', 'dark', 'phone'].map((look) => `${page}-${look}.webp`)),
    );
    for (const name of names) {
      // An empty page of this size has a tenth of that.
      expect(statSync(`${folder}/${name}`).size, name).toBeGreaterThan(10_000);
      expect(statSync(`docs/images/console/${name}`).size, name).toBeGreaterThan(10_000);
      expect(text).toContain(`](images/console/${name})`);
    }
  },
);
