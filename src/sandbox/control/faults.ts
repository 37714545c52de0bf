import { z } from 'zod/v4';
import { OUTCOMES } from '../service/endlink/endlink-calls.ts';
import type { LoggedRequest } from './request-log.ts';

const where = {
  outcome: z.enum(OUTCOMES).optional(),
  path: z.string().startsWith('/').optional(),
  times: z.int().min(1).default(1),
  processed: z.boolean().default(false),
};

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
    ...where,
    status: z.int().min(200).max(599),
    headers: headers.default({}),
    body: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  }),
  z.strictObject({ kind: z.literal('drop'), ...where }),
  z.strictObject({ kind: z.literal('hold'), ...where }),
  z.strictObject({ kind: z.literal('cut'), ...where, processed: z.literal(true).default(true) }),
  z.strictObject({ kind: z.literal('loop'), ...where }),
]);

/**
 * Something that goes wrong on purpose: `status` answers with that status, `drop` cuts the connection, `hold` keeps the request until it
 * is released, `cut` lets the service answer and breaks off in the middle of the body, `loop` redirects to the address that was asked for. It
 * strikes the next `times` requests for that outcome (both forms) or path, or for anything. `processed` says whether the service handled
 * the request before.
 */
export type Fault = z.infer<typeof faultOrder> & { id: string };

/** The faults that wait for their requests, and the requests that are held. */
export interface Faults {
  add(order: z.infer<typeof faultOrder>): Fault;
  /** The first fault that strikes this request, counted down. */
  take(request: LoggedRequest): Fault | undefined;
  waiting(): readonly Fault[];
  heldCount(): number;
  /** Resolves when released: `false` where the connection is to be cut instead. */
  hold(): Promise<boolean>;
  /** Lets every held request go on. @returns how many there were */
  release(): number;
  /** Forgets every fault. @returns how many there were */
  clear(): number;
  /** Cuts every held request. */
  cut(): void;
}

/** No faults yet. */
export function createFaults(): Faults {
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
      const fault = { ...order, id: `fault-${(count += 1)}` };
      faults.push(fault);
      return fault;
    },
    take(request) {
      const fault = faults.find((candidate) => strikes(candidate, request));
      if (fault) fault.times -= 1;
      faults = faults.filter(({ times }) => times > 0);
      return fault;
    },
    waiting: () => faults,
    heldCount: () => held.length,
    hold: () => new Promise((resolve) => held.push(resolve)),
    release: () => letGo(true),
    clear() {
      const cleared = faults.length;
      faults = [];
      return cleared;
    },
    cut: () => void letGo(false),
  };
}

/** A preflight is never struck: it would take the place of the request that the fault is meant for. */
const strikes = ({ outcome, path }: Fault, request: LoggedRequest) =>
  request.method !== 'OPTIONS' &&
  (outcome === undefined || outcome === request.outcome) &&
  (path === undefined || path === request.path);
