/**
 * The part that plays the dry run (`data-test`): nothing is sent.
 *
 * @module
 */
import type { Answer } from './lifecycle.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { findRecord, parseRecord, replaceRecord } from './record.ts';
import type { EndlinkRecord } from './record.ts';

/** Answers that the values of `data-test` play. A value without one is confirmed. */
const ANSWERS: Record<string, Answer> = {
  rejected: { status: 400, body: 'dry run: the service refused' },
  spent: { status: 422, body: 'dry run: the token was used before' },
  expired: { status: 422, body: 'dry run: the token has expired' },
  offline: { status: 0, isUnsent: true },
  cors: { status: 0 },
};

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['dry-run'] {
  const { test = '' } = engine.options;
  const attemptsOf = (engine.page.dryRunAttempts ??= new Map());
  console.warn(`[vaultlink] Dry run (data-test="${test}"): nothing is sent.`);

  /** Returns a record as it was before the dry run. */
  const withoutDryRun = (record: EndlinkRecord): EndlinkRecord => {
    const { token, sellerId, interactionId, query, capturedAtMs, entries, previous } = record;
    const captured = { token, sellerId, interactionId, query, capturedAtMs, entries, previous };
    const attempts = attemptsOf.get(token) ?? 0;
    // If the dry run has played no answer, keep the real report from before it.
    if (!record.outcome || (record.attempts && !attempts)) return record;
    const { outcome, via } = record;
    const attemptsBefore = record.attempts - attempts;
    return attemptsBefore > 0
      ? { ...captured, outcome, via, attempts: attemptsBefore, state: 'unknown', ambiguous: true }
      : { ...captured, state: 'waiting' };
  };

  /** A dry run ends with its page, so that it can be repeated and never locks a real outcome. A report that had left before it stays open. */
  const endDryRun = () => {
    let record = parseRecord(engine.readRecord());
    if (!record) return;
    for (const token of new Set([record.token, ...attemptsOf.keys()])) {
      const played = findRecord(record, token);
      if (played) record = replaceRecord(record, withoutDryRun(played));
    }
    attemptsOf.clear();
    engine.writeRecord(record);
  };
  addEventListener('pagehide', endDryRun);

  return {
    send({ token }) {
      attemptsOf.set(token, (attemptsOf.get(token) ?? 0) + 1);
      return Promise.resolve(ANSWERS[test] ?? { status: 200, body: 'dry run' });
    },
  };
}
