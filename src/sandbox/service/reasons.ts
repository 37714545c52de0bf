import type { Use } from '../market/use.ts';
import type { CallNotes } from './context.ts';

const LONGEST_REASON = 500;
const LONGEST_QUOTE = 60;

/** Notes why a request is answered as it is. The last call for a request wins. */
export function explain(notes: CallNotes, section: string, reason: string): void {
  notes.section = section;
  notes.reason =
    reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON - 1)}…` : reason;
}

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
