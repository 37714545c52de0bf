import type { Use } from '../market/use.ts';
import type { Clock } from '../market/clock.ts';
import type { CallNotes } from './context.ts';

const LONGEST_REASON = 500;
const LONGEST_PART = 300;
const LONGEST_QUOTE = 60;

/**
 * Notes why a request is answered as it is. The last call for a request wins.
 *
 * @param section of the interface; `null` where the sandbox decides and not the service
 */
export function explain(notes: CallNotes, section: string | null, reason: string): void {
  notes.section = section;
  notes.reason =
    reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON - 1)}…` : reason;
}

/** A part of a reason, so short that the rest fits. */
export const shortened = (text: string): string =>
  text.length > LONGEST_PART ? `${text.slice(0, LONGEST_PART - 1)}…` : text;

/** The end of a token, such as `…4f2a`: enough to recognize it, too little to use it. */
export const tokenEnd = (token: string): string =>
  token.length < 12 ? '…' : `…${token.slice(-4)}`;

/** A text that somebody sent, in quotation marks and not too long. */
export const quoted = (text: string): string =>
  `"${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}"`;

/** `The code has expired.` as the end of a sentence: `the code has expired.` A name such as `redirect_uri` stays as it is. */
export const continued = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** For how long, such as `12 s`, `5 min` or `3 h`. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** When and by which request something was used: `12 s ago by request 41`. */
export const usedText = (use: Use | null, nowMs: number): string =>
  use ? `${durationText(nowMs - use.atMs)} ago by request ${use.request}` : 'before';

/** What happened to a token that is not known, as the middle of a sentence. */
export const NEVER_ISSUED =
  'was never issued here, or was forgotten by a reset, by a restart without --data, or when its seller, packet or client was deleted.';

/** Says by how much the clock was moved ahead, where it was: a sentence that begins with a space. */
export function clockText(clock: Clock): string {
  const aheadMs = clock.advancedSeconds() * 1000;
  return aheadMs < 1000
    ? ''
    : ` The clock of the sandbox is ${durationText(aheadMs)} ahead of real time.`;
}

/** Names in a list that is not too long: `name, drink and 7 more`. */
export function listText(names: Iterable<string>, most = 5): string {
  const shown: string[] = [];
  let more = 0;
  for (const name of names) {
    if (shown.length < most) shown.push(name.slice(0, LONGEST_QUOTE));
    else more += 1;
  }
  return more ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
