import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { judge } from '../../src/check/index.ts';
import type { Observations } from '../../src/check/index.ts';
import { MISTAKES } from '../node/check/mistakes/mistakes.ts';
import { assertNamed, failed } from '../node/check/assert-named.ts';
import { RIGHT_SITES } from '../node/check/right-sites.ts';

/** What a browser observed on each site, written by `npm run record:mistakes`. */
const RECORDS = JSON.parse(readFileSync('test/check/recorded-visits.json', 'utf8')) as Record<
  string,
  Observations
>;

describe('The judge of a recorded visit', () => {
  it('knows at least 60 mistakes and six right sites, each with a record', () => {
    assert.ok(RIGHT_SITES.length >= 6);
    assert.ok(MISTAKES.length >= 60, String(MISTAKES.length));
    assert.deepEqual(
      Object.keys(RECORDS),
      [...MISTAKES, ...RIGHT_SITES].map(({ name }) => name),
    );
  });

  for (const site of MISTAKES)
    it(`names ${site.causeId}, and no other mistake, for a site that ${site.name}`, () => {
      const seen = RECORDS[site.name];
      assert.ok(seen);
      assertNamed(judge(seen, { outcome: site.expected }), site);
    });

  for (const { name, expected } of RIGHT_SITES)
    it(`finds nothing wrong with a site that ${name}`, () => {
      const seen = RECORDS[name];
      assert.ok(seen?.reports.length);
      const findings = judge(seen, { outcome: expected });
      assert.deepEqual(failed(findings), []);
    });
});
