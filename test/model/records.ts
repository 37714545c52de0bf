import type { Mark } from '../../src/browser/endlink/lifecycle.ts';
import type { OpenRecord } from '../../src/browser/endlink/record.ts';

/** What is captured of a landing. */
export const CAPTURED = {
  token: 'abc',
  sellerId: '42',
  query: '?service_endlink_token=abc',
  capturedAtMs: 5,
};

/** A tab's record with a locked outcome of which nothing has been sent. */
export const openRecord = (fields: Partial<OpenRecord> = {}): OpenRecord => ({
  ...CAPTURED,
  outcome: 'complete',
  attempts: 0,
  ambiguous: false,
  state: 'reporting',
  ...fields,
});

/** Creates the mark of a tab that waits for its second answer. */
export const markOf = (fields: Partial<Mark> = {}): Mark => ({
  outcome: 'fail',
  attempts: 2,
  ambiguous: true,
  state: 'reporting',
  ...fields,
});
