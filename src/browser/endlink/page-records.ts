import { outcomeOf } from './options.ts';
import type { EndlinkEngine } from './parts.ts';
import { withoutTokens } from './redact.ts';
import { findRecord, parseRecord, replaceRecord } from './record.ts';
import type { EndlinkRecord } from './record.ts';

/** Returns the tab's chain of records, checked. */
export const readRecords = (engine: EndlinkEngine): EndlinkRecord | undefined =>
  parseRecord(engine.readRecord(), (value) => outcomeOf(engine.options, value));

/** Returns the record of a token, unless it was forgotten. */
export function recordOf(engine: EndlinkEngine, token: string): EndlinkRecord | undefined {
  const record = findRecord(readRecords(engine), token);
  return record?.token === token ? record : undefined;
}

/** Writes the tab's chain of records. */
export function writeRecords(engine: EndlinkEngine, record: EndlinkRecord): void {
  engine.writeRecord(record);
  engine.notify();
}

/** Writes the record of one token of the tab. */
export function writeRecordOf(engine: EndlinkEngine, record: EndlinkRecord): void {
  const current = readRecords(engine);
  // A script of the page may have overwritten the record, or called `forget()`.
  if (current) writeRecords(engine, replaceRecord(current, record));
  else if (engine.readRecord()) writeRecords(engine, record);
}

/** Removes the tokens of the tab from a text. */
export const redact = (engine: EndlinkEngine, text: string): string =>
  withoutTokens(text, engine.readRecord());
