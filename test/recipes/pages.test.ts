import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { RECIPES_FOLDER, recipePages } from '../../build/recipe-pages.ts';
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
    for (const { id, facts } of TOOLS) {
      const rows = read(`${id}.md`)
        .split('\n')
        .filter((line) => line.startsWith('| '));
      for (const { statement, date } of facts.filter(
        ({ evidence }) => evidence === 'unconfirmed',
      )) {
        const row = rows.find((line) => line.includes(statement));
        assert.match(
          row ?? '',
          new RegExp(`\\*\\*unconfirmed\\*\\* +\\| ${date}`),
          `${id}: ${statement}`,
        );
      }
    }
  });

  it('link only to pages that exist', () => {
    const files = readdirSync(RECIPES_FOLDER);
    for (const file of files)
      for (const [, target = ''] of read(file).matchAll(/\]\(([^):]+)\)/g))
        assert.ok(files.includes(target), `${file} links to ${target}`);
  });

  it('have a row for each tool in the index', () => {
    const index = read('index.md');
    for (const { id, name } of TOOLS) assert.ok(index.includes(`[${name}](${id}.md)`), name);
  });
});
