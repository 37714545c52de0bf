import { z } from 'zod/v4';
import type { SandboxCore } from '../core/core.ts';
import { faultOrder } from '../core/faults.ts';
import type { Fault } from '../core/faults.ts';
import { mayBeMissing } from '../core/field-schemas.ts';
import type { LoggedRequest } from '../core/request-log.ts';
import { readScenario, ScenarioError } from '../core/scenario/scenario-schema.ts';
import { timestamp } from '../market/clock.ts';
import { repliesUpdate } from '../service/behaviour/reply-table.ts';
import type { Replies } from '../service/behaviour/reply-table.ts';
import { behaviourUpdate } from '../service/behaviour/switch-table.ts';
import type { Behaviour } from '../service/behaviour/switch-table.ts';
import { noSuch, Refused, withFields, wrongField } from './refused.ts';
import { stateView } from './state-view.ts';

/** Returns the time of the sandbox. */
export const clockView = ({ clock }: SandboxCore) => ({
  now: timestamp(clock.nowMs()),
  advanced_seconds: clock.advancedSeconds(),
  frozen: clock.isFrozen(),
});

const MAX_ADVANCE_SECONDS = 1e9;

const clockOrder = z
  .strictObject({
    advance_seconds: mayBeMissing(
      z.number().positive('must be a number above 0').max(MAX_ADVANCE_SECONDS, 'is too far ahead'),
    ),
    now: mayBeMissing(z.iso.datetime({ offset: true, error: 'must be a time in ISO 8601' })),
    frozen: mayBeMissing(z.boolean()),
  })
  .refine((order) => Object.keys(order).length > 0, 'name advance_seconds, now or frozen')
  .refine(
    (order) => order.advance_seconds === undefined || order.now === undefined,
    'name advance_seconds or now, not both',
  );

/** Moves the clock ahead, stops it or lets it run. Time never goes back, so an expired token stays expired. */
export const setClock = (core: SandboxCore, fields: unknown) =>
  withFields(clockOrder, fields, ({ now, advance_seconds, frozen }) => {
    const { clock } = core;
    const seconds = now === undefined ? 0 : (Date.parse(now) - clock.nowMs()) / 1000;
    if (seconds < 0) {
      const present = timestamp(clock.nowMs());
      return wrongField('now', `must not be before ${present}, the present time of the sandbox`);
    }
    if (seconds > MAX_ADVANCE_SECONDS) return wrongField('now', 'is too far ahead');
    clock.advance(advance_seconds ?? seconds);
    if (frozen !== undefined) clock.setFrozen(frozen);
    core.emitChange('state');
    return clockView(core);
  });

/** Returns the active faults, and the number of requests that they hold. */
export const faultsView = ({ faults, heldRequests }: SandboxCore) => ({
  faults: faults.active(),
  held_requests: heldRequests.count(),
});

/** Adds a fault for the next matching requests. */
export const addFault = (core: SandboxCore, fields: unknown): Fault | Refused =>
  withFields(faultOrder, fields, (order) => withChange(core, core.faults.add(order)));

/** Removes a fault. */
export function removeFault(core: SandboxCore, id: string): Fault | Refused {
  const removed = core.faults.remove(id);
  return removed ? withChange(core, removed) : noSuch('fault');
}

/** Removes every fault, and continues the requests that they hold. */
export const clearFaults = (core: SandboxCore) =>
  withChange(core, { removed: core.faults.clear(), released: core.heldRequests.release() });

/** Continues the requests that faults hold. */
export const releaseRequests = (core: SandboxCore) =>
  withChange(core, { released: core.heldRequests.release() });

/** Notifies listeners of a change. @returns `result` */
function withChange<T>(core: SandboxCore, result: T): T {
  core.emitChange('state');
  return result;
}

/** Changes some switches. @returns all switches */
export const setBehaviour = (core: SandboxCore, fields: unknown): Behaviour | Refused =>
  withFields(behaviourUpdate, fields, (update) => {
    core.setBehaviour(update);
    return core.behaviour;
  });

/** Changes parts of some replies. @returns all replies */
export const setReplies = (core: SandboxCore, fields: unknown): Replies | Refused =>
  withFields(repliesUpdate, fields, (update) => {
    core.setReplies(update);
    return core.replies;
  });

const settings = z.strictObject({ behaviour: behaviourUpdate, replies: repliesUpdate });

/** Changes switches and parts of replies at once, or nothing. */
export const setSettings = (core: SandboxCore, fields: unknown): object | Refused =>
  withFields(settings, fields, ({ behaviour, replies }) => {
    core.setBehaviour(behaviour);
    core.setReplies(replies);
    return { behaviour, replies };
  });

const resetOrder = z.strictObject({ keep_packets: z.boolean().default(false) });

/** Resets the sandbox. With `keep_packets`, keeps clients, packets and sellers. @returns the state */
export const reset = (core: SandboxCore, fields: unknown) =>
  withFields(resetOrder, fields, ({ keep_packets }) => {
    core.reset(keep_packets);
    return stateView(core);
  });

/** Replaces the state by a scenario. @returns the state */
export function loadScenario(core: SandboxCore, document: unknown) {
  try {
    core.load(readScenario(document));
  } catch (error) {
    if (error instanceof ScenarioError) return new Refused(400, error.mistakes);
    throw error;
  }
  return stateView(core);
}

const count = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

const logOrder = z.object({ after: count.default(0), limit: count.optional() });

/** Returns the requests of the log with a number above `after`, at most `limit`. */
export const listRequests = (
  core: SandboxCore,
  fields: unknown,
): { requests: readonly LoggedRequest[] } | Refused =>
  withFields(logOrder, fields, ({ after, limit }) => ({
    requests: core.log.onlyAfter(after, limit),
  }));

/** Returns the openings of endlinks in the log, oldest first. */
export const listOpenings = ({ log }: SandboxCore) => ({ openings: log.openings() });

/** Removes all requests and openings from the log. @returns the number of requests */
export function clearLog(core: SandboxCore) {
  const removed = core.log.entries().length;
  core.log.clear();
  core.emitChange('log');
  return { removed };
}
