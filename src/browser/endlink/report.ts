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

/** Reports the outcomes of the tab's tokens: when it is asked for, when the network is back, and when the page is left. */
export function createReporter(engine: EndlinkEngine) {
  const { options } = engine;

  /** Of each token that the tab has held while this page was there. */
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

  /** Continues with what an earlier page, or this one before it lost the network, could not finish, and asks for results: for each token of the tab. */
  function resume(): void {
    for (let record = readRecords(engine); record; record = record.previous)
      if (isUnsettled(record)) void deliveryOf(record.token).deliver();
  }

  /** Takes over what other tabs and later pages did while this page was in the back/forward cache. */
  async function synchronize(): Promise<void> {
    const record = readRecords(engine);
    if (!record || isDryRun(options)) return;
    await deliveryOf(record.token).synchronize();
    resume();
  }

  /** Sends what is locked and was not sent: the page that comes next may not have the script tag. */
  function sendOnLeave(): void {
    if (!engine.page.isSeen || isDryRun(options)) return;
    for (let record = readRecords(engine); record; record = record.previous) {
      const via = automaticVia(engine, record);
      if (isOpen(record) && !isMisconfigured(options, via))
        deliveryOf(record.token).sendOnLeave(via);
    }
  }

  /** Drops the tokens whose report is finished and which cannot land again. */
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

/** Returns the outcome that is locked, or the one that a page asks for. Explains what of that cannot be reported. */
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

/** Returns the way that a page asks for. Where only the relay has an address, the report stays with the relay. */
function requestedVia(engine: EndlinkEngine, record: EndlinkRecord, via?: Via): Via | undefined {
  const isRelayed = automaticVia(engine, record) === 'relay';
  return isRelayed && isMisconfigured(engine.options, via) ? 'relay' : via;
}

/** Returns the records that are still to be reported, or whose token may land again: it then finds its locked outcome. */
function withoutOutdated(record: EndlinkRecord | undefined): EndlinkRecord | undefined {
  if (!record) return undefined;
  const previous = withoutOutdated(record.previous);
  const isUsable = record.capturedAtMs > Date.now() - TOKEN_LIFETIME_SECONDS * 1000;
  return isUsable || isOpen(record) ? { ...record, previous } : previous;
}
