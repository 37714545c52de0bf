import { TOKEN_LIFETIME_SECONDS, VaultError } from '../../protocol/index.ts';
import type { Outcome } from '../../protocol/index.ts';
import { hashOf } from '../grants/hash.ts';
import { dayOf } from '../stores/outbox.ts';
import type { OutboxRow } from '../stores/outbox.ts';
import type { DeliveredRow } from './deliver-row.ts';
import type { Deliveries } from './deliveries.ts';
import { askForApproval, emitUnanswered, refusedByHost } from './may-report.ts';
import type { AskHost } from './may-report.ts';
import { readPayload, sealPayload } from './payload.ts';
import { assertReport } from './report.ts';

/** Longest time for which the host is asked while a page waits. */
const MOST_APPROVAL_MS = 1000;

/** Milliseconds until the host is asked again that has just given no answer. */
const UNAPPROVED_PAUSE_MS = 1000;

/** An outcome that is to be stored and delivered. */
export interface NewOutcome {
  /** Unchecked. */
  outcome: string;
  /** Unchecked. */
  token: string;
  /** Seconds since the seller landed with the token. Default: 0. */
  ageSeconds?: number | undefined;
  reference?: string | undefined;
}

/** Caller of the relay, as opposed to the host's own process. */
export interface Stranger {
  request: Request | undefined;
  /** Asks the host about the outcome. `undefined`: it approves all. */
  askHost: AskHost | undefined;
  /** Counts a call about a row that this process does not know. @throws VaultError `rate_limited` */
  count: () => void;
  requestId: () => string;
}

/** An outcome that is stored. */
export interface AcceptedOutcome {
  row: OutboxRow;
  /** The request that has left for it, if one has. `undefined` of it: another process has the row by now. */
  delivered: Promise<DeliveredRow | undefined> | undefined;
}

/**
 * Stores an outcome before anything is answered, and begins its delivery. The same outcome of the same token again is the same row.
 *
 * @param stranger caller of the relay; `undefined`: the host's own process
 * @throws VaultError `validation_failed` (no outcome, or no token), `outcome_locked` (the token has another outcome), `outcome_rejected` (the host has
 *   refused it), `rate_limited`, `store_unavailable` (nothing is stored)
 */
export async function acceptOutcome(
  deliveries: Deliveries,
  report: NewOutcome,
  stranger?: Stranger,
): Promise<AcceptedOutcome> {
  const { questions } = deliveries;
  const { outbox, sealer, now } = deliveries.ports;
  const { outcome, token, reference } = report;
  assertReport(outcome, token);
  const key = hashOf(token);
  if (stranger) {
    const isKnown = questions.ask(key, outcome);
    if (!isKnown) stranger.count();
    // Most outcomes are new, and storing one finds out as well. But the host is only asked about what is new.
    const stored = isKnown || stranger.askHost ? await outbox.find(key) : undefined;
    if (stored) {
      questions.note(key, stored.name);
      const row = sameOutcome(stored, outcome);
      deliveries.nudge(row);
      return { row, delivered: undefined };
    }
  }
  const approval = await approve(deliveries, outcome, token, stranger);
  const nowMs = now();
  const payload = await sealPayload(sealer, { token, reference, context: approval.context }, key);
  const ageSeconds = Math.min(report.ageSeconds ?? 0, TOKEN_LIFETIME_SECONDS);
  const lifetimeMs = Math.round((TOKEN_LIFETIME_SECONDS - ageSeconds) * 1000);
  const fields = { key, kind: 'outcome', name: outcome, payload } as const;
  const { row, isNew, delivered } = await deliveries.accept({
    ...fields,
    isAnonymous: stranger !== undefined,
    isUnapproved: approval.isUnapproved,
    ...{ acceptedAtMs: nowMs, expiresAtMs: nowMs + lifetimeMs },
    dueAtMs: approval.isUnapproved ? nowMs + UNAPPROVED_PAUSE_MS : nowMs,
  });
  questions.note(key, row.name);
  if (!isNew) {
    deliveries.nudge(sameOutcome(row, outcome));
    await addReference(deliveries, row, reference);
  }
  return { row, delivered };
}

/** Adds the word of the host to a row that a page has brought before. A row whose payload is erased keeps none. */
async function addReference(
  { ports }: Deliveries,
  { key, payload }: OutboxRow,
  reference: string | undefined,
): Promise<void> {
  const { outbox, sealer } = ports;
  // The row may be saved or resealed meanwhile: then it is read again.
  for (let before = payload; reference !== undefined && before !== undefined;) {
    const known = await readPayload(sealer, { key, payload: before }).catch(() => undefined);
    if (!known) return;
    const sealed = await sealPayload(sealer, { ...known, reference }, key);
    if (await outbox.replacePayload(key, before, sealed)) return;
    before = (await outbox.find(key))?.payload;
  }
}

/** @throws VaultError `outcome_locked` */
function sameOutcome(row: OutboxRow, outcome: Outcome): OutboxRow {
  if (row.name === outcome) return row;
  throw new VaultError('outcome_locked', 'Another outcome was reported for this token before.');
}

/** Asks the host about the outcome of a stranger. @throws VaultError `outcome_rejected` */
async function approve(
  deliveries: Deliveries,
  outcome: Outcome,
  token: string,
  stranger: Stranger | undefined,
): Promise<{ isUnapproved: boolean; context?: unknown }> {
  if (!stranger?.askHost) return { isUnapproved: false };
  const { ports } = deliveries;
  const { askHost, request, requestId } = stranger;
  const timeoutMs = Math.min(MOST_APPROVAL_MS, ports.mayReportTimeoutMs);
  const approval = await askForApproval(askHost, { outcome, token, request }, timeoutMs);
  if (approval.verdict === 'refused') {
    await deliveries.countRefusal(outcome, dayOf(ports.now()));
    throw refusedByHost();
  }
  const isUnapproved = approval.verdict === 'unanswered';
  if (isUnapproved) {
    const consequence = 'so the outcome is stored, and it is asked again';
    emitUnanswered(ports.emit, approval, consequence, requestId());
  }
  return { isUnapproved, context: approval.context };
}
