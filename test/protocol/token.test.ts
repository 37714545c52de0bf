import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  expiresAtOf,
  instantMs,
  lifetimeSecondsOf,
  TOKEN_PATH,
} from 'vaultlink/protocol';

/** 2026-03-02T12:00:00Z. */
const AT_MS = 1772452800000;

const jwt = (payload: unknown) =>
  ['e30', Buffer.from(JSON.stringify(payload)).toString('base64url'), 'c2ln'].join('.');

describe('the token endpoint', () => {
  it('is where the interface says, and its tokens last as long (§4.2, §8)', () => {
    assert.equal(TOKEN_PATH, '/oauth/token');
    assert.equal(ACCESS_TOKEN_LIFETIME_SECONDS, 86400);
  });
});

describe('an instant', () => {
  const read: [value: unknown, ms: number][] = [
    ['2026-03-02T12:00:00.000Z', AT_MS],
    ['2026-03-02T12:00:00Z', AT_MS],
    ['2026-03-02T12:00:00', AT_MS],
    ['2026-03-02T12:00', AT_MS],
    ['2026-03-02T13:30:00+01:30', AT_MS],
    ['2026-03-02T13:30:00+0130', AT_MS],
    ['2026-03-02', 1772409600000],
    [1772452800, AT_MS],
    [1772452800.25, 1772452800250],
    [1772452800000, AT_MS],
    ['1772452800', AT_MS],
    ['1772452800000', AT_MS],
    ['1772452800.25', 1772452800250],
    [0, 0],
    [-1, -1000],
    [-100000000000, -100000000000],
    [99999999999, 99999999999000],
    [100000000000, 100000000000],
  ];
  for (const [value, ms] of read) {
    it(`${JSON.stringify(value)} is read as ${ms}`, () => assert.equal(instantMs(value), ms));
  }

  it('without an offset is UTC, wherever the machine is', () => {
    const { TZ } = process.env;
    process.env.TZ = 'America/New_York';
    try {
      assert.notEqual(new Date(AT_MS).getHours(), 12);
      assert.equal(instantMs('2026-03-02T12:00:00'), AT_MS);
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });

  const nothing = [
    ...['', ' ', 'soon', 'tomorrow 12', '0x10', 'Infinity', '1e999', '2026-13-40'],
    ...['2026-03-02 12:00', 'Mon 2026-03-02'],
    ...[NaN, Infinity, null, undefined, true, {}, [], [1772452800], new Date(AT_MS)],
  ];
  for (const value of nothing) {
    it(`is not in the ${typeof value} ${JSON.stringify([value])}`, () => {
      assert.equal(instantMs(value), undefined);
    });
  }
});

describe('the expires_at of an access token', () => {
  for (const value of ['2026-03-02T12:00:00.000Z', 1772452800, 1772452800000, '1772452800']) {
    it(`is read as ${JSON.stringify(value)}`, () => {
      assert.equal(expiresAtOf(jwt({ expires_at: value })), AT_MS);
    });
  }

  it('is read from the literal of a token', () => {
    // {"alg":"HS256"}.{"expires_at":1772452800}
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJleHBpcmVzX2F0IjoxNzcyNDUyODAwfQ.c2ln';
    assert.equal(expiresAtOf(token), AT_MS);
  });

  it('is read beside text of any language, whatever base64url makes of it', () => {
    for (const name of ['', 'a', 'ab', 'ü>?~ÿ', '鍵??>>', '𝒳ÿÿÿ']) {
      assert.equal(expiresAtOf(jwt({ name, expires_at: 1772452800 })), AT_MS);
    }
  });

  const none = ['', '.', 'opaque', 'a.b.c', 'e30.e30.c2ln', jwt(null), jwt(7), jwt({ exp: 1 })];
  for (const token of [...none, jwt({ expires_at: null }), jwt({ expires_at: 'soon' })]) {
    it(`is not in "${token}"`, () => assert.equal(expiresAtOf(token), undefined));
  }
});

describe('the lifetime of an access token', () => {
  const response = { access_token: 'opaque', token_type: 'Bearer', refresh_token: 'r' };
  /** What is known, and the seconds that follow. */
  const lifetimes: [what: string, known: object, seconds: number][] = [
    ['nothing is known', {}, 86400],
    ['expires_in alone', { expires_in: 86400 }, 86400],
    ['expires_in is shorter than a day', { expires_in: 60 }, 60],
    ['expires_in is nothing', { expires_in: 0 }, 0],
    ['expires_in is below nothing', { expires_in: -5 }, 86400],
    ['expires_in is no number', { expires_in: NaN }, 86400],
    [
      'the JWT is shorter than expires_in',
      { expires_in: 86400, access_token: jwt({ expires_at: 1772366460 }), created_at: 1772366400 },
      60,
    ],
    [
      'the JWT is longer than expires_in',
      { expires_in: 30, access_token: jwt({ expires_at: 1772366460 }), created_at: 1772366400 },
      30,
    ],
    [
      'the JWT alone, its two instants in different forms',
      {
        access_token: jwt({ expires_at: '2026-03-02T12:00:00.000Z' }),
        created_at: '1772366400',
      },
      86400,
    ],
    ['created_at is missing', { access_token: jwt({ expires_at: 1772366460 }) }, 86400],
    [
      'created_at cannot be read',
      { expires_in: 50, access_token: jwt({ expires_at: 1 }), created_at: '<timestamp>' },
      50,
    ],
    [
      'the JWT ended before it was created',
      { expires_in: 50, access_token: jwt({ expires_at: 1 }), created_at: 1772366400 },
      50,
    ],
  ];
  for (const [what, known, seconds] of lifetimes) {
    it(`is ${seconds} s where ${what}`, () => {
      assert.equal(lifetimeSecondsOf({ ...response, ...known }), seconds);
    });
  }

  it('is the same whatever the clock of the service says', () => {
    for (const createdAt of [0, 1772366400, 1772366400 + 86400 * 400]) {
      const access_token = jwt({ expires_at: createdAt + 3600 });
      const skewed = { ...response, access_token, created_at: createdAt, expires_in: 86400 };
      assert.equal(lifetimeSecondsOf(skewed), 3600);
    }
  });
});
