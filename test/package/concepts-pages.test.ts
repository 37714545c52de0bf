import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ASSUMPTIONS } from '../../src/protocol/index.ts';
import { markdownFiles } from './markdown-files.ts';

const CONCEPTS = 'docs/concepts';

const read = (name: string) => readFileSync(`${CONCEPTS}/${name}.md`, 'utf8');

/** The anchor of a heading, as GitHub and the site make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

describe('The page about the assumptions', () => {
  // Sections are links there.
  const page = read('assumptions').replace(/\[(§[\d.]+)\]\([^)]*\)/g, '$1');

  for (const [name, { section, value, why }] of Object.entries(ASSUMPTIONS)) {
    it(`lists the assumption ${name} as the code has it`, () => {
      assert.ok(page.includes(`**${name}** (${section}): ${value} _${why}_`));
    });
  }
});

describe('The page about the interface', () => {
  /** The sections by their numbers, with their anchors. */
  const sections = new Map(
    [...read('interface').matchAll(/^##+ ((\d(?:\.\d)?)\.? .*)$/gm)].map(
      ([, heading = '', number = '']) => [number, anchorOf(heading)],
    ),
  );

  it('has the nine chapters', () => {
    const chapters = [...sections.keys()].filter((number) => !number.includes('.'));
    assert.deepEqual(chapters, ['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('has the section that each link to a § names', () => {
    const links = markdownFiles().flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\[§([\d.]+)\]\([^)#]*interface\.md#([^)]+)\)/g)].map(
        ([, number = '', anchor]) => ({ path, number, anchor }),
      ),
    );
    assert.ok(links.length >= 40);
    for (const { path, number, anchor } of links) {
      // §5.6 is the sixth rule of section 5, which has no heading of its own.
      const expected = sections.get(number) ?? sections.get(number.split('.')[0] ?? '');
      assert.equal(anchor, expected, `${path}: §${number}`);
    }
  });
});

describe('The page about how it is built', () => {
  it('names only files that are there', () => {
    const page = read('design');
    const named = [...page.matchAll(/`((?:[\w-]+\/)*[\w-]+\.ts)`/g)].map(([, path = '']) => path);
    assert.ok(named.length >= 20);
    const folders = ['', 'endlink/', 'elements/'].map((folder) => `src/browser/${folder}`);
    for (const path of named) {
      const isThere = ['', ...folders, 'src/bff/', 'src/protocol/', 'src/', 'src/frameworks/'].some(
        (folder) => existsSync(folder + path),
      );
      assert.ok(isThere, path);
    }
  });
});
