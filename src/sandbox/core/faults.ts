import { z } from 'zod/v4';
import { ENDLINK_CALLS, OUTCOMES } from '../service/endlink/endlink-calls.ts';
import { AUTHORIZE_PATH, PUSH_PATH, TOKEN_PATH } from '../service/service-paths.ts';
import type { LoggedRequest } from './request-log.ts';

/** Longest delay: one day, well below the 32 bits of `setTimeout`. */
const MAX_DELAY_MS = 86_400_000;

/** Paths of the service, as patterns in which `*` stands for an id. @see interface §4 */
const ADDRESSES: readonly string[] = [
  ...ENDLINK_CALLS.keys(),
  AUTHORIZE_PATH,
  TOKEN_PATH,
  PUSH_PATH.replace(':packet_id', '*'),
];

/** Message for a path of a fault that matches no address of the service. */
const UNKNOWN_PATH = `fits no address of the service. The addresses are ${ADDRESSES.join(', ')}; * stands for any characters`;

/** Returns whether a pattern can match a path of the service. */
const isServicePattern = (pattern: string): boolean =>
  ADDRESSES.some((address) => overlap(pattern, address));

const conditions = {
  outcome: z.enum(OUTCOMES).optional(),
  path: z.string().max(500).refine(isServicePattern, UNKNOWN_PATH).optional(),
  method: z
    .string()
    .regex(/^[A-Za-z]+$/, 'must be an HTTP method')
    .transform((method) => method.toUpperCase())
    .optional(),
  client_id: z.string().min(1).optional(),
  seller_id: z.string().min(1).optional(),
  rate: z.number().min(0).max(1).default(1),
  times: z.int().min(1).nullable().optional(),
  processed: z.boolean().default(false),
};

const delay_ms = z.int().min(0).max(MAX_DELAY_MS);
const conditionsAndDelay = { ...conditions, delay_ms: delay_ms.default(0) };

const headers = z.record(z.string(), z.string()).transform((record, context) => {
  try {
    return Object.fromEntries(new Headers(record));
  } catch {
    context.addIssue('must be names and values of HTTP headers');
    return z.NEVER;
  }
});

/** Schema of the body of `POST /sandbox/faults`. */
export const faultOrder = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    ...conditionsAndDelay,
    status: z.int().min(200).max(599),
    headers: headers.default({}),
    body: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  }),
  z.strictObject({ kind: z.literal('drop'), ...conditionsAndDelay }),
  z.strictObject({ kind: z.literal('hold'), ...conditionsAndDelay }),
  z.strictObject({
    kind: z.literal('cut'),
    ...conditionsAndDelay,
    processed: z.literal(true).default(true),
  }),
  z.strictObject({ kind: z.literal('loop'), ...conditionsAndDelay }),
  z.strictObject({ kind: z.literal('delay'), ...conditions, delay_ms }),
]);

/**
 * A deliberate failure. `status` answers with that status, `drop` cuts the connection, `hold` keeps the request until it is released, `cut` lets the
 * service answer and ends the response in the middle of the body, `loop` redirects to the requested address, `delay` answers late. A fault applies to
 * the next `times` matching requests, each with the probability `rate`. If `times` is `null`, it applies until it is removed. `delay_ms` is real time
 * before the fault. `processed`: the service handles the request before the fault.
 */
export type Fault = z.infer<typeof faultOrder> & { id: string; times: number | null };

/** The active faults. */
export interface Faults {
  /** Adds a fault. Without `times`, it applies once; with a rate below 1, until it is removed. */
  add(order: z.infer<typeof faultOrder>): Fault;
  /** Returns the first fault that applies to a request, and counts its `times` down. */
  take(request: LoggedRequest): Fault | undefined;
  /** Returns the active faults, oldest first. */
  active(): readonly Fault[];
  /** Removes a fault. @returns the removed fault */
  remove(id: string): Fault | undefined;
  /** Removes every fault. @returns their number */
  clear(): number;
  /** Returns a function that replaces the active faults by the present ones. */
  save(): () => void;
}

/**
 * Creates an empty list of faults.
 *
 * @param random returns a number from 0 to below 1, for the rate
 */
export function createFaults(random: () => number): Faults {
  let faults: Fault[] = [];
  let count = 0;
  return {
    add(order) {
      const times = order.times === undefined ? (order.rate < 1 ? null : 1) : order.times;
      const fault = { ...order, times, id: `fault-${(count += 1)}` };
      faults.push(fault);
      return fault;
    },
    take(request) {
      const fault = faults.find((one) => fits(one, request) && random() < one.rate);
      if (fault === undefined || fault.times === null) return fault;
      fault.times -= 1;
      if (fault.times === 0) faults = faults.filter((one) => one !== fault);
      return fault;
    },
    active: () => faults,
    remove(id) {
      const removed = faults.find((one) => one.id === id);
      faults = faults.filter((one) => one !== removed);
      return removed;
    },
    save() {
      const kept = faults.map((fault) => ({ ...fault }));
      return () => (faults = kept);
    },
    clear() {
      const cleared = faults.length;
      faults = [];
      return cleared;
    },
  };
}

/** Returns whether a fault matches a request. Never matches a preflight, so that the fault applies to the request after it. */
const fits = (
  { outcome, path, method, client_id, seller_id }: Fault,
  request: LoggedRequest,
): boolean =>
  request.method !== 'OPTIONS' &&
  (outcome === undefined || outcome === request.outcome) &&
  (path === undefined || overlap(path, request.path)) &&
  (method === undefined || method === request.method) &&
  (client_id === undefined || client_id === request.client_id) &&
  (seller_id === undefined || seller_id === request.seller_id);

/**
 * Returns whether two patterns can match the same path; `*` matches any characters, or none. One of them may be a plain path. Takes time in proportion
 * to the product of both lengths, whatever they hold.
 */
function overlap(one: string, other: string): boolean {
  // reached[j]: the characters of `one` so far can match the first j characters of `other`.
  let reached = Array.from({ length: other.length + 1 }, (_, index) =>
    /^\**$/.test(other.slice(0, index)),
  );
  for (const character of one) {
    const next: boolean[] = [];
    for (let index = 0; index <= other.length; index += 1) {
      const before = other[index - 1];
      const skipped = next[index - 1] ?? false;
      next[index] =
        character === '*'
          ? (reached[index] ?? false) || skipped
          : before === '*'
            ? (reached[index] ?? false) || skipped
            : before === character && (reached[index - 1] ?? false);
    }
    reached = next;
  }
  return reached[other.length] ?? false;
}
