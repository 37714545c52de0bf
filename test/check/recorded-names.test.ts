import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MISTAKES } from '../node/check/mistakes/mistakes.ts';
import { RECORDED_NAMES } from '../mistakes/recorded-names.ts';

/** "I cannot see this: run the command." */
const UNSEEN = ['tag-silent', 'nobody-reported', 'end-unseen'];

/** What follows from a mistake, and is true, too. */
const CONSEQUENCES: Readonly<Record<string, readonly string[]>> = {
  'base-url-own-page': ['service-unreadable'],
  'base-url-path': ['service-unreadable'],
  'outcome-map': ['outcome-unknown'],
  'report-blocked': ['service-unreadable'],
  'reported-twice': ['report-refused'],
  'setting-unknown': ['base-url-missing'],
  'third-party': ['tag-not-first'],
  'token-of-another': ['report-refused'],
};

/** A tab without a token says so, whatever the reason is. */
const EVERYWHERE = ['token-missing'];

const isPart = (cause: string) => cause.startsWith('part-');

describe('The recorded names of mistakes', () => {
  it('are there for each site', () => {
    assert.deepEqual(
      Object.keys(RECORDED_NAMES),
      MISTAKES.map(({ name }) => name),
    );
  });

  for (const { name, causeId } of MISTAKES) {
    const { console = [], checkPage = [] } = RECORDED_NAMES[name] ?? {};
    const isTrue = (cause: string) =>
      cause === causeId || CONSEQUENCES[causeId]?.includes(cause) === true;

    it(`have no wrong one in the console of a site that ${name}`, () => {
      const wrong = console.filter(
        (cause) =>
          !isTrue(cause) && !EVERYWHERE.includes(cause) && !(cause === 'part' && isPart(causeId)),
      );
      assert.deepEqual(wrong, []);
    });

    it(`have no wrong one on the page "Check" for a site that ${name}`, () => {
      const wrong = checkPage.filter((cause) => !isTrue(cause) && !UNSEEN.includes(cause));
      assert.deepEqual(wrong, []);
    });
  }
});
