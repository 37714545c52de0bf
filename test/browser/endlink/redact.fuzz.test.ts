import fc from 'fast-check';
import { tries } from '../../support/fuzz.ts';
import { equal, ok } from '../support/assert.ts';
import { tokenPattern, withoutTokens } from '../../../src/browser/endlink/redact.ts';

const DIGITS = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

/** Tokens as a service may issue them. */
const token = fc
  .array(fc.constantFrom(...DIGITS, ...Array.from('+/=-_.~:|,;!$&\'"()*?^`')), {
    minLength: 16,
    maxLength: 64,
  })
  .map((characters) => characters.join(''));

const recordOf = (value: string) => ({
  ...{ token: value, query: '', capturedAtMs: 0, state: 'waiting' },
});

const numberOf = (one: string) => one.charCodeAt(0).toString(16).padStart(2, '0');

/** Encodings of single characters. */
const ENCODINGS: ((one: string) => string)[] = [
  (one) => one,
  (one) => `%${numberOf(one)}`,
  (one) => `%2525${numberOf(one)}`,
  (one) => `\\u00${numberOf(one)}`,
  (one) => `\\\\u00${numberOf(one).toUpperCase()}`,
  (one) => `\\\\\\x${numberOf(one)}`,
  (one) => `&#${one.charCodeAt(0)};`,
  (one) => `&amp;#x${numberOf(one)};`,
  (one) => `%26amp%3B%23X${numberOf(one)}%3B`,
  (one) => `\\u0026#x00${numberOf(one)};`,
];

const inBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const inForm = (text: string) => String(new URLSearchParams({ text })).slice('text='.length);

describe('a token of any kind', () => {
  it('is replaced, however each of its characters is encoded', () => {
    fc.assert(
      fc.property(token, fc.infiniteStream(fc.constantFrom(...ENCODINGS)), (value, encodings) => {
        const encode = (one: string) => (encodings.next().value as (typeof ENCODINGS)[0])(one);
        const text = `<${Array.from(value, encode).join('')}>`;
        // The backslash of an escape within an escape may stay.
        equal(withoutTokens(text, recordOf(value)).replaceAll('\\', ''), '<…>');
      }),
      tries(300),
    );
  });

  it('is replaced where Base64 contains it, whatever stands around it', () => {
    fc.assert(
      fc.property(
        token,
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(String, inForm, (text: string) => text.replaceAll('/', '\\/')),
        fc.constantFrom(
          String,
          encodeURIComponent,
          (text: string) => text.replaceAll('/', '\\/'),
          (text: string) => text.replaceAll('+', '-').replaceAll('/', '_'),
        ),
        (value, before, after, encode, write) => {
          const text = write(inBase64(before + encode(value) + after));
          ok(withoutTokens(text, recordOf(value)).includes('…'), text);
          // Of the token itself, the characters at both ends may share a digit with what stands beside them.
          const rest = withoutTokens(text, recordOf(value)).split('…');
          const least = (inBase64(before).length + inBase64(after).length) * 3;
          ok(rest.join('').length <= least + 8, 'The token is not there any more');
        },
      ),
      tries(300),
    );
  });

  it('leaves a text alone that has another token', () => {
    fc.assert(
      fc.property(token, token, (value, other) => {
        fc.pre(value.toLowerCase() !== other.toLowerCase());
        const text = `{"token":"${other}","debug":"${inBase64(other)}"}`;
        equal(tokenPattern(value).test(text), text.toLowerCase().includes(value.toLowerCase()));
      }),
      tries(300),
    );
  });

  // As long as the longest answer that is looked at (transport.ts). Where the time grew with the square of the length, these texts would take minutes.
  it('is looked for once along a long text, however much of the text resembles an encoding', () => {
    const value = 'aB3+/=&kQz7WmT-_x9LpRrNn';
    for (const unit of ['a', '\\', 'a\\', '&amp;', '%25', '%5c', '&#000', '\\u0000', ' ', 'amp;']) {
      for (const start of ['', 'a', 'a%', 'a&', 'aB3', inBase64(value).slice(0, 9)]) {
        const text = start + unit.repeat(100_000 / unit.length);
        equal(withoutTokens(`${text}${value}`, recordOf(value)), `${text}…`);
      }
    }
  });
});
