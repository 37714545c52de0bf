import type { Outcome } from '../../protocol/index.ts';
import { createBackoff } from '../backoff.ts';
import type { Emit } from '../events.ts';
import type { Sealer } from '../grants/seal.ts';
import type { Report } from '../service/outcome-request.ts';
import type { Pause } from '../service/pause.ts';
import { sleep } from '../sleep.ts';
import type { Outbox, OutboxLease, OutboxRow } from '../stores/outbox.ts';
import { askForApproval } from './may-report.ts';
import type { AskHost } from './may-report.ts';
import { readPayload, sealSettled } from './payload.ts';
import type { OutcomePayload } from './payload.ts';
import { answered, answerOf, begun, postponed, settled, takenOver } from './transitions.ts';

/** Seconds before a row is tried again whose payload could not be opened, because its key is missing. */
const UNOPENED_PAUSE_SECONDS = 60;

/** Pauses between attempts to save while the outbox cannot be reached. */
const savePauseMsOf = createBackoff({ firstMs: 100, longestMs: 5000, fixedPart: 0.5 });

/** Maximum number of rows about which this process asks the host at the same time. A host that hangs then delays no other rows. */
const MAX_QUESTIONS = 20;

/** Dependencies for the delivery of a row. */
export interface DeliveryPorts {
  outbox: Outbox;
  sealer: Sealer;
  report: Report;
  /** Pause that the service has asked for. It delays all rows of the host. A pause for a page's row delays only that row. */
  pauses: { report: Pause };
  emit: Emit;
  now: () => number;
  /** `undefined`: the host approves all. */
  askHost: AskHost | undefined;
  mayReportTimeoutMs: number;
  /** Keys of the rows about which the host is being asked. */
  keysAsked: Set<string>;
}

/** Result of one delivery attempt. */
export interface DeliveredRow {
  row: OutboxRow;
  /** `true` if a request was made for the row. */
  isSent: boolean;
  /** Error that the request threw. `undefined`: no request was made, or the service has accepted the outcome. */
  error?: unknown;
}

/**
 * Makes one request for a row that this process has leased, and saves the result.
 *
 * @param isBegun the row was begun when it was accepted
 * @returns `undefined` if another process has the lease by now
 * @throws VaultError `store_unavailable` if the outbox cannot be reached before the request
 */
export async function deliverRow(
  ports: DeliveryPorts,
  leased: OutboxRow,
  lease: OutboxLease,
  isBegun = false,
): Promise<DeliveredRow | undefined> {
  const { outbox, sealer, emit, now, pauses } = ports;
  const save = (row: OutboxRow) => saveRow(ports, row, lease);
  let row = isBegun ? leased : takenOver(leased);
  let payload: OutcomePayload;
  try {
    payload = await readPayload(sealer, row);
  } catch {
    const detail = 'A stored outcome cannot be opened: the key that sealed it is missing.';
    emit({ type: 'failed', where: 'outcomes', code: 'configuration_error', detail });
    return save(postponed(row, now(), UNOPENED_PAUSE_SECONDS));
  }
  const approval = await approvalOf(ports, row, payload);
  if (approval === 'refused') return save(settled(row, 'refused', now()));
  if (approval === 'unanswered') return save(postponed(row, now()));
  row = { ...row, isUnapproved: false };
  const pausedMs = row.isAnonymous || isBegun ? 0 : pauses.report.leftMs();
  if (pausedMs) {
    // Do not use `postponed`: it would end a row that is due for the last time, before its request was made.
    return save({ ...row, state: stateOf(row), dueAtMs: Math.ceil(now() + pausedMs) });
  }
  if (!isBegun) {
    if (!(await outbox.begin(row.key, lease))) return undefined;
    row = begun(row);
  }
  const error = await send(ports, row, payload);
  const saved = await save(answered(row, answerOf(error), now()));
  return saved && { row: saved.row, isSent: true, error };
}

/** Postpones a leased row without a request, because the service is away. */
export const postponeRow = (
  ports: DeliveryPorts,
  leased: OutboxRow,
  lease: OutboxLease,
): Promise<DeliveredRow | undefined> =>
  saveRow(ports, postponed(takenOver(leased), ports.now()), lease);

const stateOf = ({ isAmbiguous }: OutboxRow) => (isAmbiguous ? 'unknown' : 'waiting');

/** Asks the host about a row on which it has not decided. */
async function approvalOf(
  { askHost, mayReportTimeoutMs, keysAsked }: DeliveryPorts,
  { key, name, isAnonymous, isUnapproved }: OutboxRow,
  { token = '', context }: OutcomePayload,
): Promise<'approved' | 'refused' | 'unanswered'> {
  if (!isAnonymous || !isUnapproved || !askHost) return 'approved';
  if (keysAsked.size >= MAX_QUESTIONS) return 'unanswered';
  keysAsked.add(key);
  try {
    const question = { outcome: name as Outcome, token, context };
    return (await askForApproval(askHost, question, mayReportTimeoutMs)).verdict;
  } finally {
    keysAsked.delete(key);
  }
}

/** Sends the outcome. @returns the error that it threw; `undefined`: the service has accepted the outcome */
async function send(
  { report, pauses }: DeliveryPorts,
  { name, isAnonymous }: OutboxRow,
  { token = '' }: OutcomePayload,
): Promise<unknown> {
  try {
    await report(name as Outcome, token);
    return undefined;
  } catch (error) {
    if (!isAnonymous) pauses.report.noteError(error);
    return error;
  }
}

/**
 * Saves a row, and emits an event if it has ended. If the outbox cannot be reached, retries until the lease is over, because only this process knows
 * the answer.
 *
 * @throws VaultError `store_unavailable` when the lease is over
 */
async function saveRow(
  ports: DeliveryPorts,
  row: OutboxRow,
  { owner, lifetimeMs }: OutboxLease,
): Promise<DeliveredRow | undefined> {
  const startMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (!(await ports.outbox.save(await withoutToken(ports, row), owner))) return undefined;
      break;
    } catch (reason) {
      if (performance.now() - startMs > lifetimeMs) throw reason;
      await sleep(savePauseMsOf(attempt - 1));
    }
  }
  emitEnd(ports, row);
  return { row, isSent: false };
}

/** Removes the token from the payload of a settled row. Reads the stored payload again, because the host may have added its reference meanwhile. */
async function withoutToken({ outbox, sealer }: DeliveryPorts, row: OutboxRow): Promise<OutboxRow> {
  if (row.settledAtMs === undefined || row.payload === undefined) return row;
  const stored = await outbox.find(row.key);
  const payload = await readPayload(sealer, stored ?? row).catch(() => ({}));
  return { ...row, payload: await sealSettled(sealer, payload, row.key) };
}

/** Emits an event if the row has ended. */
function emitEnd({ emit }: DeliveryPorts, row: OutboxRow): void {
  const { state, key: outcomeId, begun: requests, status } = row;
  if (row.settledAtMs === undefined) return;
  const fields = { outcome: row.name as Outcome, outcomeId };
  if (state === 'confirmed') emit({ type: 'reported', ...fields });
  else if (state === 'undelivered') emit({ type: 'undelivered', ...fields, requests });
  else {
    const end = state as 'rejected' | 'probably_recorded' | 'refused';
    emit({ type: 'not_confirmed', ...fields, end, ...(status !== undefined && { status }) });
  }
}
