/**
 * The part that reports. Every page of a seller who has a token loads it, before it is needed. In which order its functions and imports stand was
 * measured: another one costs ten bytes or more of the file as it is sent.
 *
 * @module
 */
import { whenSeen } from './seen.ts';
import { isOutcome } from '../../protocol/endlink.ts';
import { withSpendGuard } from './spend-guard.ts';
import { send } from './send.ts';
import { retryDelayMs } from './retry.ts';
import { asked, isOpen, left, met, settle } from './life.ts';
import type { EndlinkEngine } from './parts.ts';
import type { ReportOptions, Via } from './options.ts';
import type { EndlinkRecord, RecordState } from './record.ts';
import type { EndlinkState } from './state.ts';

const engine = window.vaultlink as EndlinkEngine;
const { options, load, state } = engine;

/** How long another tab's request that has no result is given to have one, in milliseconds. */
const LAST_WORDS_MS = 500;

/** By which way a page goes on by itself: as it was asked to, but it redirects once. What is to be relayed is never fetched. */
const wayOf = ({ via = options.via as Via, attempts }: Pick<EndlinkState, 'via' | 'attempts'>) =>
  attempts && via !== 'relay' ? undefined : via;

/** The way of the attempt under way, or of the last one. */
let way: Via | undefined;

/** The outcome behind a tool's own code (`data-outcome-map`). */
function meaningOf(code: unknown): unknown {
  try {
    code =
      new Map(
        options.outcomeMap!.split(/\s/).map((pair) => pair.split(':') as [string, unknown]),
      ).get('' + (code as number)) ?? code;
  } catch {
    // There is no map, or the code cannot become text.
  }
  return code;
}

/** Dispatches an event whose detail is the state. */
const emit = (type: string) =>
  (engine.target ?? document).dispatchEvent(
    new CustomEvent(type, { bubbles: true, composed: true, detail: state() }),
  );

/** Makes one attempt, alone with the token, and sees to the next one. */
async function deliver(token: string, via = wayOf(state()), attempt = 1): Promise<void> {
  await whenSeen;
  if (running) {
    await running;
    if (via !== 'redirect' || way === via) return;
  }
  way = via;
  clearTimeout(retry);
  const before = state().state as RecordState;
  let retryAfter: string | null | undefined;
  running = withSpendGuard(!options.test && token, async (mark) => {
    // What another tab wrote last may come here later than its turn does, for the processes of a browser hear of localStorage and of locks by different
    // ways: a request without a result is given half a second to have one. Without it that tab has died. A page that is left does not wait, for Safari would
    // keep its turn in the back/forward cache: https://bugs.webkit.org/show_bug.cgi?id=283528
    if (!mark().result && mark().attempts) {
      await new Promise((resolve) => {
        setTimeout(resolve, LAST_WORDS_MS);
        document.addEventListener('visibilitychange', resolve);
      });
    }
    const record = change(token, met(mark(), before));
    if (!record) return;
    const tell = (news: Partial<EndlinkRecord>) => {
      change(token, news);
      // Without the body: other tabs need it not, and it might repeat the token.
      if (engine.token() === token) mark({ ...state(), body: undefined });
    };
    // On record before it leaves.
    tell(left(record));
    const answer = await send(options, load, record, via);
    tell(settle(answer, record.ambiguous));
    retryAfter = answer.retryAfter;
  });
  await running;
  running = undefined;
  const after = state().state;
  if (after !== before) emit('endlink-' + after);
  // For as long as the page is there: nobody else would, where it shows nothing and is the last one.
  if (change(token, {})) {
    retry = setTimeout(deliver, retryDelayMs(attempt, retryAfter), token, undefined, attempt + 1);
  }
}

/**
 * Changes the record of `token`, durably, and tells whoever shows it.
 *
 * @returns the record while it is open; nothing once another token has taken its place, as it may in a page out of the back/forward cache
 */
function change(token: string, news: Partial<EndlinkRecord>): EndlinkRecord | undefined {
  if (engine.token() !== token) return undefined;
  const record = engine.record({ ...engine.record()!, ...news, token })!;
  emit('vaultlink-change');
  return (isOpen(record) && record) as EndlinkRecord | undefined;
}

/** Goes on with what an earlier page, or this one before it lost the network, could not bring to an end. */
function resume(): void {
  // Routers put back the address that they began with: https://github.com/vercel/next.js/issues/22954
  setTimeout(engine.capture);
  const record = engine.record();
  const outcome = meaningOf(record?.outcome);
  if (!isOutcome(outcome) || record?.previous) void load('page');
  if (isOutcome(outcome) && change(record!.token, { outcome })) void deliver(record!.token);
}

/** The timer of the next attempt. */
let retry: number | undefined;

/** The attempt under way. */
let running: Promise<void> | undefined;

/** Locks the outcome unless it is locked, and makes one attempt. While the result stays unknown, more follow by themselves. */
export async function report(outcome: unknown, how?: ReportOptions | null): Promise<void> {
  await engine.ready;
  const record = engine.record();
  outcome = meaningOf(outcome);
  const locked = [meaningOf(record?.outcome), outcome].find(isOutcome);
  if (!record || locked !== outcome) {
    void load('diagnostics').then((part) => part?.explain(outcome, locked, emit));
  }
  const via = how?.via ?? (options.via as Via);
  if (record && change(record.token, { via, ...record, ...asked(record, locked) })) {
    await deliver(record.token, via);
  }
}

addEventListener('pageshow', resume);
addEventListener('online', resume);
resume();
