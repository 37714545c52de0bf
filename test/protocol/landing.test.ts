import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  isPlaceholder,
  LANDING_NAMES,
  outcomeUrl,
  readLanding,
  withLanding,
} from 'vaultlink/protocol';
import { anyText, anyUrl, anyValue, words } from './strings.ts';
import { tries } from '../support/fuzz.ts';

const ODD_TOKEN = 'a+b/c==&d=e#f?g%41 h$&é';
const ODD_TOKEN_ENCODED = 'a%2Bb%2Fc%3D%3D%26d%3De%23f%3Fg%2541%20h%24%26%C3%A9';

/** The values of a landing URL alone. */
function valuesOf(url: string, names = LANDING_NAMES) {
  const { query, rest, ...values } = readLanding(url, names);
  assert.equal(typeof query + typeof rest, 'stringstring');
  return values;
}

describe('readLanding', () => {
  it('reads the two parameters that the service appends, and gives the URL without them', () => {
    const url = 'https://buyer.example/s?lang=de&service_endlink_token=abc&seller_id=42#top';
    assert.deepEqual(readLanding(url, LANDING_NAMES), {
      token: 'abc',
      sellerId: '42',
      query: '&service_endlink_token=abc&seller_id=42',
      rest: 'https://buyer.example/s?lang=de#top',
    });
  });

  it('has no values, and changes nothing, where the service put nothing', () => {
    const url = 'https://buyer.example/s?lang=de#top';
    assert.deepEqual(readLanding(url, LANDING_NAMES), { query: '', rest: url });
  });

  it('reads each value under the name that the buyer gave it', () => {
    const url = '?rid=abc&who=42&visit=7&service_endlink_token=x&seller_id=y';
    for (const [names, landing] of [
      [{ token: 'custom1', sellerId: 'seller_id' }, { sellerId: 'y' }],
      [
        { token: 'rid', sellerId: 'seller_id' },
        { token: 'abc', sellerId: 'y' },
      ],
      [
        { token: 'service_endlink_token', sellerId: 'who' },
        { token: 'x', sellerId: '42' },
      ],
      [
        { token: 'rid', sellerId: 'who', interactionId: undefined },
        { token: 'abc', sellerId: '42' },
      ],
      [
        { token: 'rid', sellerId: 'who', interactionId: 'visit' },
        { token: 'abc', sellerId: '42', interactionId: '7' },
      ],
    ] as const) {
      assert.deepEqual(valuesOf(url, names), landing);
    }
  });

  it('reads a query behind the hash where there is none before it, as a router that keeps its address there needs', () => {
    const { token, rest } = readLanding(
      'https://a.example/#/q?service_endlink_token=abc&b=1',
      LANDING_NAMES,
    );
    assert.deepEqual({ token, rest }, { token: 'abc', rest: 'https://a.example/#/q?b=1' });
  });

  it('reads absolute and relative URLs and a bare query, and leaves the hash behind a query alone', () => {
    const found = { token: 'abc' };
    for (const [url, landing] of [
      ['https://buyer.example/?service_endlink_token=abc', found],
      ['/survey?service_endlink_token=abc', found],
      ['survey?service_endlink_token=abc#/page?service_endlink_token=no', found],
      ['?service_endlink_token=abc', found],
      ['?q=a?b&service_endlink_token=abc', found],
      ['#service_endlink_token=abc', {}],
      ['service_endlink_token=abc', {}],
      ['?Service_Endlink_Token=abc&xservice_endlink_token=abc&service_endlink_token2=abc', {}],
      ['?service_endlink_toke%=abc', {}],
      ['?', {}],
      ['', {}],
    ] as const) {
      assert.deepEqual(valuesOf(url), landing, url);
    }
  });

  it('decodes a value once and leaves a plus sign or a lone percent sign as it stands', () => {
    for (const [written, token] of [
      [ODD_TOKEN_ENCODED, ODD_TOKEN],
      ['a+b/c==', 'a+b/c=='],
      ['+', '+'],
      ['a%252Bb', 'a%2Bb'],
      ['100%', '100%'],
      ['%zz%4', '%zz%4'],
      ['$&', '$'],
      ['', ''],
    ] as const) {
      assert.deepEqual(valuesOf('?service_endlink_token=' + written), { token }, written);
    }
  });

  it('takes a parameter without an equals sign as empty, not as its own name', () => {
    const landing = { token: '', sellerId: '42' };
    assert.deepEqual(valuesOf('?service_endlink_token&seller_id=42'), landing);
  });

  it('takes the last of several values, unless it is a placeholder and an earlier one is not', () => {
    for (const [query, token] of [
      ['?service_endlink_token=old&service_endlink_token=new', 'new'],
      ['?service_endlink_token={{endlink_token}}&service_endlink_token=new', 'new'],
      ['?service_endlink_token=old&service_endlink_token={{endlink_token}}', 'old'],
      ['?service_endlink_token=old&service_endlink_token=', 'old'],
      ['?service_endlink_token=old&service_endlink_token', 'old'],
      ['?service_endlink_token={{endlink_token}}', '{{endlink_token}}'],
    ] as const) {
      assert.deepEqual(readLanding(query, LANDING_NAMES), { token, query, rest: '' });
    }
  });

  it('finds names as they stand in the URL, and takes none for a regular expression', () => {
    const names = { token: 'jeton%20d%E2%80%99%C3%A9t%C3%A9', sellerId: 'a.*[$&]' };
    const query = '?jeton%20d%E2%80%99%C3%A9t%C3%A9=abc&a.*[$';
    assert.deepEqual(readLanding('/s' + query + '&ab=1', names).token, 'abc');
    assert.equal(readLanding('/s?ab=1', names).sellerId, undefined);
    assert.deepEqual(valuesOf('?service_endlink_tokens=abc&abc[$]=42'), {});
  });

  it('takes out its own parameters and leaves everything else to the letter', () => {
    for (const [url, rest] of [
      ['https://buyer.example', 'https://buyer.example'],
      ['https://buyer.example/s?seller_id=1', 'https://buyer.example/s'],
      ['/s?seller_id=1#a?b=c', '/s#a?b=c'],
      ['s?a=1&seller_id=1&b=2', 's?a=1&b=2'],
      ['?service_endlink_token=1&a&seller_id&b=', '?a&b='],
      ['?seller_id=1&a=1&seller_id=2&a=1', '?a=1&a=1'],
      ['?seller_id=1&a=x+y%20z&b=%E0%A4', '?a=x+y%20z&b=%E0%A4'],
      ['/s?seller_id=1&a=$&&b=$`$1$$', '/s?a=$&&b=$`$1$$'],
      ['?seller_id=1\n2&a=3\n4#\n5', '?a=3\n4#\n5'],
      ['/s?a=1#seller_id=1', '/s?a=1#seller_id=1'],
      ['?a=1&?seller_id=1', '?a=1&?seller_id=1'],
      ['??seller_id=1', '??seller_id=1'],
      ['/s?seller_id=1&q=a?b', '/s?q=a?b'],
      ['?Seller_id=1&seller_id2=2', '?Seller_id=1&seller_id2=2'],
      ['/s?&&a=1', '/s?&&a=1'],
      ['/s?#top', '/s?#top'],
      ['?', '?'],
      ['', ''],
    ] as const) {
      assert.equal(readLanding(url, LANDING_NAMES).rest, rest);
    }
  });

  it('keeps any other parameters, wherever its own stand among them', () => {
    const own = fc.constantFrom('seller_id=1', 'service_endlink_token=%', 'service_endlink_token');
    const other = fc.oneof(
      fc.constantFrom('&', '=', 'seller_id%20=1', 'a=seller_id=1', '?seller_id=1', '$&', '%'),
      anyText.map((text) => 'x' + text.replace(/[&#]/g, '')),
    );
    const join = (pairs: string[]) => '/s' + (pairs.length ? '?' : '') + pairs.join('&');
    const pair = fc.oneof(fc.tuple(own, fc.constant(true)), fc.tuple(other, fc.constant(false)));
    fc.assert(
      fc.property(fc.array(pair), fc.option(anyText), (pairs, hash) => {
        const end = hash === null || !pairs.length ? '' : '#' + hash;
        const url = join(pairs.map(([text]) => text)) + end;
        const rest = join(pairs.flatMap(([text, isOwn]) => (isOwn ? [] : [text]))) + end;
        const landing = readLanding(url, LANDING_NAMES);
        assert.equal(landing.rest, rest);
        const owned = pairs.flatMap(([text, isOwn]) => (isOwn ? [text] : []));
        assert.equal(landing.query.slice(1), owned.join('&'));
      }),
      tries(1000),
    );
  });

  it('reads any token that the service can have put there, and no other parameter for it', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (token, sellerId) => {
        const query = new URLSearchParams([
          ['a', sellerId],
          ['service_endlink_token', token],
          ['seller_id', sellerId],
        ]);
        const written = query.toString().replaceAll('+', '%20');
        assert.deepEqual(valuesOf('?' + written), { token, sellerId });
      }),
      tries(1000),
    );
  });

  it('never throws, and reads no token that could not be reported', () => {
    fc.assert(
      fc.property(anyUrl, anyText, anyText, (url, name, other) => {
        for (const names of [LANDING_NAMES, { token: name, sellerId: other }]) {
          // As a page's own address is: no half of a surrogate pair stands in it.
          const { token = '', rest } = readLanding(url.toWellFormed(), names);
          assert.doesNotThrow(() => outcomeUrl('https://service.example', 'complete', token));
          assert.equal(typeof rest, 'string');
        }
      }),
      tries(1000),
    );
  });
});

describe('withLanding', () => {
  const QUERY = '?service_endlink_token=abc&seller_id=42';
  const landed = (url: string, query = QUERY) => withLanding(new URL(url), query);

  it('adds the parameters as they stood, and leaves everything else to the letter', () => {
    const pairs = 'service_endlink_token=abc&seller_id=42';
    for (const [url, carried] of [
      ['https://a.example', `https://a.example/?${pairs}`],
      ['https://a.example/s?', `https://a.example/s?${pairs}`],
      ['https://a.example/s#a?b=c', `https://a.example/s?${pairs}#a?b=c`],
      ['https://a.example/s?a&b=#top', `https://a.example/s?a&b=&${pairs}#top`],
      ['https://a.example/s?a=x+y%20z&b=%E0%A4', `https://a.example/s?a=x+y%20z&b=%E0%A4&${pairs}`],
      ['https://a.example/s?a=$&&b=$`$1$$', `https://a.example/s?a=$&&b=$\`$1$$&${pairs}`],
      ['https://a.example/s?q=a?b', `https://a.example/s?q=a?b&${pairs}`],
      ['https://a.example:8443/%7e?a=1', `https://a.example:8443/%7e?a=1&${pairs}`],
    ] as const) {
      assert.equal(landed(url), carried);
    }
  });

  it('takes the parameters from anywhere in the query that they stood in', () => {
    const { query } = readLanding('?a=1&seller_id=42&b=2&service_endlink_token=abc', LANDING_NAMES);
    const url = 'https://a.example/?c=3&seller_id=42&service_endlink_token=abc';
    assert.equal(landed('https://a.example/?c=3', query), url);
  });

  it('fills in what the page behind the URL left open', () => {
    const url = landed('https://a.example/?service_endlink_token={{endlink_token}}');
    assert.equal(readLanding(url, LANDING_NAMES).token, 'abc');
  });

  it('wins over a token that the URL had before', () => {
    const url = landed('https://a.example/?service_endlink_token=older');
    assert.equal(readLanding(url, LANDING_NAMES).token, 'abc');
  });

  it('is read by the page behind it as the landing was, by this code and by any server', () => {
    const others = fc.array(fc.tuple(anyValue, anyValue));
    fc.assert(
      fc.property(anyValue, anyValue, others, others, (token, sellerId, before, after) => {
        const landing = new URL('https://buyer.example/');
        landing.search = String(
          new URLSearchParams([
            ...before.map(([name, value]) => ['x' + name, value] as [string, string]),
            ['service_endlink_token', token],
            ['seller_id', sellerId],
          ]),
        ).replaceAll('+', '%20');
        const target = new URL('https://a.example/s#top');
        for (const [name, value] of after) target.searchParams.append('x' + name, value);
        const own = [...target.searchParams];

        const url = withLanding(target, readLanding(landing.href, LANDING_NAMES).query);
        assert.deepEqual(valuesOf(url), { token, sellerId });
        assert.deepEqual(
          [...new URL(url).searchParams],
          [...own, ['service_endlink_token', token], ['seller_id', sellerId]],
        );
      }),
      tries(1000),
    );
  });
});

describe('isPlaceholder', () => {
  it('tells what each survey tool and panel leaves behind', () => {
    const left = words(`
      \${e://Field/token} \${E://field/TOKEN} \${custom1} \${ [name_value] [url("token")]
      [url('token')] [url( {{hidden:token}} {{endlink_token}} {{ {{%PROLIFIC_PID%}} {PASSTHRU:token}
      {PASSTHRU: {TOKEN} {SAVEDID} {token} {fieldName} #recall:token/fallback:TEXT# @token @transid@
      [%RID%] [% [ROUTEID] %ssi% %% <token> undefined null
    `);
    for (const value of [...left, '', ' ', 'a b', '\n']) assert(isPlaceholder(value), value);
  });

  it('lets every token pass that a service is likely to issue', () => {
    const tokens = words(`
      9f86d081884c7d65 9F86D081 0 +/8= q83vEjRWeJA= q83v-_RWeJA -_.~ undefined1 nullable Null
      eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk tok:1|2,3;4
      3f2504e0-4f89-41d3-9a0c-0305e82c3301
    `);
    for (const token of tokens) assert(!isPlaceholder(token), token);
  });
});
