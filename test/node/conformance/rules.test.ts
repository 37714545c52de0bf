import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { RULES } from '../../../src/node/conformance/rules.ts';
import { SECTION_TITLES } from '../../../src/node/conformance/rule.ts';
import { ADAPTER_BREAKAGES } from './adapter-breakages.ts';
import { RESPONSE_BREAKAGES } from './breakages.ts';
import { testSandbox } from './sandbox-under-test.ts';
import type { BrokenSandbox } from './sandbox-under-test.ts';

const limit = { timeout: 240_000 };

/** The text of each section of the interface, in words. */
const sections = new Map(
  readFileSync('docs/concepts/interface.md', 'utf8')
    .split(/^#{2,3} /m)
    .slice(1)
    .map((text): [string, string] => [/^[\d.]*\d/.exec(text)?.[0] ?? '', inWords(text)]),
);

function inWords(text: string): string {
  return text.replaceAll('`', '').replaceAll('\\', '').replaceAll(/\s+/g, ' ');
}

describe('the rules of conformance', () => {
  it('quote the section of the interface to the letter', () => {
    for (const { id, sections: named, text } of RULES) {
      const [first] = named;
      // A chapter without numbered parts is one section.
      assert.ok(sections.get(first)?.includes(inWords(text)), `${id}: §${first} "${text}"`);
      for (const section of named) assert.ok(sections.has(section), `${id}: §${section}`);
    }
  });

  it('reach every part that can be tested, each with a title', () => {
    const reached = new Set(RULES.flatMap((rule) => rule.sections));
    const untested = [...sections.keys()].filter(
      (section) =>
        !reached.has(section) && ![...reached].some((it) => it.startsWith(`${section}.`)),
    );
    // The client is created through the adapter, and there are no events.
    assert.deepEqual(untested, ['2.1', '6']);
    for (const {
      sections: [first],
    } of RULES)
      assert.ok(SECTION_TITLES[first], first);
  });

  it('have ids that differ', () => {
    assert.equal(new Set(RULES.map(({ id }) => id)).size, RULES.length);
  });

  it('are all kept by the sandbox', limit, async () => {
    const { results } = await testSandbox();
    assert.deepEqual(
      results.filter(({ verdict }) => verdict !== 'passed'),
      [],
    );
    assert.equal(results.length, RULES.length);
  });
});

describe('a service that breaks one rule', () => {
  for (const { id, title } of RULES) {
    it(`fails this rule alone: ${title}`, limit, async () => {
      const respond = RESPONSE_BREAKAGES[id];
      const broken: BrokenSandbox | undefined = respond
        ? { respond: respond() }
        : ADAPTER_BREAKAGES[id]?.();
      assert.ok(broken, `no broken sandbox for ${id}`);
      const { results } = await testSandbox(broken);
      const failed = results.filter(({ verdict }) => verdict === 'failed');
      assert.deepEqual(
        failed.map((result) => result.id),
        [id],
        JSON.stringify(failed, undefined, 1),
      );
    });
  }
});
