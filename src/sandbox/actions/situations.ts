import type { z } from 'zod/v4';
import type { SandboxCore } from '../core/core.ts';
import { faultOrder } from '../core/faults.ts';
import type { Fault } from '../core/faults.ts';
import { DEFAULT_BEHAVIOUR } from '../service/behaviour/switch-table.ts';
import type { Behaviour } from '../service/behaviour/switch-table.ts';
import { noSuch } from './refused.ts';
import type { Refused } from './refused.ts';

/** A situation of the service in plain words: a preset of faults and switches. */
interface Situation {
  id: string;
  title: string;
  /** Sentence about what happens. */
  sentence: string;
  faults?: readonly z.input<typeof faultOrder>[];
  behaviour?: Partial<Behaviour>;
}

const REPORTS = '/api/v3/endlinks/*';
const PUSHES = '/api/v5/packets/*/sellers_packets/push';

/** The situations, the most common ones first. */
const SITUATIONS: readonly Situation[] = [
  {
    id: 'slow',
    title: 'The service is slow',
    sentence: 'Every request is answered 3 s late, until you end it.',
    faults: [{ kind: 'delay', delay_ms: 3000, times: null }],
  },
  {
    id: '503-once',
    title: '503 once',
    sentence: 'The next report gets 503, and changes nothing.',
    faults: [{ kind: 'status', status: 503, path: REPORTS }],
  },
  {
    id: 'lost-answer',
    title: 'An answer is lost',
    sentence: 'The next report is recorded, but its answer never arrives.',
    faults: [{ kind: 'drop', path: REPORTS, processed: true }],
  },
  {
    id: 'lost-report',
    title: 'A report is lost',
    sentence: 'The connection of the next report breaks before the service sees it.',
    faults: [{ kind: 'drop', path: REPORTS }],
  },
  {
    id: 'down',
    title: 'The service is down',
    sentence: 'Every request gets 503, until you end it.',
    faults: [{ kind: 'status', status: 503, times: null }],
  },
  {
    id: 'busy',
    title: 'Too many requests',
    sentence: 'The next two requests get 429, and shall wait 5 s.',
    faults: [{ kind: 'status', status: 429, times: 2, headers: { 'retry-after': '5' } }],
  },
  {
    id: 'unreadable',
    title: 'Pages cannot read the answer',
    sentence: 'The service counts reports, but sends no CORS headers.',
    behaviour: { cors: false },
  },
  {
    id: 'redirects',
    title: 'The base URL redirects',
    sentence: 'Every report is redirected, until you end it.',
    faults: [{ kind: 'loop', path: REPORTS, times: null }],
  },
  {
    id: 'token-ended',
    title: 'An access token ends early',
    sentence: 'The next push gets 401, so your backend has to refresh.',
    faults: [
      {
        kind: 'status',
        status: 401,
        path: PUSHES,
        body: { error: 'invalid_token', error_description: 'The access token has expired.' },
      },
    ],
  },
  {
    id: 'play-again',
    title: 'Sellers can open a settled packet again',
    sentence: 'A new token is issued, and a report with it is refused.',
    behaviour: { reopen_decided: true },
  },
];

/** Returns the situations, and whether each is on. */
export const situationList = (core: SandboxCore) =>
  SITUATIONS.map(({ id, title, sentence, faults = [], behaviour = {} }) => ({
    ...{ id, title, sentence },
    isOn:
      faults.every((order) => faultsOf(core, order).length > 0) &&
      Object.entries(behaviour).every(
        ([name, value]) => core.behaviour[name as keyof Behaviour] === value,
      ),
  }));

/** Begins a situation. One that is on already begins anew. */
export function beginSituation(core: SandboxCore, id: string): object | Refused {
  const situation = SITUATIONS.find((one) => one.id === id);
  if (!situation) return noSuch('situation');
  endSituation(core, id);
  for (const order of situation.faults ?? []) core.faults.add(faultOrder.parse(order));
  core.setBehaviour(situation.behaviour ?? {});
  return { id };
}

/** Ends a situation: removes its faults, and sets its switches to their defaults. */
export function endSituation(core: SandboxCore, id: string): object | Refused {
  const situation = SITUATIONS.find((one) => one.id === id);
  if (!situation) return noSuch('situation');
  for (const order of situation.faults ?? []) {
    for (const fault of faultsOf(core, order)) core.faults.remove(fault.id);
  }
  const names = Object.keys(situation.behaviour ?? {}) as (keyof Behaviour)[];
  core.setBehaviour(Object.fromEntries(names.map((name) => [name, DEFAULT_BEHAVIOUR[name]])));
  return { id };
}

/** Returns the active faults that an order has added. How often they still strike does not count. */
const faultsOf = ({ faults }: SandboxCore, order: z.input<typeof faultOrder>): Fault[] =>
  faults.active().filter((fault) => contentOf(fault) === contentOf(faultOrder.parse(order)));

/** Returns what a fault does and whom it strikes, as a text to compare. */
const contentOf = (fault: z.output<typeof faultOrder>): string =>
  JSON.stringify(
    Object.entries(fault)
      .filter(([name]) => name !== 'id' && name !== 'times')
      .sort(([one], [other]) => one.localeCompare(other)),
  );
