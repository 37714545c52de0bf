import type { OutcomeRecord } from '../../bff/index.ts';
import { OPEN_STATES, OUTBOX_ENDS } from '../../bff/operating.ts';
import { shownStateOf, STATE_WORDS } from '../outcomes/state-words.ts';
import type { ShownState } from '../outcomes/state-words.ts';
import { ArgumentsError } from '../usage-error.ts';
import type { CommandArguments } from './command.ts';

type Values = CommandArguments['values'];

/** The states that `--state` names, as in the JSON. */
const STATES = ['open', ...OPEN_STATES, ...OUTBOX_ENDS] as const;

/** The outcomes that `--state` chooses. */
export interface StateChoice {
  state?: (typeof STATES)[number] | undefined;
  /** The state that a reader sees, where it is only a part of `state`. */
  shown?: ShownState | undefined;
}

/** Returns the outcomes that `--state` chooses, by a name of the JSON or by the words that the table shows. @throws ArgumentsError */
export function stateChoiceOf({ state: text }: Values): StateChoice {
  if (text === undefined) return {};
  const named = STATES.find((one) => one === text);
  if (named) return { state: named };
  const shown = SHOWN_STATES.find((one) => STATE_WORDS[one].label === text);
  if (shown === 'unapproved') return { state: 'waiting', shown };
  if (shown === 'unsent') return { state: 'undelivered', shown };
  if (shown) return { state: shown };
  throw new ArgumentsError(
    `--state must be ${STATES.slice(0, -1).join(', ')} or ${STATES.at(-1)}. The words of the table work, too.`,
  );
}

const SHOWN_STATES = Object.keys(STATE_WORDS) as ShownState[];

/** Returns whether a choice has an outcome. */
export const isChosen = ({ shown }: StateChoice, record: OutcomeRecord): boolean =>
  shown === undefined || shownStateOf(record) === shown;

/** Returns the first and the last day that the options name. @throws ArgumentsError */
export function daysOf(values: Values): { sinceMs?: number | undefined; until?: string } {
  const since = dayOption(values, 'since');
  const until = dayOption(values, 'until');
  if (since !== undefined && until !== undefined && until < since) {
    throw new ArgumentsError('--until is before --since.');
  }
  return {
    ...(since !== undefined && { sinceMs: Date.parse(since) }),
    ...(until !== undefined && { until }),
  };
}

function dayOption(values: Values, name: 'since' | 'until'): string | undefined {
  const day = values[name];
  if (day === undefined) return undefined;
  const atMs = typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN;
  // A day such as 2026-02-31 is read as one of the next month.
  if (Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(String(day))) {
    throw new ArgumentsError(`--${name} must be a day such as 2026-05-31.`);
  }
  if (atMs > Date.now()) throw new ArgumentsError(`--${name} is in the future.`);
  return String(day);
}

/** @throws ArgumentsError */
export function limitOf({ limit = 'Infinity' }: Values): number {
  if (limit === 'Infinity' || /^[1-9]\d{0,8}$/.test(String(limit))) return Number(limit);
  throw new ArgumentsError('--limit must be a whole number, 1 or more.');
}
