/**
 * Takes the tokens of the tab out of what others said, before it is shown, printed or kept: an answer may repeat a token, as it is or encoded.
 *
 * @module
 */
import type { StoredRecord } from './record.ts';

/** Characters that HTML writes by a name. */
const NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** Returns a pattern for a token in whichever way it is written: plain, in an address (once or several times over), in JSON, in HTML or in Base64. */
export function tokenPattern(token: string): RegExp {
  const characters = Array.from(token, (character) => {
    const bytes = [...new TextEncoder().encode(character)].map((byte) => `%(?:25)*${hexOf(byte)}`);
    const code = character.codePointAt(0) ?? 0;
    return `(?:${[
      `\\\\?${escape(character)}`,
      bytes.join(''),
      `\\\\u${hexOf(code, 4)}`,
      `&#0*${code};`,
      `&#x0*${hexOf(code)};`,
      ...(NAMES[character] ? [`&${NAMES[character]};`] : []),
    ].join('|')})`;
  });
  const base64 = btoa(String.fromCodePoint(...new TextEncoder().encode(token)))
    .replace(/=+$/, '')
    .replace(/[+/]/g, (character) => (character === '+' ? '[+-]' : '[/_]'));
  // Letters in the hexadecimal digits of an encoding may be of either case.
  return new RegExp(`${characters.join('')}|${base64}`, 'gi');
}

/** Returns the text with `…` in the place of each token of the tab, those of earlier surveys included. */
export function withoutTokens(text: string, record: StoredRecord | undefined): string {
  for (; record; record = record.previous)
    if (record.token) text = text.replace(tokenPattern(record.token), '…');
  return text;
}

const hexOf = (value: number, digits = 2) => value.toString(16).padStart(digits, '0');

const escape = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
