import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

/** The sentence that has to come before the first text to paste. */
const NOTE = '`https://service.example` stands for the address of the service';

const pages = ['README.md', ...globSync('docs/**/*.md', { exclude: ['**/node_modules/**'] })];

/** Returns the prose before the first block of code that has the example address; `undefined` if none has it. */
function proseBeforeExample(markdown: string): string | undefined {
  let prose = '';
  for (const part of markdown.split(/^(```[^]*?^```)$/m)) {
    if (!part.startsWith('```')) prose += part;
    else if (part.includes('service.example')) return prose;
  }
  return undefined;
}

describe('A page of the documentation', () => {
  it('says that service.example is an example before the first text to paste that has it', () => {
    const prose = pages.map((page) => [page, proseBeforeExample(readFileSync(page, 'utf8'))]);
    const withExample = prose.filter(([, before]) => before !== undefined);
    assert.ok(withExample.length > 20);
    assert.deepEqual(
      withExample.filter(([, before = '']) => !before.includes(NOTE)).map(([page]) => page),
      [],
    );
  });
});

describe('The pages of the sandbox', () => {
  it('have its own address in texts to paste, and no example', () => {
    for (const file of globSync('src/sandbox/console/**/*.ts'))
      assert.doesNotMatch(readFileSync(file, 'utf8'), /service\.example/, file);
  });
});
