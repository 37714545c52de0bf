/**
 * The part that reports. Every page of a seller who has a token loads it, before it is needed.
 *
 * @module
 */
import { isOutcome } from '../../protocol/endlink.ts';
import { asked, isOpen, left, met, settle } from './life.ts';
import type { EndlinkEngine } from './parts.ts';
import type { ReportOptions, Via } from './options.ts';
import type { EndlinkRecord, RecordState } from './record.ts';
import { send } from './send.ts';
import { retryDelayMs } from './retry.ts';
import { withSpendGuard } from './spend-guard.ts';
import type { EndlinkState } from './state.ts';

const engine = window.vaultlink as EndlinkEngine;
const { options, load, state } = engine;

/** By which way a page goes on by itself: as it was asked to, but it redirects once. What is to be relayed is never fetched. */
const wayOf = ({ via = options.via as Via, attempts }: Pick<EndlinkState, 'via' | 'attempts'>) =>
  attempts && via !== 'relay' ? undefined : via;

let running: Promise<void> | undefined;
let way: Via | undefined;
let retry: number | undefined;

/** A page that nobody has seen may be a prefetch or a preview: it spends nothing. */
const whenSeen =
  document.hidden &&
  new Promise((resolve) => document.addEventListener('visibilitychange', resolve));

/** Dispatches an event whose detail is the state. */
const emit = (type: string) =>
  (engine.target ?? document).dispatchEvent(
    new CustomEvent(type, { bubbles: true, composed: true, detail: state() }),
  );

/**
 * Changes the record of `token`, durably, and tells whoever shows it.
 *
 * @returns the record while it is open; nothing once another token has taken its place, as it may in a page out of the back/forward cache
 */
function change(token: string, news: Partial<EndlinkRecord>): EndlinkRecord | undefined {
  if (engine.token() !== token) return undefined;
  const record = { ...engine.record()!, ...news, token };
  engine.record(record);
  emit('vaultlink-change');
  return isOpen(record) ? record : undefined;
}

/** The outcome behind a tool's own code (`data-outcome-map`). */
function meaningOf(code: unknown): unknown {
  try {
    code = (' ' + options.outcomeMap).split(` ${code}:`)[1]?.split(' ')[0] ?? code;
  } catch {
    // It cannot become text.
  }
  return code;
}

/** Locks the outcome unless it is locked, and makes one attempt. While the result stays unknown, more follow by themselves. */
export async function report(outcome: unknown, how?: ReportOptions | null): Promise<void> {
  await engine.ready;
  const record = engine.record();
  const locked = [record?.outcome, outcome].map(meaningOf).find(isOutcome);
  if (!record || locked !== meaningOf(outcome)) {
    void load('diagnostics').then((part) => part?.explainReport(outcome, locked));
  }
  if (!record) return void emit('endlink-missing');
  if (change(record.token, asked(record, locked)))
    await deliver(record.token, how?.via ?? (options.via as Via));
}

/** Makes one attempt, alone with the token, and sees to the next one. */
async function deliver(token: string, via?: Via, attempt = 1): Promise<void> {
  await whenSeen;
  if (running) {
    await running;
    if (via !== 'redirect' || way === via) return;
  }
  way = via;
  clearTimeout(retry);
  const before = state().state as RecordState;
  let retryAfter: string | null | undefined;
  running = withSpendGuard(options.test ? '' : token, async (mark) => {
    const record = change(token, met(mark(), before));
    if (!record) return;
    const tell = (news: Partial<EndlinkRecord>) => {
      change(token, news);
      if (engine.token() === token) mark(state());
    };
    // On record before it leaves.
    tell(left(record));
    const answer = await send(engine, record, via);
    tell(settle(answer, record.ambiguous));
    retryAfter = answer.retryAfter;
  });
  await running;
  running = undefined;
  const after = state().state;
  if (after !== before) emit('endlink-' + after);
  // For as long as the page is there: nobody else would, where it shows nothing and is the last one.
  if (change(token, {})) {
    const delayMs = retryDelayMs(attempt, retryAfter);
    retry = setTimeout(deliver, delayMs, token, wayOf(state()), attempt + 1);
  }
}

/** Goes on with what an earlier page, or this one before it lost the network, could not bring to an end. */
function resume(): void {
  // Routers put back the address that they began with: https://github.com/vercel/next.js/issues/22954
  setTimeout(engine.capture);
  const record = engine.record();
  if (isOutcome(record?.outcome)) {
    if (change(record.token, {})) void deliver(record.token, wayOf(record));
  } else {
    void load('page');
  }
}

addEventListener('online', resume);
addEventListener('pageshow', resume);
resume();
