import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseReturnTo, withParameter } from '../../../src/bff/http/return-to.ts';
import { tries } from '../../support/fuzz.ts';

const settings = {
  origin: 'https://app.example',
  basePath: '/vault',
  allowedOrigins: new Set(['https://www.partner.example', 'http://localhost:3000']),
};

/** The routes of the backend. */
const CALL = /^\/vault\/(connect|callback|exchange|session|packets|endlinks|health)(\/|$)/;

/** A path as a router reads it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

describe('return_to', () => {
  for (const [given, address] of [
    [null, 'https://app.example/'],
    ['', 'https://app.example/'],
    ['/', 'https://app.example/'],
    ['/settings?tab=2&next=%2Fhome#vault', 'https://app.example/settings?tab=2&next=%2Fhome#vault'],
    ['/a/../b', 'https://app.example/b'],
    ['/vault', 'https://app.example/vault'],
    ['/vaults/', 'https://app.example/vaults/'],
    ['/?next=https://evil.example/', 'https://app.example/?next=https://evil.example/'],
    ['https://app.example/a', 'https://app.example/a'],
    ['https://app.example:443/a', 'https://app.example/a'],
    ['HTTPS://APP.example/a', 'https://app.example/a'],
    ['https://www.partner.example/a?b#c', 'https://www.partner.example/a?b#c'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    [`/${'a'.repeat(980)}`, `https://app.example/${'a'.repeat(980)}`],
    ['/質問', 'https://app.example/%E8%B3%AA%E5%95%8F'],
    // What a browser leaves as it is behind the path.
    ['/a?path=C:\\temp', 'https://app.example/a?path=C:\\temp'],
    ['/a#C:\\temp', 'https://app.example/a#C:\\temp'],
    ['/?\\\\evil.example', 'https://app.example/?\\\\evil.example'],
    ['https://app.example?\\@evil.example', 'https://app.example/?\\@evil.example'],
    ['https://app.example#\\@evil.example', 'https://app.example/#\\@evil.example'],
    ['/?a={"b":[1]}|`^~', 'https://app.example/?a={%22b%22:[1]}|`^~'],
    // Pages whose path begins like that of the backend, but which are no routes of it.
    ['/vault/', 'https://app.example/vault/'],
    ['/vault/settings', 'https://app.example/vault/settings'],
    ['/vault/connected', 'https://app.example/vault/connected'],
    ['/vault/%E0%A4', 'https://app.example/vault/%E0%A4'],
  ] as const) {
    it(`may be ${given?.slice(0, 60)}`, () => {
      assert.equal(parseReturnTo(given, settings), address);
    });
  }

  it('is refused with its origin and that of the backend where they differ', () => {
    for (const text of ['http://127.0.0.1:3000/', 'http://app.example/a']) {
      assert.throws(() => parseReturnTo(text, settings), {
        code: 'invalid_request',
        message: new RegExp(`leads to ${new URL(text).origin}, .* at https://app\\.example:`),
      });
    }
  });

  for (const attack of [
    '/vault/connect',
    '/vault/connect/',
    '/vault/connect?return_to=/%5C',
    '/vault/c%6fnnect#\\',
    '/vault/session',
    '/vault/exchange',
    '/vault/packets/p1/push',
    '/vault/endlinks/complete',
    '/vault/health/live',
    '/./vault/callback?code=a&state=b',
    '/%76ault/connect',
    '/a/../%56ault/../v%61ult/callback?code=a&state=b',
    '/vault%2fconnect',
    'https://app.example/vault/connect?return_to=/vault/connect',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/%2f%2fevil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/a b',
    '/a\u0000',
    '/a\u007f',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https:\\\\evil.example',
    'https://evil.example',
    'https://app.example.evil.example/',
    'https://app.example@evil.example/',
    'https://user@app.example/',
    'https://user:password@app.example/',
    'https://app.example:444/',
    'http://app.example/',
    'https://evil.example#https://app.example/',
    'https://evil.example\\@app.example/',
    'https://evil.example\\?@app.example/',
    'https://app.example\\.evil.example/?#',
    '/a\\b?c',
    '/a\\?b',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://app.example/1',
    'file:///etc/passwd',
    'ftp://app.example/',
    'settings',
    './settings',
    '?a=b',
    '#a',
    'null',
    'https://',
    'https://[',
    `/${'a'.repeat(1000 - 'https://app.example'.length)}`,
    `/${'質'.repeat(110)}`,
  ]) {
    it(`may not be ${JSON.stringify(attack).slice(0, 60)}`, () => {
      assert.throws(() => parseReturnTo(attack, settings), { code: 'invalid_request' });
    });
  }

  it('never leads a browser to an origin that is not allowed, whatever it is', () => {
    const piece = fc.constantFrom(
      ...[
        '/',
        '\\',
        '//',
        ':',
        '@',
        '.',
        '?',
        '#',
        '%2f',
        '%5C',
        '/vault/',
        '/%76ault/',
        'connect',
        'c%61llback',
        '\t',
        '\n',
        ' ',
        'https:',
        'http://',
      ],
      ...[
        'https://',
        'javascript:',
        'evil.example',
        'app.example',
        'www.partner.example',
        '[',
        '\u3002',
      ],
    );
    const text = fc.oneof(
      fc
        .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 })
        .map((parts) => parts.join('')),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(text, (given) => {
        let address: string;
        try {
          address = parseReturnTo(given, settings);
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'invalid_request');
          return;
        }
        const { origin, username, password, pathname } = new URL(address, 'https://evil.example');
        const isCall = origin === settings.origin && CALL.test(decoded(pathname));
        assert(!isCall, `A call of the backend: ${address}`);
        assert(origin === settings.origin || settings.allowedOrigins.has(origin), address);
        assert.equal(username + password, '');
        assert.equal(parseReturnTo(address, settings), address);
      }),
      tries(2000),
    );
  });

  it('gets another parameter and keeps what it has', () => {
    const denied = { name: 'vault', value: 'denied' };
    assert.equal(
      withParameter('https://a.example/p?x=%20&y#h', denied),
      'https://a.example/p?x=%20&y&vault=denied#h',
    );
    assert.equal(
      withParameter('https://a.example/#h', denied),
      'https://a.example/?vault=denied#h',
    );
    assert.equal(
      withParameter('https://a.example/?vault=denied', denied),
      'https://a.example/?vault=denied',
    );
  });
});
