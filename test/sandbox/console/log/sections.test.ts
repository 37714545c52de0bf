import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  DEFAULT_REPLIES,
  replyList,
} from '../../../../src/sandbox/service/behaviour/reply-table.ts';
import {
  DEFAULT_BEHAVIOUR,
  switchList,
} from '../../../../src/sandbox/service/behaviour/switch-table.ts';
import {
  SECTIONS,
  sectionName,
  sectionText,
} from '../../../../src/sandbox/console/log/sections.ts';

/** The parts of the interface: number, title without what is in brackets, and text. */
const PARTS = new Map(
  readFileSync('docs/concepts/interface.md', 'utf8')
    .split(/^#{2,3} (?=\d)/m)
    .slice(1)
    .map((part): [string, { title: string; text: string }] => {
      const [, number = '', title = ''] = /^([\d.]*\d)\.? (.*?)(?: \(.*\))?$/m.exec(part) ?? [];
      return [number, { title, text: part }];
    }),
);

/** The numbered rules of a part that is not divided further: `5.1` is rule 1 of section 5. */
function partOf(section: string): { title: string; text: string } | undefined {
  const [chapter = '', rule = ''] = section.split('.');
  const found = PARTS.get(section);
  if (found || rule === '') return found;
  const whole = PARTS.get(chapter);
  // The heading has a number and a dot, too.
  const rules = whole?.text.replace(/^.*\n/, '') ?? '';
  const [, text] = new RegExp(`^${rule}\\. (.*)$`, 'm').exec(rules) ?? [];
  return whole && text !== undefined ? { title: whole.title, text } : undefined;
}

/** Returns the words that the interface must have unchanged: names, addresses, headers and numbers. */
const exact = (text: string): string[] =>
  text.match(
    /(?:\{\w+\}|[\w/.])*(?:[_/]|\{\w+\})(?:\{\w+\}|[\w/.])*\w|\b\d+\b|\b[A-Z]{3,}\b|\.html/g,
  ) ?? [];

/** Returns whether a text has a name as a whole: `/oauth/token` is not in `/oauth/tokens`. */
const isIn = (text: string, name: string): boolean =>
  new RegExp(`${name.replaceAll(/[.{}]/g, '\\$&')}(?!\\w)`).test(text);

describe('the text of a section in the log', () => {
  for (const [section, { title, text } = { title: '', text: '' }] of Object.entries(SECTIONS)) {
    it(`has the title and the names of §${section}`, () => {
      const part = partOf(section);
      assert.ok(part, `the interface has no §${section}`);
      assert.equal(title, part.title);
      const inInterface = part.text.replaceAll('\\', '');
      const missing = exact(text).filter((name) => !isIn(inInterface, name));
      const stems = text.toLowerCase().match(/\b[a-z]{5}/g) ?? [];
      assert.ok(stems.filter((stem) => inInterface.toLowerCase().includes(stem)).length > 0);
      assert.deepEqual(missing, []);
      assert.equal(sectionText(section), `${title}: ${text}`);
    });
  }

  it('is there for each section of the interface that has something to say', () => {
    const untold = [...PARTS.keys()].filter(
      (section) => SECTIONS[section] === undefined && !PARTS.has(`${section}.1`),
    );
    // There are no events. Section 5 is told rule by rule.
    assert.deepEqual(untold, ['5', '6']);
  });

  it('is there for each section that a reason, a switch or a reply names', () => {
    const sources = readdirSync('src/sandbox', { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(service|control).*\.ts$/.test(name))
      .map((name) => readFileSync(`src/sandbox/${name}`, 'utf8'))
      .join('\n');
    const called = [
      ...sources.matchAll(/(?:explain\(\s*\S+,|refuse\(|section(?::| =| \?\?=))\s*'([^']+)'/g),
    ];
    const named = new Set([
      ...called.map(([, section]) => section ?? ''),
      ...[...switchList(DEFAULT_BEHAVIOUR), ...replyList(DEFAULT_REPLIES)].flatMap(({ section }) =>
        /^\d/.test(section) ? section.replace(/ rule \d+/, '').split(' ') : [],
      ),
    ]);
    assert.ok(named.size > 12, `${named.size} sections`);
    const untold = [...named].filter((section) => sectionText(section) === undefined);
    assert.deepEqual(untold, []);
  });

  it('is there for a rule of a section, and not for an RFC', () => {
    assert.equal(sectionText('4.4 rule 1'), sectionText('4.4'));
    assert.equal(sectionText('RFC 6749 section 5.2'), undefined);
    assert.deepEqual([sectionName('4.4'), sectionName('RFC 9207')], ['§4.4', 'RFC 9207']);
  });
});
