import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BACKEND_OPTIONS_MODULE } from '../../build/reference/backend-options-page.ts';
import { entries } from '../../build/reference/entry-pages.ts';
import { anchorOf } from '../../build/reference/markdown.ts';
import { readReferenceSources, REFERENCE, referencePages } from '../../build/reference/pages.ts';
import { SCRIPT_TAG_PAGE, scriptTagPage } from '../../build/reference/pages.ts';
import { SETTINGS_MODULE } from '../../build/reference/settings-page.ts';
import * as bounds from '../../src/bff/config/bounds.ts';
import type { Bounds } from '../../src/bff/config/bounds.ts';

const sources = readReferenceSources();
const pages = await referencePages(sources);

/** The anchors of a page: those of its headings, and those that it sets. */
function anchorsOf(markdown: string): string[] {
  const text = markdown.replace(/```[^]*?```/g, '');
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

describe('The reference', () => {
  it('is what "npm run docs:reference" writes', () => {
    assert.deepEqual(readdirSync(REFERENCE).sort(), Object.keys(pages).sort());
    for (const [name, text] of Object.entries(pages))
      assert.equal(readFileSync(join(REFERENCE, name), 'utf8'), text, name);
    assert.equal(readFileSync(SCRIPT_TAG_PAGE, 'utf8'), scriptTagPage(sources));
  });

  for (const [name, text] of Object.entries(pages)) {
    it(`has no anchor twice, and no link that leads nowhere, in ${name}`, () => {
      const anchors = anchorsOf(text);
      assert.deepEqual(
        anchors.filter((one, index) => anchors.indexOf(one) !== index),
        [],
      );
      for (const [, path = '', anchor] of text.matchAll(/\]\(([^):#]*)(?:#([^)]*))?\)/g)) {
        const target = path ? join(REFERENCE, path) : join(REFERENCE, name);
        assert.ok(existsSync(target), target);
        const targetAnchors = anchorsOf(readFileSync(target, 'utf8'));
        if (anchor) assert.ok(targetAnchors.includes(anchor), `${target}#${anchor}`);
      }
    });
  }

  for (const { specifier, path } of entries()) {
    it(`has a description of all that ${specifier} exports, and of each option`, () => {
      const { summary, exports } = sources.moduleAt(path);
      assert.ok(summary, `${path} has no docstring with @module.`);
      const missing = exports.flatMap(({ name, docs, members }) => [
        ...(docs.text ? [] : [name]),
        ...(/(Options|Settings)$/.test(name) ? members : [])
          .filter((one) => !one.docs.text)
          .map((one) => `${name}.${one.name}`),
      ]);
      assert.deepEqual(missing, []);
    });
  }

  it('has a description of each setting of the tag and each option of the backend', () => {
    for (const path of [SETTINGS_MODULE, BACKEND_OPTIONS_MODULE]) {
      const { exports } = sources.moduleAt(path);
      const interfaces = exports.filter(({ name }) => /(Options|Attributes|Key)$/.test(name));
      assert.ok(interfaces.length >= 3);
      for (const { name, members } of interfaces)
        for (const member of members) assert.ok(member.docs.text, `${name}.${member.name}`);
    }
  });

  const numbers: Record<string, Bounds> = {
    'service-timeoutms': bounds.TIMEOUT_MS,
    'service-tokentimeoutms': bounds.TOKEN_TIMEOUT_MS,
    'option-outcomedays': bounds.OUTCOME_DAYS,
    'option-mayreporttimeoutms': bounds.MAY_REPORT_TIMEOUT_MS,
    'anonymouscalls-peraddressperminute': bounds.REQUESTS_PER_ADDRESS_PER_MINUTE,
    'anonymouscalls-inallperminute': bounds.REQUESTS_IN_ALL_PER_MINUTE,
    'option-sessionlifetimeseconds': bounds.SESSION_LIFETIME_SECONDS,
    'option-grantlifetimedays': bounds.GRANT_LIFETIME_DAYS,
  };
  for (const [anchor, { byDefault, most }] of Object.entries(numbers)) {
    it(`gives the default and the limit of ${anchor} as the code has them`, () => {
      const lines = (pages['backend-options.md'] ?? '').split('\n');
      const row = lines.find((line) => line.includes(`id="${anchor}"`)) ?? '';
      assert.ok(row.includes(`Default: ${byDefault.toLocaleString('en')}`), row);
      if (most !== undefined && most !== byDefault)
        assert.match(row, new RegExp(`at most ${most.toLocaleString('en')}`, 'i'));
    });
  }

  it('gives the default of every number that has bounds and a default', () => {
    const withDefault = Object.values(bounds).filter((one) => 'byDefault' in one);
    assert.equal(Object.keys(numbers).length, withDefault.length);
  });
});
