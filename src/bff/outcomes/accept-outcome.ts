import { TOKEN_LIFETIME_SECONDS, VaultError } from '../../protocol/index.ts';
import type { Outcome } from '../../protocol/index.ts';
import { hashOf } from '../grants/hash.ts';
import { dayOf } from '../stores/outbox.ts';
import type { OutboxRow } from '../stores/outbox.ts';
import type { Deliveries, Delivered } from './deliveries.ts';
import { askForApproval, emitUnanswered, refusedByHost } from './may-report.ts';
import type { AskHost } from './may-report.ts';
import { readPayload, sealPayload } from './payload.ts';
import { assertReport } from './report.ts';

/** Maximum time to wait for the host's answer, because a page waits as well. */
const MAX_APPROVAL_MS = 1000;

/** Milliseconds before the host is asked again, after it gave no answer. */
const UNAPPROVED_PAUSE_MS = 1000;

/** An outcome to store and deliver. */
export interface NewOutcome {
  /** Unchecked. */
  outcome: string;
  /** Unchecked. */
  token: string;
  /** Seconds since the seller landed with the token. Default: 0. */
  ageSeconds?: number | undefined;
  reference?: string | undefined;
}

/** A page that reports through the relay. It has no session, so anybody could send its request. */
export interface RelayCaller {
  request: Request | undefined;
  /** Asks the host about the outcome. `undefined`: the host approves all. */
  askHost: AskHost | undefined;
  /** Counts the request against the limit of the caller's address. @throws VaultError `rate_limited` */
  countRequest: () => void;
  requestId: () => string;
}

/** An outcome that is stored. */
export interface AcceptedOutcome {
  row: OutboxRow;
  /** Delivery that this call has started. `undefined`: the outcome was stored before, or its delivery has to wait. */
  delivered: Delivered | undefined;
}

/**
 * Stores an outcome and starts its delivery. If the same outcome of the same token is stored already, returns that row, and makes sure that it is
 * delivered.
 *
 * @param relayCaller `undefined`: the host's own process reports the outcome
 * @throws VaultError `validation_failed` (no outcome, or no token), `outcome_locked` (the token has another outcome), `outcome_rejected` (the host has
 *   refused it), `rate_limited`, `store_unavailable` (nothing is stored)
 */
export async function acceptOutcome(
  deliveries: Deliveries,
  report: NewOutcome,
  relayCaller?: RelayCaller,
): Promise<AcceptedOutcome> {
  const { questions } = deliveries;
  const { outbox, sealer, now } = deliveries.ports;
  const { outcome, token, reference } = report;
  assertReport(outcome, token);
  const key = hashOf(token);
  if (relayCaller) {
    const isKnown = questions.countQuestion(key, outcome);
    if (!isKnown) relayCaller.countRequest();
    // Most outcomes are new, and `deliveries.accept` finds a stored row as well. Look before only if that saves a question to the host.
    const stored = isKnown || relayCaller.askHost ? await outbox.find(key) : undefined;
    if (stored) {
      questions.remember(key, stored.name);
      assertSameOutcome(stored, outcome);
      deliveries.nudge(stored);
      return { row: stored, delivered: undefined };
    }
  }
  const approval = await approve(deliveries, outcome, token, relayCaller);
  const nowMs = now();
  const payload = await sealPayload(sealer, { token, reference, context: approval.context }, key);
  const ageSeconds = Math.min(report.ageSeconds ?? 0, TOKEN_LIFETIME_SECONDS);
  const lifetimeMs = Math.round((TOKEN_LIFETIME_SECONDS - ageSeconds) * 1000);
  const fields = { key, kind: 'outcome', name: outcome, payload } as const;
  const { row, isNew, delivered } = await deliveries.accept({
    ...fields,
    isAnonymous: relayCaller !== undefined,
    isUnapproved: approval.isUnapproved,
    ...{ acceptedAtMs: nowMs, expiresAtMs: nowMs + lifetimeMs },
    dueAtMs: approval.isUnapproved ? nowMs + UNAPPROVED_PAUSE_MS : nowMs,
  });
  questions.remember(key, row.name);
  if (!isNew) {
    assertSameOutcome(row, outcome);
    deliveries.nudge(row);
    await addReference(deliveries, row, reference);
  }
  return { row, delivered };
}

/** Adds the host's reference to a stored row, most often one that a page has reported. Adds nothing to a row whose payload is erased. */
async function addReference(
  { ports }: Deliveries,
  { key, payload }: OutboxRow,
  reference: string | undefined,
): Promise<void> {
  const { outbox, sealer } = ports;
  // Another process may replace the payload meanwhile. Then read it again.
  for (let before = payload; reference !== undefined && before !== undefined;) {
    const known = await readPayload(sealer, { key, payload: before }).catch(() => undefined);
    if (!known) return;
    const sealed = await sealPayload(sealer, { ...known, reference }, key);
    if (await outbox.replacePayload(key, before, sealed)) return;
    before = (await outbox.find(key))?.payload;
  }
}

/** @throws VaultError `outcome_locked` */
function assertSameOutcome(row: OutboxRow, outcome: Outcome): void {
  if (row.name !== outcome)
    throw new VaultError('outcome_locked', 'Another outcome was reported for this token before.');
}

/** Asks the host about an outcome that came through the relay. @throws VaultError `outcome_rejected` */
async function approve(
  deliveries: Deliveries,
  outcome: Outcome,
  token: string,
  relayCaller: RelayCaller | undefined,
): Promise<{ isUnapproved: boolean; context?: unknown }> {
  if (!relayCaller?.askHost) return { isUnapproved: false };
  const { ports } = deliveries;
  const { askHost, request, requestId } = relayCaller;
  const timeoutMs = Math.min(MAX_APPROVAL_MS, ports.mayReportTimeoutMs);
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
