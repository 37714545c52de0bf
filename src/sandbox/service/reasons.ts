import type { Use } from '../market/oauth-records.ts';
import type { Clock } from '../market/clock.ts';
import type { Behaviour } from './behaviour/switch-table.ts';
import type { CallNotes } from './service-context.ts';

/** Something that a reason refers to. */
interface References {
  /** Numbers of earlier requests. */
  causes?: readonly number[];
  switches?: readonly (keyof Behaviour)[];
}

const MAX_REASON_LENGTH = 500;
const MAX_PART_LENGTH = 300;
const MAX_QUOTE_LENGTH = 60;

/**
 * Notes the reason for the response to a request. A later call replaces an earlier one.
 *
 * @param section section of the interface that says so; `null` if it does not say it
 * @param references earlier requests that led to it, and switches that it names
 */
export function explain(
  notes: CallNotes,
  section: string | null,
  reason: string,
  { causes = [], switches = [] }: References = {},
): void {
  notes.section = section;
  notes.causes = causes;
  notes.switches = switches;
  notes.reason =
    reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH - 1)}…` : reason;
}

/** Shortens a part of a reason, so that the rest of the reason fits. */
export const shortened = (text: string): string =>
  text.length > MAX_PART_LENGTH ? `${text.slice(0, MAX_PART_LENGTH - 1)}…` : text;

/** Returns the end of a token, such as `…4f2a`: enough to recognize it, too little to use it. */
export const tokenEnd = (token: string): string =>
  token.length < 12 ? '…' : `…${token.slice(-4)}`;

/** Quotes a text of a request, shortened if it is long. */
export const quoted = (text: string): string =>
  `"${text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text}"`;

/** Turns a sentence into the end of another: `The code has expired.` becomes `the code has expired.` */
export const continued = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Formats a duration, such as `12 s`, `5 min` or `3 h`. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** Says when and by which request something was used: `12 s ago by request 41`. */
export const usedText = (use: Use | null, nowMs: number): string =>
  use ? `${durationText(nowMs - use.atMs)} ago by request ${use.request}` : 'before';

/** Possible reasons why a token is unknown, as the middle of a sentence. */
export const NEVER_ISSUED =
  'was never issued here, or was forgotten by a reset, by a restart without --data, or when its seller, packet or client was deleted.';

/** Says by how much the clock was moved ahead: a sentence that begins with a space, or an empty string. */
export function clockText(clock: Clock): string {
  const aheadMs = clock.advancedSeconds() * 1000;
  return aheadMs < 1000
    ? ''
    : ` The clock of the sandbox is ${durationText(aheadMs)} ahead of real time.`;
}

/** Lists the first names and the number of the others: `name, drink and 7 more`. */
export function listText(names: Iterable<string>, most = 5): string {
  const shown: string[] = [];
  let more = 0;
  for (const name of names) {
    if (shown.length < most) shown.push(name.slice(0, MAX_QUOTE_LENGTH));
    else more += 1;
  }
  return more ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
