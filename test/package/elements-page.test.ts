import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LANGUAGES } from './built.ts';

const page = readFileSync('docs/elements.md', 'utf8');

describe('The page about the elements', () => {
  it('has the tag of every language', () => {
    const prose = page.replace(/```[^]*?```/g, '');
    const tags = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, names = '']) => names.split(' '));
    for (const tag of LANGUAGES) assert.ok(tags.includes(tag), tag);
    assert.ok(page.includes(`speak ${LANGUAGES.length + 1} languages`));
  });
});
