import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Verdict } from '../../../src/findings/index.ts';
import { examined } from './world.ts';
import type { Changes } from './world.ts';

/** What a check says where an installation is changed: its verdict, what it cause, and what it advises. */
type Row = [changes: Changes, verdict: Verdict, cause: RegExp, remedy?: RegExp];

/** Tests for checks by their ids, each with a row in which all is well. */
export function describeChecks(table: Readonly<Record<string, readonly Row[]>>): void {
  for (const [id, rows] of Object.entries(table)) {
    describe(`the check ${id}`, () => {
      for (const [changes, verdict, cause, remedy = /(?:)/] of rows) {
        it(`is "${verdict}" where ${cause.source}`, async () => {
          const result = (await examined(changes)).get(id) ?? assert.fail('There is none.');
          assert.equal(result.verdict, verdict, JSON.stringify(result));
          assert.match(result.cause, cause);
          assert.match(result.remedy.join('\n'), remedy);
        });
      }
    });
  }
}
