import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  isOutcome,
  isPlaceholder,
  isServiceUrl,
  LANDING_NAMES,
  OUTCOMES,
  outcomeUrl,
  TOKEN_LIFETIME_SECONDS,
  TOKEN_PARAMETER,
} from 'vaultlink/protocol';
import { anyText, anyUrl, anyValue, words } from './strings.ts';
import { tries } from '../support/fuzz.ts';

describe('the words of the interface', () => {
  it('are four outcomes, two appended parameters and one hour', () => {
    assert.deepEqual(OUTCOMES, ['complete', 'fail', 'quota_full', 'screenout']);
    assert.deepEqual(LANDING_NAMES, { token: 'service_endlink_token', sellerId: 'seller_id' });
    assert.equal(TOKEN_PARAMETER, 'service_endlink_token');
    assert.equal(TOKEN_LIFETIME_SECONDS, 3600);
  });

  it('make an outcome of nothing else, not even of names that every object has', () => {
    for (const word of words('complete fail quota_full screenout')) assert(isOutcome(word));
    const others = words(
      'Complete quota-full complete.html 0 length constructor __proto__ toString',
    );
    for (const value of [...others, '', 'fail ', undefined, null, 0, ['fail'], Object('fail')]) {
      assert(!isOutcome(value));
    }
  });
});

describe('outcomeUrl', () => {
  const BASE = 'https://service.example';

  it('gives the eight addresses of §4.4', () => {
    const addresses = [
      ['complete', '', '/api/v3/endlinks/complete?service_endlink_token=abc'],
      ['complete', '.html', '/api/v3/endlinks/complete.html?service_endlink_token=abc'],
      ['fail', '', '/api/v3/endlinks/fail?service_endlink_token=abc'],
      ['fail', '.html', '/api/v3/endlinks/fail.html?service_endlink_token=abc'],
      ['quota_full', '', '/api/v3/endlinks/quota_full?service_endlink_token=abc'],
      ['quota_full', '.html', '/api/v3/endlinks/quota_full.html?service_endlink_token=abc'],
      ['screenout', '', '/api/v3/endlinks/screenout?service_endlink_token=abc'],
      ['screenout', '.html', '/api/v3/endlinks/screenout.html?service_endlink_token=abc'],
    ] as const;
    for (const [outcome, form, path] of addresses) {
      assert.equal(outcomeUrl(BASE, `${outcome}${form}`, 'abc'), 'https://service.example' + path);
    }
  });

  it('is the call from code unless the redirect is asked for', () => {
    const address = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';
    assert.equal(outcomeUrl(BASE, 'complete', 'abc'), address);
  });

  it('keeps the path, the port and the IPv6 address of the base URL, whether or not it ends in slashes', () => {
    const rest = '/api/v3/endlinks/fail?service_endlink_token=abc';
    for (const [base, start] of [
      ['https://service.example/', 'https://service.example'],
      ['https://service.example///', 'https://service.example'],
      ['https://service.example/market/eu', 'https://service.example/market/eu'],
      ['https://service.example/market/eu/', 'https://service.example/market/eu'],
      ['http://localhost:4000/', 'http://localhost:4000'],
      ['http://[::1]:4000', 'http://[::1]:4000'],
    ] as const) {
      assert.equal(outcomeUrl(base, 'fail', 'abc'), start + rest);
    }
  });

  it('encodes a token of odd characters, so that it arrives as it was issued', () => {
    assert.equal(
      outcomeUrl('https://a', 'fail.html', 'a+b/c==&d=e#f?g%41 h$&é'),
      'https://a/api/v3/endlinks/fail.html?service_endlink_token=a%2Bb%2Fc%3D%3D%26d%3De%23f%3Fg%2541%20h%24%26%C3%A9',
    );
  });

  it('hands any token over whole as the only parameter', () => {
    fc.assert(
      fc.property(anyValue, (token) => {
        const { searchParams, pathname, hash } = new URL(outcomeUrl(BASE, 'fail', token));
        assert.deepEqual([...searchParams], [['service_endlink_token', token]]);
        assert.deepEqual([pathname, hash], ['/api/v3/endlinks/fail', '']);
      }),
      tries(1000),
    );
  });
});

describe('isServiceUrl', () => {
  it('takes https anywhere and http on this machine, with a port and a path', () => {
    const taken = words(`
      https://service.example https://service.example/ https://service.example:8443/a/b HTTPS://A.EXAMPLE
      https://[2001:db8::1] https://10.0.0.1 http://localhost http://localhost:4000/a HTTP://LOCALHOST
      http://127.0.0.1:4000 http://127.9.8.7 http://127.10.20.255 http://[::1] http://[::1]:4000/
    `);
    for (const url of taken) assert(isServiceUrl(url), url);
  });

  it('refuses what would send the token in the clear, or to nowhere', () => {
    const refused = words(String.raw`
      http://service.example http://10.0.0.1 http://[::2] http://[::1 http://::1 http://127.0.0
      http://128.0.0.1 http://localhost.evil.com http://localhost@evil.com http://localhost:80@evil.com
      http://127.0.0.1.evil http://127.0.0.1@evil.com http://127a0b0c1 http://[::1].evil.com
      http://[::1]@evil.com http://evil.com/http://localhost http://localhost\@evil.com
      http://localhost\.evil.com http://xlocalhost https://a?b=1 https://a/? https://a/#b https://a#
      //service.example /vault service.example https:service.example https:/a https://
      javascript:alert(1) javascript://https://a data:,https://a ftp://a wss://a xhttps://a undefined
    `);
    for (const url of [...refused, ' https://a', 'ht\ntps://a', ''])
      assert(!isServiceUrl(url), url);
  });

  it('refuses what is no URL, such as an example whose placeholder was left in', () => {
    for (const url of ['https://<your service>', 'https://[', 'https://a b', 'https://a^b'])
      assert(!isServiceUrl(url), url);
  });

  it('takes no address that the platform would reach without encryption, off this machine', () => {
    const starts = words('http://localhost http://127.0.0.1 http://[::1] https://a https://');
    const pieces = words(
      String.raw`http: // / \ @ : 80 localhost 127.0.0.1 . evil.com ? # %40 %2F ／`,
    );
    const rest = fc.array(fc.oneof(fc.constantFrom(...pieces, '\t', '\n'), anyText));
    fc.assert(
      fc.property(fc.constantFrom(...starts), rest, (start, end) => {
        const text = start + end.join('');
        if (!isServiceUrl(text) || !URL.canParse(text)) return;
        const { hash, hostname, protocol, search } = new URL(text);
        const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
        assert(protocol === 'https:' || isLocal, text);
        assert.equal(search + hash, '', text);
      }),
      tries(1000),
    );
  });
});

describe('no string', () => {
  it('makes a judgement throw', () => {
    fc.assert(
      fc.property(anyUrl, (text) => {
        for (const judge of [isOutcome, isPlaceholder, isServiceUrl]) judge(text);
      }),
      tries(1000),
    );
  });
});
