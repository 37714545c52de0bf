import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  CONFIRMED_FACTS,
  pagePathOf,
  RECIPES_FOLDER,
  recipePages,
  START_PAGES,
} from '../../build/recipe-pages.ts';
import { composeRecipe, TOOLS } from '../../src/recipes/index.ts';

const read = (file: string) => readFileSync(`${RECIPES_FOLDER}/${file}`, 'utf8');

/** Reads the page of a tool: a recipe, or the page to start with that takes its place. */
const readPageOf = (id: string) => {
  const tool = TOOLS.find((one) => one.id === id);
  assert.ok(tool, id);
  return read(pagePathOf(tool));
};

describe('the pages of the recipes', () => {
  it('are up to date with the data: npm run docs:recipes', async () => {
    const pages = await recipePages();
    assert.deepEqual(readdirSync(RECIPES_FOLDER).sort(), Object.keys(pages).sort());
    for (const [file, text] of Object.entries(pages)) assert.equal(read(file), text, file);
  });

  it('contain each text unchanged, or the index does where it is the same for all tools', () => {
    for (const tool of TOOLS.filter(({ id }) => !(id in START_PAGES))) {
      const page = read(`${tool.id}.md`) + read('index.md');
      for (const { text } of composeRecipe(tool).sections.flatMap(({ pieces }) => pieces))
        assert.ok(page.includes(text), `${tool.name}: ${text}`);
    }
  });

  it('mark unconfirmed facts with their dates', () => {
    for (const { id, unconfirmed } of TOOLS) {
      const lines = readPageOf(id).split('\n');
      for (const { statement, date } of unconfirmed) {
        const line = `- ${statement} (**unconfirmed**, ${date})`;
        assert.ok(lines.includes(line), `${id}: ${statement}`);
      }
    }
  });

  it('name a source and a day for each other fact, on the page of a tool that exists', () => {
    for (const [id, facts] of Object.entries(CONFIRMED_FACTS)) {
      for (const { statement, source, date } of facts) {
        assert.match(date, /^2026-\d\d-\d\d$/, id);
        assert.ok(URL.canParse(source), source);
        assert.match(statement, /\.$/);
        assert.ok(readPageOf(id).includes(`](${source})`), `${id}: ${source}`);
      }
    }
  });

  it('link only to pages that exist', () => {
    for (const file of readdirSync(RECIPES_FOLDER))
      for (const [, target = ''] of read(file).matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g))
        assert.ok(existsSync(join(RECIPES_FOLDER, target)), `${file} links to ${target}`);
  });

  it('have a row for each tool in the index', () => {
    const index = read('index.md');
    for (const tool of TOOLS)
      assert.ok(index.includes(`[${tool.name}](${pagePathOf(tool)})`), tool.name);
  });
});
