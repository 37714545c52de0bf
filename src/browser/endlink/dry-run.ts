/**
 * The part that plays the dry run (`data-test`): nothing is sent.
 *
 * @module
 */
import type { Answer } from './lifecycle.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { parseRecord } from './record.ts';

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
  let attempts = 0;
  console.warn(`[vaultlink] Dry run (data-test="${test}"): nothing is sent.`);

  /** A dry run ends with its page, so that it can be repeated and never locks a real outcome. A report that had left before it stays open. */
  const endDryRun = () => {
    const record = parseRecord(engine.readRecord());
    // If the dry run has played no answer, keep the real report from before it.
    if (!record?.outcome || (record.attempts && !attempts)) return;
    const { token, sellerId, interactionId, query, capturedAtMs, entries, previous } = record;
    const captured = { token, sellerId, interactionId, query, capturedAtMs, entries, previous };
    const { outcome, via } = record;
    const attemptsBefore = record.attempts - attempts;
    attempts = 0;
    engine.writeRecord(
      attemptsBefore > 0
        ? { ...captured, outcome, via, attempts: attemptsBefore, state: 'unknown', ambiguous: true }
        : { ...captured, state: 'waiting' },
    );
  };
  addEventListener('pagehide', endDryRun);

  return {
    send() {
      attempts += 1;
      engine.page.isDryRunPlayed = true;
      return Promise.resolve(ANSWERS[test] ?? { status: 200, body: 'dry run' });
    },
  };
}
