/**
 * Takes the tokens of the tab out of what others said, before it is shown, printed or kept: an answer may repeat a token, as it is or encoded.
 *
 * A text may be encoded several times over. So the characters that begin an encoding are matched as another encoding writes them, too. Each
 * repetition in the patterns begins at a fixed character, so that no text takes longer than its length allows.
 *
 * @module
 */
import type { StoredRecord } from './record.ts';

/** A percent sign in an address, which may be within other addresses. */
const PERCENT = '%(?:25)*';

/** A backslash of JSON, which may be in an address. */
const BACKSLASH = `(?:\\\\|${PERCENT}5c)`;

const SEMICOLON = `(?:;|${PERCENT}3b)`;

/** An ampersand, in HTML that may be within other HTML, an address or JSON. */
const AMPERSAND = `(?:&|${PERCENT}26|${BACKSLASH}[ux]0*26)(?:amp${SEMICOLON})*`;

/**
 * Matches what encoders put between two characters: backslashes of JSON, and the line breaks of Base64. The number is limited, because WebKit
 * stops a search that takes too many steps, and then finds nothing.
 */
const SEPARATOR = `(?:\\s|${BACKSLASH}){0,32}?`;

/** Base64 that is shorter is found in ordinary words. */
const MIN_BASE64_LENGTH = 4;

/** Returns a pattern for a token in whichever way it is written: plain, in an address, JSON, HTML or Base64, or in several of them. */
export function tokenPattern(token: string): RegExp {
  const inAddress = String(new URLSearchParams({ token })).slice('token='.length);
  // Base64 most often holds JSON, in which PHP escapes slashes, or an address.
  const contents = new Set([token, token.replaceAll('/', '\\/'), inAddress]);
  const patterns = [
    charactersOf(token).map(characterPatternOf).join(SEPARATOR),
    ...[...contents].flatMap(base64PatternsOf),
  ];
  // Letters in the hexadecimal digits of an encoding may be of either case.
  return new RegExp(patterns.join('|'), 'gi');
}

/** Returns the text with `…` in the place of each token of the tab, those of earlier surveys included. */
export function withoutTokens(text: string, record: StoredRecord | undefined): string {
  for (; record; record = record.previous)
    if (record.token) text = text.replace(tokenPattern(record.token), '…');
  return text;
}

/** Returns an error as text, to be printed without tokens: its message and its stack may hold the address of the page. */
export function errorText(error: unknown): string {
  try {
    const { stack = '' } = Object(error) as { stack?: string };
    const text = String(error);
    // Not every browser has the message in the stack.
    return stack.includes(text) ? stack : `${text}\n${stack}`;
  } catch {
    return 'An error that cannot be written as text';
  }
}

/** Returns patterns for the Base64 of what contains a text: three bytes become four digits, so there are three ways. */
function base64PatternsOf(text: string): string[] {
  const bytes = bytesOf(text);
  return [0, 1, 2].flatMap((bytesBefore) => {
    const start = (bytesBefore * 4) / 3;
    const end = start + (bytes.length * 4) / 3;
    const digits = btoa('-'.repeat(bytesBefore) + String.fromCharCode(...bytes));
    const own = digits.slice(Math.ceil(start), Math.floor(end));
    // No encoding changes a letter or a number. The last digit may also hold the beginning of what follows.
    const patterns = charactersOf(own).map((digit) => digit.replace(/[+/]/, characterPatternOf));
    return own.length < MIN_BASE64_LENGTH ? [] : `${patterns.join(SEPARATOR)}[\\w+/-]?`;
  });
}

/** Returns the characters of a text. Not by `Array.from()`: MooTools and Prototype replace it by a function without a mapper. */
// eslint-disable-next-line @typescript-eslint/no-misused-spread
const charactersOf = (text: string): string[] => [...text];

function characterPatternOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const percents = bytesOf(character).map((byte) => PERCENT + hexOf(byte).padStart(2, '0'));
  const escape = `${BACKSLASH}[ux]\\{?0*${hexOf(code)}\\}?`;
  // HTML has a name for most characters that are no letter and no digit. Any name will do, since the whole token has to fit.
  const name = /[a-z\d]/i.test(character) ? '' : '|[a-z]+';
  const entity = `(?:(?:#|${PERCENT}23)(?:0*${code}|x0*${hexOf(code)})${name})`;
  return `(?:${[
    // This comes first, since an ampersand begins what HTML writes for an ampersand.
    AMPERSAND + entity + SEMICOLON,
    percents.join(''),
    escape,
    plainPatternOf(character),
  ].join('|')})`;
}

/** Returns a pattern for a character as it is. Base64 for addresses has other characters for two of its digits. */
function plainPatternOf(character: string): string {
  if (character === '+') return '[+-]';
  return character === '/' ? '[/_]' : character.replace(/[\\^$.*?()[\]{}|]/, '\\$&');
}

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

const hexOf = (value: number) => value.toString(16);
