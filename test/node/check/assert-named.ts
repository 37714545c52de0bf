import assert from 'node:assert/strict';
import type { VisitFinding } from '../../../src/check/index.ts';
import type { Mistake } from './site-parts.ts';

/** Returns what is a no. */
export const failed = (findings: readonly VisitFinding[]): VisitFinding[] =>
  findings.filter(({ verdict }) => verdict === 'failed');

/** Asserts that findings name the mistake of a site: the one verdict that is a no, or a warning where all is paid. */
export function assertNamed(findings: readonly VisitFinding[], site: Mistake): void {
  const text = JSON.stringify(findings, null, 1);
  assert.deepEqual(
    failed(findings).map(({ id }) => id),
    site.broken === undefined ? [] : [site.broken],
    text,
  );
  const mistakes = findings.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  assert.ok(
    mistakes.some(({ causeId }) => causeId === site.causeId),
    text,
  );
}
