import { VaultError } from '../../protocol/index.ts';
import type { Outcome } from '../../protocol/index.ts';
import { fromBase64, toBase64Url } from '../base64.ts';
import { hashOf } from '../grants/hash.ts';
import { acceptOutcome } from './accept-outcome.ts';
import { answerWithin } from './answer-within.ts';
import type { Deliveries } from './deliveries.ts';
import { readPayload } from './payload.ts';
import { deliverDue, runDeliveries } from './run-deliveries.ts';
import type { DeliveryTurn } from './run-deliveries.ts';
import { dayOf, OPEN_STATES, OUTBOX_ENDS } from '../stores/outbox.ts';
import type { OutboxCount, OutboxRow, OutboxState } from '../stores/outbox.ts';

/** An outcome for {@link VaultOutcomes.report}. */
export interface OutcomeToReport {
  outcome: Outcome;
  /** The endlink token. */
  token: string;
  /** Seconds since the seller landed with the token. Default: 0; then the hour counts from now. */
  ageSeconds?: number | undefined;
  /** Your own reference of the interview, at most 200 characters. It is stored sealed. */
  reference?: string | undefined;
}

/** A stored outcome. Never contains the token. */
export interface OutcomeRecord {
  /** SHA-256 of the token, base64url. */
  id: string;
  outcome: Outcome;
  /** State of its delivery. */
  state: OutboxState;
  /** Origin of the report: a page, or your own process. */
  from: 'page' | 'host';
  reference?: string | undefined;
  acceptedAtMs: number;
  /** Time of the next delivery attempt; `undefined` if the delivery has ended. */
  dueAtMs?: number | undefined;
  /** Time when the delivery ended; `undefined` until then. */
  settledAtMs?: number | undefined;
  /** Number of requests that were begun. */
  requests: number;
  /** Number of requests that have ended, with or without an answer of the service. */
  answers: number;
  /** HTTP status of the last answer. */
  status?: number | undefined;
  /** `true` if the host still has to approve it. */
  isUnapproved: boolean;
}

/** Query of {@link VaultOutcomes.list}. */
export interface OutcomeQuery {
  /** `open`: all that are on their way. Default: all. */
  state?: OutboxState | 'open' | undefined;
  /** Only outcomes that were accepted at this time or later, in milliseconds since 1970. */
  sinceMs?: number | undefined;
  /** `next` of the page before. */
  cursor?: string | undefined;
  /** Maximum number of outcomes. Default: 100, at most 1,000. */
  limit?: number | undefined;
}

/** One page of {@link VaultOutcomes.list}. */
export interface OutcomePage {
  outcomes: OutcomeRecord[];
  /** `cursor` of the next page; `undefined`: this is the last one. */
  next?: string | undefined;
}

/** A field by which {@link VaultOutcomes.counts} groups outcomes. */
export type CountedBy = 'day' | 'outcome' | 'end';

/** A number of outcomes. Fields that the query does not name are summed up. */
export interface OutcomeCount {
  /** Day of acceptance in UTC, such as `2026-05-31`. */
  day?: string | undefined;
  outcome?: Outcome | undefined;
  /** `accepted`: all that were stored. `refused`: the host did not approve; most of these were never stored. */
  end?: OutboxCount['end'] | undefined;
  count: number;
}

/** Reports outcomes from your own server, looks up stored outcomes, and delivers them. */
export interface VaultOutcomes {
  /**
   * Reports how a seller's visit ended. The outcome is stored before anything is sent, and is delivered even if this process dies. Resolves when the
   * service has answered, or after two seconds.
   *
   * @returns the stored outcome; `confirmed`: the service has counted it
   * @throws VaultError `validation_failed` (no outcome, or no token), `outcome_locked` (the token has another outcome), `outcome_rejected` (the
   *   service refused it), `store_unavailable` (it is not stored), `invalid_request`
   * @see interface §4.4
   */
  report(outcome: OutcomeToReport): Promise<OutcomeRecord>;
  /** Returns one outcome by the token or its id; `undefined` if it is unknown, or was deleted after `outcomeDays`. */
  find(tokenOrId: { token: string } | { id: string }): Promise<OutcomeRecord | undefined>;
  /** Returns outcomes, the latest first. @throws VaultError `invalid_request`, `store_unavailable` */
  list(query?: OutcomeQuery): Promise<OutcomePage>;
  /**
   * Returns numbers of outcomes, which are kept for longer than the outcomes themselves.
   *
   * @param query.sinceMs default: 30 days ago
   * @param query.by default: all three
   */
  counts(query?: {
    sinceMs?: number | undefined;
    by?: readonly CountedBy[] | undefined;
  }): Promise<OutcomeCount[]>;
  /** Makes an outcome due now. @returns `false` if there is no such outcome, if its delivery has ended, or if a process works on it */
  retry(id: string): Promise<boolean>;
  /**
   * Delivers outcomes as they become due, until `signal` aborts or the backend closes. `vaultlink serve` does so by itself. Any number of processes may
   * run it.
   */
  run(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Delivers outcomes that are due, once: for a scheduler on a platform without long-lived processes. Call it every minute.
   *
   * @param options.limit maximum number of outcomes. Default: 100
   */
  deliverDue(options?: { limit?: number | undefined }): Promise<DeliveryTurn>;
}

/** Milliseconds for which a report waits for the answer of the service. */
const ANSWER_TIMEOUT_MS = 2000;
const MAX_LISTED = 1000;
const MAX_REFERENCE_LENGTH = 200;
/** All fields by which counts can be grouped. */
const EVERYTHING: readonly CountedBy[] = ['day', 'outcome', 'end'];
const DAY_MS = 86_400_000;

/** A backend, of which only the outcomes matter here. */
interface RunningOutcomes {
  backend: { deliveries: Deliveries | undefined };
  /** Aborted when the backend closes. */
  closing: AbortSignal;
}

/**
 * Creates the methods for the host's own process.
 *
 * @param runningBackend resolves with the backend, which may have to load its options first
 */
export function createOutcomes(runningBackend: () => Promise<RunningOutcomes>): VaultOutcomes {
  const running = async () => {
    const { backend, closing } = await runningBackend();
    if (backend.deliveries) return { deliveries: backend.deliveries, closing };
    throw new VaultError(
      'configuration_error',
      'The backend has no store that keeps outcomes. Use SQLite or PostgreSQL for the option store, or for the option outbox beside it.',
    );
  };
  const recordOf = async ({ ports }: Deliveries, row: OutboxRow): Promise<OutcomeRecord> => {
    const { reference } = await readPayload(ports.sealer, row).catch(() => ({}) as never);
    return toRecord(row, reference);
  };
  return {
    async report(report) {
      const { deliveries } = await running();
      assertFields(report);
      const row = await answerWithin(await acceptOutcome(deliveries, report), ANSWER_TIMEOUT_MS);
      return toRecord(row, report.reference);
    },
    async find(query) {
      const { deliveries } = await running();
      const key = 'id' in query ? query.id : hashOf(query.token);
      const row = await deliveries.ports.outbox.find(key);
      return row && recordOf(deliveries, row);
    },
    async list({ state, sinceMs, cursor, limit = 100 } = {}) {
      const { deliveries } = await running();
      const most = wholeNumber('limit', limit, MAX_LISTED);
      const rows = await deliveries.ports.outbox.list({
        kind: 'outcome',
        states: state === undefined ? undefined : statesOf(state),
        sinceMs,
        after: cursor === undefined ? undefined : placeOf(cursor),
        limit: most + 1,
      });
      const page = rows.slice(0, most);
      const last = page.at(-1);
      return {
        outcomes: await Promise.all(page.map((row) => recordOf(deliveries, row))),
        ...(rows.length > most && last && { next: cursorOf(last) }),
      };
    },
    async counts({ sinceMs, by = EVERYTHING } = {}) {
      const { ports } = (await running()).deliveries;
      const since = dayOf(sinceMs ?? ports.now() - 30 * DAY_MS);
      return sumBy(await ports.outbox.counts('outcome', since), by);
    },
    async retry(id) {
      if (typeof id !== 'string') throw new VaultError('invalid_request', 'id must be text.');
      const { outbox, now } = (await running()).deliveries.ports;
      return outbox.hasten(id, now());
    },
    async run({ signal } = {}) {
      const { deliveries, closing } = await running();
      const anySignal = AbortSignal.any(signal ? [signal, closing] : [closing]);
      await runDeliveries(deliveries, anySignal);
    },
    async deliverDue({ limit = 100 } = {}) {
      const { deliveries } = await running();
      return deliverDue(deliveries, wholeNumber('limit', limit, Number.MAX_SAFE_INTEGER));
    },
  };
}

function toRecord(row: OutboxRow, reference: string | undefined): OutcomeRecord {
  const { key: id, name, state, isAnonymous, acceptedAtMs, begun, ended } = row;
  const isOpen = row.settledAtMs === undefined;
  return {
    id,
    outcome: name as Outcome,
    state,
    from: isAnonymous ? 'page' : 'host',
    ...(reference !== undefined && { reference }),
    acceptedAtMs,
    ...(isOpen ? { dueAtMs: row.dueAtMs } : { settledAtMs: row.settledAtMs }),
    requests: begun,
    answers: ended,
    ...(row.status !== undefined && { status: row.status }),
    isUnapproved: isOpen && isAnonymous && row.isUnapproved,
  };
}

/** @throws VaultError `invalid_request` if a field beside the outcome and the token is none */
function assertFields({ reference, ageSeconds = 0 }: OutcomeToReport): void {
  if (!(ageSeconds >= 0 && Number.isFinite(ageSeconds)))
    throw new VaultError('invalid_request', 'ageSeconds must be a number, 0 or more.');
  if (reference === undefined) return;
  if (typeof reference !== 'string' || reference.length > MAX_REFERENCE_LENGTH) {
    const sentence = `reference must be text of at most ${MAX_REFERENCE_LENGTH} characters.`;
    throw new VaultError('invalid_request', sentence);
  }
}

function statesOf(state: OutboxState | 'open'): readonly OutboxState[] {
  if (state === 'open') return OPEN_STATES;
  const known: readonly string[] = [...OPEN_STATES, ...OUTBOX_ENDS];
  if (known.includes(state)) return [state];
  throw new VaultError('invalid_request', `state must be open, ${known.join(', ')}.`);
}

function wholeNumber(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value > 0) return Math.min(value, most);
  throw new VaultError('invalid_request', `${name} must be a whole number, 1 or more.`);
}

const cursorOf = ({ acceptedAtMs, key }: OutboxRow): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify([acceptedAtMs, key])));

function placeOf(cursor: string): Pick<OutboxRow, 'acceptedAtMs' | 'key'> {
  try {
    const place: unknown = JSON.parse(new TextDecoder().decode(fromBase64(cursor)));
    if (Array.isArray(place) && typeof place[0] === 'number' && typeof place[1] === 'string')
      return { acceptedAtMs: place[0], key: place[1] };
  } catch {
    // Refused below.
  }
  throw new VaultError('invalid_request', 'cursor must be the next of the page before.');
}

/** Sums counts up, in the order in which their first ones come. */
function sumBy(counts: readonly OutboxCount[], by: readonly CountedBy[]): OutcomeCount[] {
  const sums = new Map<string, OutcomeCount>();
  for (const { day, name, end, count } of counts) {
    const all = { day, outcome: name as Outcome, end };
    const fields = Object.fromEntries(by.map((one) => [one, all[one]]));
    const key = JSON.stringify(fields);
    sums.set(key, { ...fields, count: (sums.get(key)?.count ?? 0) + count });
  }
  return [...sums.values()];
}
