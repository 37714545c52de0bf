import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CONFIRMED_FACTS, RECIPES_FOLDER, recipePages } from '../../build/recipe-pages.ts';
import { composeRecipe, TOOLS } from '../../src/recipes/index.ts';

const read = (file: string) => readFileSync(`${RECIPES_FOLDER}/${file}`, 'utf8');

describe('the pages of the recipes', () => {
  it('are up to date with the data: npm run docs:recipes', async () => {
    const pages = await recipePages();
    assert.deepEqual(readdirSync(RECIPES_FOLDER).sort(), Object.keys(pages).sort());
    for (const [file, text] of Object.entries(pages)) assert.equal(read(file), text, file);
  });

  it('contain each text unchanged', () => {
    for (const tool of TOOLS) {
      const page = read(`${tool.id}.md`);
      for (const { text } of composeRecipe(tool).sections.flatMap(({ pieces }) => pieces))
        assert.ok(page.includes(text), `${tool.name}: ${text}`);
    }
  });

  it('mark unconfirmed facts with their dates', () => {
    for (const { id, unconfirmed } of TOOLS) {
      const rows = read(`${id}.md`)
        .split('\n')
        .filter((line) => line.startsWith('| '));
      for (const { statement, date } of unconfirmed) {
        const row = rows.find((line) => line.includes(statement));
        assert.match(
          row ?? '',
          new RegExp(`\\*\\*unconfirmed\\*\\* +\\| ${date}`),
          `${id}: ${statement}`,
        );
      }
    }
  });

  it('name a source and a day for each other fact, on the page of a tool that exists', () => {
    for (const [id, facts] of Object.entries(CONFIRMED_FACTS)) {
      assert.ok(
        TOOLS.some((tool) => tool.id === id),
        id,
      );
      for (const { statement, source, date } of facts) {
        assert.match(date, /^2026-\d\d-\d\d$/, id);
        assert.ok(URL.canParse(source), source);
        assert.match(statement, /\.$/);
        assert.ok(read(`${id}.md`).includes(`](${source})`), `${id}: ${source}`);
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
    for (const { id, name } of TOOLS) assert.ok(index.includes(`[${name}](${id}.md)`), name);
  });
});
