import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  isPlaceholder,
  isServiceUrl,
  LANDING_NAMES,
  outcomeUrl,
  readLanding,
  withLanding,
} from 'vaultlink/protocol';
import { hostileText } from '../support/any-values.ts';
import { tries } from '../support/fuzz.ts';
import { anyUrl } from './strings.ts';

/** Text that can stand as a name or a value of a query. */
const queryText = hostileText.map((text) => text.toWellFormed().replace(/[&=#?]/g, ''));

/** What a tool leaves behind, around any name. */
const placeholder = fc
  .tuple(
    fc.constantFrom(
      '${|}',
      '{{|}}',
      '[url("|")]',
      '{PASSTHRU:|}',
      '@|',
      '[%|%]',
      '#recall:|',
      '%|%',
    ),
    fc.stringMatching(/^\w{0,12}$/),
  )
  .map(([form, name]) => form.replace('|', () => name));

const noValue = fc.oneof(placeholder, fc.constantFrom('', 'undefined', 'null', ' '));

/** Whatever a service may well issue: hexadecimal, Base64, JWT, UUID and the like. */
const realToken = fc
  .stringMatching(/^[\w.~+/=:|,;!*()$'-]{1,40}$/)
  .filter((token) => !/^(undefined|null)$/.test(token));

/** A name as it stands in a query, and as a page reads it there. What is malformed stays as it is. */
function readingsOf(name: string): string[] {
  try {
    return [name, decodeURIComponent(name.replaceAll('+', ' '))];
  } catch {
    return [name];
  }
}

/** The query, in pairs, as anybody would read it. */
const pairsOf = (query: string) => query.slice(1).split('&');

describe('a landing URL from anywhere', () => {
  it('loses nothing but what it is asked for by name, whatever the names are', () => {
    const name = fc.oneof(fc.constantFrom('', 'a', '__proto__', 'a.*', '$`'), queryText);
    const pair = fc.tuple(name, fc.option(queryText));
    const names = fc.record({
      token: name,
      sellerId: name,
      interactionId: fc.option(name, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), names, (others, wanted) => {
        const own = Object.values(wanted).filter(Boolean);
        const written = others.map(([name, value]) => (value === null ? name : `${name}=${value}`));
        const { rest, query } = readLanding(`/s?${written.join('&')}#h?a=b`, wanted);
        const isOwn = (name: string) => readingsOf(name).some((reading) => own.includes(reading));
        const kept = written.filter((_, index) => !isOwn(others[index]?.[0] ?? ''));
        assert.equal(rest, `/s${kept.length ? `?${kept.join('&')}` : ''}#h?a=b`);
        assert.equal(query ? pairsOf(query).length : 0, written.length - kept.length);
      }),
      tries(1000),
    );
  });

  it('gives its token, whatever stands beside it', () => {
    fc.assert(
      fc.property(realToken, fc.array(queryText), fc.array(queryText), (token, before, after) => {
        const pair = `service_endlink_token=${encodeURIComponent(token)}`;
        const query = [...before, pair, ...after].join('&');
        for (const url of [`?${query}`, `https://a.example/s?${query}#x`, `/s?${query}?`]) {
          const found = readLanding(url.replace(/\?$/, ''), LANDING_NAMES);
          assert.equal(found.token, token);
        }
      }),
      tries(1000),
    );
  });

  it('gives its last real token, whatever placeholders stand before, between and behind', () => {
    const value = fc.oneof(
      fc.tuple(realToken, fc.constant(true)),
      fc.tuple(noValue, fc.constant(false)),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.boolean(), (values, isEncoded) => {
        const query = values
          .map(([text]) => (isEncoded ? encodeURIComponent(text) : text.replace(/#/g, '%23')))
          .map((text) => `&service_endlink_token=${text}`)
          .join('');
        const { token = '', rest } = readLanding(`?${query.slice(1)}`, LANDING_NAMES);
        const real = values.filter(([, isReal]) => isReal).map(([text]) => text);
        if (real.length) assert.equal(token, real.at(-1));
        else assert(isPlaceholder(token), token);
        assert.equal(rest, '');
      }),
      tries(1000),
    );
  });

  it('can be carried to any address and back, and loses no other parameter there', () => {
    fc.assert(
      fc.property(realToken, queryText, anyUrl, (token, sellerId, text) => {
        const target = URL.parse(text.toWellFormed(), 'https://a.example/');
        if (!target) return;
        const others = [...target.searchParams];
        const seller = encodeURIComponent(sellerId);
        const landing = `?service_endlink_token=${encodeURIComponent(token)}&seller_id=${seller}`;
        const { query } = readLanding(landing, LANDING_NAMES);
        const url = withLanding(target, query);
        assert.equal(readLanding(url, LANDING_NAMES).token, token);
        assert.deepEqual([...new URL(url).searchParams].slice(0, others.length), others);
      }),
      tries(1000),
    );
  });
});

describe('a value in the place of a token', () => {
  it('is no placeholder where a service may have issued it, and is one where a tool left it behind', () => {
    fc.assert(
      fc.property(realToken, noValue, (token, left) => {
        assert(!isPlaceholder(token), token);
        assert(isPlaceholder(left), left);
      }),
      tries(1000),
    );
  });

  it('is reported as it is, to the address of the service and to no other', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom('complete', 'fail'), (token, outcome) => {
        const report = () => outcomeUrl('https://service.example/base//', `${outcome}.html`, token);
        if (!token.isWellFormed()) {
          assert.throws(report, URIError);
          return;
        }
        const { origin, pathname, searchParams, hash } = new URL(report());
        assert.equal(
          origin + pathname,
          `https://service.example/base/api/v3/endlinks/${outcome}.html`,
        );
        assert.deepEqual([...searchParams], [['service_endlink_token', token]]);
        assert.equal(hash, '');
      }),
      tries(1000),
    );
  });
});

describe('an address that is said to be the service’s', () => {
  it('is one that sends nothing in the clear', () => {
    const piece = fc.constantFrom(
      ...[
        'http://',
        'HTTPS://',
        'https://',
        'localhost',
        '127.0.0.1',
        '[::1]',
        ':80',
        '/',
        '@',
        '\\',
        '.',
      ],
      ...['evil.example', '?', '#', '\t', '\n', 'ftp:', ' ', '%00', '127.1', 'user:pw'],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, hostileText), { maxLength: 6 }), (pieces) => {
        const text = pieces.join('');
        const url = URL.parse(text);
        if (!isServiceUrl(text) || !url) return;
        const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
        assert(url.protocol === 'https:' || (url.protocol === 'http:' && isHere), text);
        assert.equal(url.search + url.hash, '');
      }),
      tries(2000),
    );
  });
});
