import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isPlaceholder, readLanding, withLanding, withoutLanding } from 'vaultlink/protocol';
import { anyText, anyUrl, anyValue, words } from './strings.ts';

const ODD_TOKEN = 'a+b/c==&d=e#f?g%41 h$&é';
const ODD_TOKEN_ENCODED = 'a%2Bb%2Fc%3D%3D%26d%3De%23f%3Fg%2541%20h%24%26%C3%A9';

describe('readLanding', () => {
  it('reads the two parameters that the service appends', () => {
    const url = 'https://buyer.example/s?lang=de&service_endlink_token=abc&seller_id=42#top';
    assert.deepEqual(readLanding(url), { token: 'abc', sellerId: '42' });
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
        { token: 'rid', sellerId: 'who' },
        { token: 'abc', sellerId: '42' },
      ],
      [
        { token: 'rid', sellerId: 'who', interactionId: 'visit' },
        { token: 'abc', sellerId: '42', interactionId: '7' },
      ],
    ] as const) {
      assert.deepEqual(readLanding(url, names), landing);
    }
  });

  it('reads absolute and relative URLs and a bare query, and the query before the hash only', () => {
    const found = { token: 'abc' };
    for (const [url, landing] of [
      ['https://buyer.example/?service_endlink_token=abc', found],
      ['/survey?service_endlink_token=abc', found],
      ['survey?service_endlink_token=abc#/page?service_endlink_token=no', found],
      ['?service_endlink_token=abc', found],
      ['?q=a?b&service_endlink_token=abc', found],
      ['https://buyer.example/#/survey?service_endlink_token=abc', {}],
      ['#?service_endlink_token=abc', {}],
      ['service_endlink_token=abc', {}],
      ['?Service_Endlink_Token=abc&xservice_endlink_token=abc&service_endlink_token2=abc', {}],
      ['?service_endlink_toke%=abc', {}],
      ['?', {}],
      ['', {}],
    ] as const) {
      assert.deepEqual(readLanding(url), landing, url);
    }
  });

  it('decodes a value once and leaves a plus sign or a lone percent sign as it stands', () => {
    for (const [written, token] of [
      [ODD_TOKEN_ENCODED, ODD_TOKEN],
      ['a+b/c==', 'a+b/c=='],
      ['a%252Bb', 'a%2Bb'],
      ['100%', '100%'],
      ['%zz%4', '%zz%4'],
      ['$&', '$'],
      ['', ''],
    ] as const) {
      assert.deepEqual(readLanding('?service_endlink_token=' + written), { token }, written);
    }
  });

  it('takes a parameter without an equals sign as empty, not as its own name', () => {
    const landing = { token: '', sellerId: '42' };
    assert.deepEqual(readLanding('?service_endlink_token&seller_id=42'), landing);
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
      assert.deepEqual(readLanding(query), { token }, query);
    }
  });

  it('finds names that need encoding or mean something in a regular expression', () => {
    const names = { token: 'jeton d’été', sellerId: 'a.*[$&]' };
    const landing = { token: 'abc', sellerId: '42' };
    const query = '?jeton%20d%E2%80%99%C3%A9t%C3%A9=abc&a.*%5B%24%26%5D=42';
    assert.deepEqual(readLanding(query, names), landing);
    assert.deepEqual(readLanding('?service%5Fendlink%5Ftoken=abc&abc[$]=42'), { token: 'abc' });
    assert.equal(withLanding('/s', landing, names), '/s' + query);
    assert.equal(withoutLanding('/s' + query + '&ab=1', names), '/s?ab=1');
  });
});

describe('withoutLanding and withLanding', () => {
  const landing = { token: 'abc', sellerId: '42' };
  const PAIR = 'service_endlink_token=abc&seller_id=42';

  it('change their own parameters and leave everything else to the letter', () => {
    for (const [url, bare, landed] of [
      ['https://buyer.example', 'https://buyer.example', `https://buyer.example?${PAIR}`],
      ['/s?seller_id=1#a?b=c', '/s#a?b=c', `/s?${PAIR}#a?b=c`],
      ['/#/s?seller_id=1', '/#/s?seller_id=1', `/?${PAIR}#/s?seller_id=1`],
      ['s?a=1&seller_id=1&b=2', 's?a=1&b=2', `s?a=1&b=2&${PAIR}`],
      ['?service_endlink_token=1&a&seller_id&b=', '?a&b=', `?a&b=&${PAIR}`],
      ['?seller_id=1&a=1&seller_id=2&a=1', '?a=1&a=1', `?a=1&a=1&${PAIR}`],
      ['?seller_id=1&a=x+y%20z&b=%E0%A4', '?a=x+y%20z&b=%E0%A4', `?a=x+y%20z&b=%E0%A4&${PAIR}`],
      ['/s?seller_id=1&a=$&&b=$`$1$$', '/s?a=$&&b=$`$1$$', `/s?a=$&&b=$\`$1$$&${PAIR}`],
      ['?seller_id=1\n2&a=3\n4#\n5', '?a=3\n4#\n5', `?a=3\n4&${PAIR}#\n5`],
      ['/s#a?seller_id=1', '/s#a?seller_id=1', `/s?${PAIR}#a?seller_id=1`],
      ['?a=1&?seller_id=1', '?a=1&?seller_id=1', `?a=1&?seller_id=1&${PAIR}`],
      ['/s?seller_id=1&q=a?b', '/s?q=a?b', `/s?q=a?b&${PAIR}`],
      [
        '?Seller_id=1&seller_id2=2',
        '?Seller_id=1&seller_id2=2',
        `?Seller_id=1&seller_id2=2&${PAIR}`,
      ],
      ['', '', `?${PAIR}`],
    ] as const) {
      assert.equal(withoutLanding(url), bare);
      assert.equal(withLanding(url, landing), landed);
    }
  });

  it('write the values that there are, under the names that the buyer chose', () => {
    const names = { token: 'rid', sellerId: 'who', interactionId: 'visit' };
    const all = { token: ODD_TOKEN, sellerId: '4 2', interactionId: '7' };
    const url = `/s?seller_id=1&rid=${ODD_TOKEN_ENCODED}&who=4%202&visit=7`;
    assert.equal(withLanding('/s?who=1&seller_id=1', all, names), url);
    assert.equal(withLanding('/s', { token: '', sellerId: '42' }), '/s?seller_id=42');
    assert.equal(withLanding('/s?seller_id=1', {}), '/s');
  });

  it('take a bare question mark for an empty query', () => {
    for (const url of ['?', '/s?', '/s?#top']) {
      assert.equal(withoutLanding(url), url);
      assert.deepEqual(readLanding(withLanding(url, landing)), landing);
    }
  });

  it('leave out a value that has no name', () => {
    const names = { token: 'rid', sellerId: '', interactionId: undefined };
    const url = withLanding('/s?&=1', { ...landing, interactionId: '7' }, names);
    assert.equal(url, '/s?&=1&rid=abc');
    assert.deepEqual(readLanding(url, names), { token: 'abc' });
  });

  it('keep any other parameters, wherever their own stand among them', () => {
    const own = fc.constantFrom(
      'seller_id=1',
      'service%5Fendlink_token=%',
      'service_endlink_token',
    );
    const other = fc.oneof(
      fc.constantFrom('&', '=', 'seller_id%20=1', 'a=seller_id=1', '?seller_id=1', '$&', '%'),
      anyText.map((text) => 'x' + text.replace(/[&#]/g, '')),
    );
    const join = (pairs: string[]) => '/s' + (pairs.length ? '?' : '') + pairs.join('&');
    const pair = fc.oneof(fc.tuple(own, fc.constant(true)), fc.tuple(other, fc.constant(false)));
    fc.assert(
      fc.property(fc.array(pair), anyText, anyValue, (pairs, hash, token) => {
        const url = join(pairs.map(([text]) => text)) + '#' + hash;
        const bare = join(pairs.flatMap(([text, isOwn]) => (isOwn ? [] : [text]))) + '#' + hash;
        assert.equal(withoutLanding(url), bare);
        assert.equal(withoutLanding(withLanding(url, { token })), bare);
      }),
    );
  });

  it('are read back as written, by readLanding and by any server', () => {
    fc.assert(
      fc.property(anyUrl, anyValue, anyValue, (url, token, sellerId) => {
        const landed = withLanding(url, { token, sellerId });
        assert.deepEqual(readLanding(landed), { token, sellerId });
        assert.deepEqual(readLanding(withoutLanding(landed)), {});
        const query = new URLSearchParams(/\?[^#]*/.exec(landed)?.[0]);
        assert.deepEqual(query.getAll('service_endlink_token'), [token]);
      }),
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
      9f86d081884c7d65 9F86D081 0 +/8= q83vEjRWeJA= q83v-_RWeJA -_.~ 100% %41 a@b#c undefined1 nullable
      eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk tok:1|2,3;4
      3f2504e0-4f89-41d3-9a0c-0305e82c3301
    `);
    for (const token of tokens) assert(!isPlaceholder(token), token);
  });
});
