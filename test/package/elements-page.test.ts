import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import ENGLISH from '../../src/browser/elements/languages/en.ts';
import { LANGUAGES } from './built.ts';

const page = readFileSync('docs/elements.md', 'utf8');

describe('The page about the elements', () => {
  it('has every key of the words, with the English', () => {
    const sentences = Object.entries(ENGLISH).flatMap(([key, message]) =>
      typeof message === 'string'
        ? [[key, message]]
        : Object.entries(message).map(([outcome, text]) => [`${key}.${outcome}`, text]),
    );
    assert.ok(sentences.length >= 26);
    for (const [key = '', text = ''] of sentences) {
      const rows = page.split('\n').filter((line) => line.startsWith(`| \`${key}\` `));
      assert.ok(
        rows.some((row) => row.includes(` ${text} `)),
        key,
      );
    }
  });

  it('has the tag of every language', () => {
    const prose = page.replace(/```[^]*?```/g, '');
    const tags = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, names = '']) => names.split(' '));
    for (const tag of LANGUAGES) assert.ok(tags.includes(tag), tag);
    assert.ok(page.includes(`speak ${LANGUAGES.length + 1} languages`));
  });
});
