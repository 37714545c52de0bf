import { z } from 'zod/v4';
import { OUTCOMES } from '../../service/endlink/endlink-calls.ts';
import { isServicePattern, overlap, UNKNOWN_PATH } from './path-pattern.ts';
import type { LoggedRequest } from '../log/request-log.ts';

/** `setTimeout` counts in 32 bits; nobody waits for a day. */
const LONGEST_DELAY_MS = 86_400_000;

const where = {
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

const delay_ms = z.int().min(0).max(LONGEST_DELAY_MS);
const anywhere = { ...where, delay_ms: delay_ms.default(0) };

const headers = z.record(z.string(), z.string()).transform((record, context) => {
  try {
    return Object.fromEntries(new Headers(record));
  } catch {
    context.addIssue('must be names and values of HTTP headers');
    return z.NEVER;
  }
});

/** The body of `POST /sandbox/faults`. */
export const faultOrder = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    ...anywhere,
    status: z.int().min(200).max(599),
    headers: headers.default({}),
    body: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  }),
  z.strictObject({ kind: z.literal('drop'), ...anywhere }),
  z.strictObject({ kind: z.literal('hold'), ...anywhere }),
  z.strictObject({
    kind: z.literal('cut'),
    ...anywhere,
    processed: z.literal(true).default(true),
  }),
  z.strictObject({ kind: z.literal('loop'), ...anywhere }),
  z.strictObject({ kind: z.literal('delay'), ...where, delay_ms }),
]);

/**
 * Something that goes wrong on purpose: `status` answers with that status, `drop` cuts the connection, `hold` keeps the request until it
 * is released, `cut` lets the service answer and breaks off in the middle of the body, `loop` redirects to the address that was asked for,
 * `delay` answers late. It strikes the next `times` requests that it fits, each with the probability `rate`. `times` is `null` where it strikes
 * until it is removed. `delay_ms` passes in real time before. `processed` says whether the service handled the request before.
 */
export type Fault = z.infer<typeof faultOrder> & { id: string; times: number | null };

/** The faults that wait for their requests, and the requests that are held. */
export interface Faults {
  /** `times` is 1 where the order has none, and without end where it has a rate below 1. */
  add(order: z.infer<typeof faultOrder>): Fault;
  /** The first fault that strikes this request, counted down. */
  take(request: LoggedRequest): Fault | undefined;
  waiting(): readonly Fault[];
  /** How many requests are held or delayed. */
  heldCount(): number;
  /** Resolves when released, or after `ms`: `false` where the connection is to be cut instead. */
  hold(ms?: number): Promise<boolean>;
  /** Lets every held request go on. @returns how many there were */
  release(): number;
  /** Forgets one fault. @returns it, where it was there */
  remove(id: string): Fault | undefined;
  /** Forgets every fault. @returns how many there were */
  clear(): number;
  /** Cuts every held request. */
  cut(): void;
}

/**
 * No faults yet.
 *
 * @param random a number from 0 to below 1, for the rate
 */
export function createFaults(random: () => number): Faults {
  let faults: Fault[] = [];
  let held: ((goOn: boolean) => void)[] = [];
  let count = 0;

  function letGo(goOn: boolean): number {
    const released = held;
    held = [];
    for (const resolve of released) resolve(goOn);
    return released.length;
  }

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
    waiting: () => faults,
    heldCount: () => held.length,
    hold: (ms) =>
      new Promise((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(() => go(true), ms);
        const go = (goOn: boolean) => {
          clearTimeout(timer);
          held = held.filter((one) => one !== go);
          resolve(goOn);
        };
        held.push(go);
      }),
    release: () => letGo(true),
    remove(id) {
      const removed = faults.find((one) => one.id === id);
      faults = faults.filter((one) => one !== removed);
      return removed;
    },
    clear() {
      const cleared = faults.length;
      faults = [];
      return cleared;
    },
    cut: () => void letGo(false),
  };
}

/** A preflight is never struck: it would take the place of the request that the fault is meant for. */
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
