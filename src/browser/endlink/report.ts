import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import type { Outcome } from '../../protocol/endlink.ts';
import { dispatchAtDocument } from '../unclobbered.ts';
import { automaticVia, createDelivery } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { EndlinkEvent } from './endlink-events.ts';
import { isOpen, isUnsettled, requestOutcome } from './lifecycle.ts';
import { isDryRun, outcomeOf } from './options.ts';
import type { ReportOptions, Via } from './options.ts';
import { readRecords, recordOf, writeRecords } from './page-records.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine } from './parts.ts';
import { replaceRecord } from './record.ts';
import type { EndlinkRecord } from './record.ts';
import { isMisconfigured } from './transport.ts';

/** Reports the outcomes of the tab's tokens: when a page asks for it, when the network is back, and when the page is left. */
export function createReporter(engine: EndlinkEngine) {
  const { options } = engine;

  /** The delivery of each token that the tab has held since this page was opened. */
  const deliveries = new Map<string, Delivery>();

  function deliveryOf(token: string): Delivery {
    const delivery = deliveries.get(token) ?? createDelivery(engine, token);
    deliveries.set(token, delivery);
    return delivery;
  }

  async function report(value: unknown, how?: ReportOptions, token?: string): Promise<void> {
    await engine.ready;
    const current = readRecords(engine);
    const record = token === undefined ? current : recordOf(engine, token);
    if (!current || !record) {
      explainMissing(engine);
      return;
    }
    const locked = outcomeToReport(engine, record, value);
    const via = requestedVia(engine, record, how?.via);
    const next = locked
      ? requestOutcome(record, locked, via ?? automaticVia(engine, record))
      : record;
    writeRecords(engine, replaceRecord(current, next));
    if (locked) await deliveryOf(record.token).deliver(via);
  }

  /** Continues the unfinished reports of all tokens of the tab: sends the outcomes, or asks the buyer's server for the results. */
  function resume(): void {
    for (let record = readRecords(engine); record; record = record.previous)
      if (isUnsettled(record)) void deliveryOf(record.token).deliver();
  }

  /** Merges the reports that other tabs and later pages made while this page was in the back/forward cache. Then continues unfinished reports. */
  async function synchronize(): Promise<void> {
    const record = readRecords(engine);
    if (!record || isDryRun(options)) return;
    await deliveryOf(record.token).synchronize();
    resume();
  }

  /** Sends the locked outcomes that were not sent yet, because the next page may not have the script tag. */
  function sendOnLeave(): void {
    if (!engine.page.isSeen || isDryRun(options)) return;
    for (let record = readRecords(engine); record; record = record.previous) {
      const via = automaticVia(engine, record);
      if (isOpen(record) && !isMisconfigured(options, via))
        deliveryOf(record.token).sendOnLeave(via);
    }
  }

  /** Drops the earlier tokens that have expired and whose report is finished. */
  function dropOutdated(): void {
    const current = readRecords(engine);
    if (current?.previous)
      engine.writeRecord({ ...current, previous: withoutOutdated(current.previous) });
  }

  // A router may set another token later.
  engine.subscribe(() => {
    for (let record = engine.readRecord(); record; record = record.previous)
      deliveryOf(record.token);
  });
  return { report, resume, synchronize, sendOnLeave, dropOutdated };
}

function explainMissing(engine: EndlinkEngine): void {
  explain(engine, 'token-missing');
  if (!engine.page.presenters.size)
    dispatchAtDocument(new EndlinkEvent('endlink-missing', engine.state()));
}

/** Returns the locked outcome, else the one that a page asks for. Explains in the console if `value` is not what is reported. */
function outcomeToReport(
  engine: EndlinkEngine,
  record: EndlinkRecord,
  value: unknown,
): Outcome | undefined {
  const outcome = outcomeOf(engine.options, value);
  if (!outcome) explain(engine, 'outcome-unknown', { value });
  else if (record.outcome && record.outcome !== outcome)
    explain(engine, 'outcome-locked', { value, locked: record.outcome });
  return record.outcome ?? outcome;
}

/** Returns the `via` that a page asks for. If the options name only the address of the relay, returns `relay` for a report that goes there. */
function requestedVia(engine: EndlinkEngine, record: EndlinkRecord, via?: Via): Via | undefined {
  const isRelayed = automaticVia(engine, record) === 'relay';
  return isRelayed && isMisconfigured(engine.options, via) ? 'relay' : via;
}

/** Removes the records that are outdated. A record whose token may land again stays, so that its outcome stays locked. */
function withoutOutdated(record: EndlinkRecord | undefined): EndlinkRecord | undefined {
  if (!record) return undefined;
  const previous = withoutOutdated(record.previous);
  const isUsable = record.capturedAtMs > Date.now() - TOKEN_LIFETIME_SECONDS * 1000;
  return isUsable || isOpen(record) ? { ...record, previous } : previous;
}
