import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckResult } from '../../../src/node/doctor/doctor.ts';
import { examined } from './world.ts';
import type { Changes } from './world.ts';

/** What a check says where an installation is changed: its mark, what it saw, and what it advises. */
type Row = [changes: Changes, mark: CheckResult['mark'], saw: RegExp, advice?: RegExp];

/** Tests for checks by their ids, each with a row in which all is well. */
export function describeChecks(table: Readonly<Record<string, readonly Row[]>>): void {
  for (const [id, rows] of Object.entries(table)) {
    describe(`the check ${id}`, () => {
      for (const [changes, mark, saw, advice = /(?:)/] of rows) {
        it(`is "${mark}" where ${saw.source}`, async () => {
          const result = (await examined(changes)).get(id) ?? assert.fail('There is none.');
          assert.equal(result.mark, mark, JSON.stringify(result));
          assert.match(result.saw, saw);
          assert.match(result.advice.join('\n'), advice);
        });
      }
    });
  }
}
