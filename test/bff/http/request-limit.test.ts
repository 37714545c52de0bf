import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VaultError } from 'vaultlink/protocol';
import { addressGroupsOf, createRequestLimit } from '../../../src/bff/http/request-limit.ts';

/** A limit, and a clock that stands still unless it is moved. */
function startLimit(perAddressPerMinute: number, inAllPerMinute: number) {
  const clock = { ms: Date.parse('2026-03-01T12:00:00.000Z') };
  const limit = createRequestLimit({ perAddressPerMinute, inAllPerMinute }, () => clock.ms);
  const passes = (address?: string) => {
    try {
      limit.countRequest(address);
      return true;
    } catch {
      return false;
    }
  };
  return { clock, limit, passes };
}

/**
 * Floods the default limit for three minutes at ten times the total, from each address in turn, while a caller from another network calls every ten
 * seconds.
 *
 * @returns how many calls of the strangers passed in each minute, and how many of the honest caller were refused
 */
function flood(addresses: readonly string[], honest: string) {
  const { clock, passes } = startLimit(120, 1200);
  const passedInMinute = [0, 0, 0];
  let refused = 0;
  for (let call = 0; call < 3 * 12_000; call += 1) {
    const minute = Math.floor(call / 12_000);
    if (passes(addresses[call % addresses.length]))
      passedInMinute[minute] = (passedInMinute[minute] ?? 0) + 1;
    if (call % 2000 === 1999 && !passes(honest)) refused += 1;
    clock.ms += 5;
  }
  return { passedInMinute, refused };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Where a flood comes from, and an honest caller of another network. */
const FLOODS: Record<string, [addresses: string[], honest: string]> = {
  'one IPv6 /64': [
    range(500).map((host) => `2001:db8:1:2::${host.toString(16)}`),
    '2001:db8:1:3::1',
  ],
  'one IPv6 /48': [range(5000).map((net) => `2001:db8:1:${net.toString(16)}::1`), '2001:db8:2::1'],
  'one IPv6 /32': [range(12_000).map((net) => `2001:db8:${net.toString(16)}::1`), '2001:db9::1'],
  'ten IPv6 /64 of ten providers': [range(10).map((net) => `2001:${net}:1:2::1`), '2001:db8::1'],
  'ten IPv6 /32': [
    range(12_000).map((net) => `2001:${net % 10}:${net.toString(16)}::1`),
    '2001:db8::1',
  ],
  '1,000 IPv4 addresses in 100 /24 of one /16': [
    range(1000).map((host) => `198.51.${host % 100}.${1 + Math.floor(host / 100)}`),
    '198.51.100.7',
  ],
  '1,000 IPv4 addresses in 100 /24 of 100 /8': [
    range(1000).map((host) => `${1 + (host % 100)}.51.7.${1 + Math.floor(host / 100)}`),
    '203.0.113.7',
  ],
  '1,000 IPv4 addresses of one /24 after the other': [
    range(1000).map((host) => `198.51.${Math.floor(host / 10)}.${host % 10}`),
    '203.0.113.7',
  ],
};

describe('a limit of calls', () => {
  it('forgets no address that has to wait, however many others call', () => {
    const { clock, passes } = startLimit(1, 10);
    assert.equal(passes('203.0.113.7'), true);
    for (let second = 0; second < 59; second += 1) {
      for (let index = 0; index < 50; index += 1) passes(`198.51.${second}.${index}`);
      assert.equal(passes('203.0.113.7'), false, `after ${second} seconds`);
      clock.ms += 1000;
    }
  });

  it('takes nothing from what all may do when it refuses one address', () => {
    const { passes } = startLimit(1, 3);
    for (let index = 0; index < 100; index += 1) passes('203.0.113.7');
    assert.deepEqual(['198.51.100.8', '192.0.2.9'].map(passes), [true, true]);
  });

  for (const [where, [addresses, honest]] of Object.entries(FLOODS)) {
    it(`serves each call of a quiet network while ${where} call at ten times the total`, () => {
      const { passedInMinute, refused } = flood(addresses, honest);
      assert.equal(refused, 0);
      // After a quiet minute, the total passes at once and once more at its pace.
      passedInMinute.forEach((passed, minute) => {
        assert.ok(passed > 0 && passed <= (minute ? 1200 : 2400), String(passedInMinute));
      });
    });
  }

  it('serves a quiet network right after ten networks have sent 1,200 calls in two seconds', () => {
    const { clock, passes } = startLimit(120, 1200);
    for (let call = 0; call < 1200; call += 1) {
      passes(`2001:${call % 10}:1:2::1`);
      if (call % 6 === 5) clock.ms += 10;
    }
    assert.equal(passes('203.0.113.7'), true);
    assert.equal(passes('2001:db8::1'), true);
  });

  it('serves one network half of the total at most while no other network calls', () => {
    const { passes } = startLimit(120, 1200);
    const count = range(1200).filter((call) => passes(`203.0.113.${call % 250}`)).length;
    assert.equal(count, 600);
  });

  it('lets as many networks as there are calls in all have one each', () => {
    const { passes } = startLimit(120, 1200);
    assert.equal(range(1200).filter((net) => passes(`10.${net >> 8}.${net & 255}.1`)).length, 1200);
  });

  it('asks a network to wait until it may call again', () => {
    const { clock, limit, passes } = startLimit(10, 10);
    const waitSeconds = () => {
      try {
        limit.countRequest('203.0.113.9');
        return undefined;
      } catch (error) {
        assert.ok(error instanceof VaultError);
        assert.equal(error.message, 'Too many requests arrive from one network.');
        return error.retryAfterSeconds;
      }
    };
    for (let call = 0; call < 5; call += 1) assert.equal(passes(`203.0.113.${call}`), true);
    const seconds = waitSeconds();
    assert.ok(seconds !== undefined && seconds >= 0 && seconds <= 61, String(seconds));
    clock.ms += 1000 * seconds + 1;
    assert.equal(waitSeconds(), undefined);
  });

  it('counts a call that the service refused as four of its address', () => {
    const { limit, passes } = startLimit(8, 1200);
    for (let call = 0; call < 2; call += 1) {
      assert.equal(passes('203.0.113.7'), true);
      limit.chargeRefusal(
        '203.0.113.7',
        new VaultError('outcome_rejected', 'No.', { status: 404 }),
      );
    }
    assert.equal(passes('203.0.113.7'), false);
    assert.equal(passes('203.0.113.8'), true);
  });

  it('counts a call that the service refused as four of its network, and as one in all', () => {
    const { limit, passes } = startLimit(100, 12);
    const refusal = new VaultError('reconnect_required', 'No.', { status: 400 });
    for (const host of [1, 2]) {
      assert.equal(passes(`203.0.113.${host}`), true);
      limit.chargeRefusal(`203.0.113.${host}`, refusal);
    }
    assert.equal(passes('203.0.113.3'), true);
    assert.equal(passes('203.0.113.4'), false);
    assert.equal(range(20).filter((net) => passes(`198.51.${net}.1`)).length, 9);
  });

  for (const [why, error] of [
    ['the service failed', new VaultError('service_error', 'No.', { status: 500 })],
    ['the service asked to wait', new VaultError('rate_limited', 'No.', { status: 429 })],
    ['the backend is misconfigured', new VaultError('configuration_error', 'No.', { status: 401 })],
    ['the service did not answer', new VaultError('outcome_rejected', 'No.')],
    ['nothing failed', undefined],
  ] as const) {
    it(`charges no address where ${why}`, () => {
      const { limit, passes } = startLimit(2, 1200);
      passes('203.0.113.7');
      limit.chargeRefusal('203.0.113.7', error);
      assert.equal(passes('203.0.113.7'), true);
    });
  }

  it('shares the total again at once after the clock was set back', () => {
    const { clock, passes } = startLimit(10, 10);
    for (let call = 0; call < 5; call += 1) passes(`203.0.113.${call}`);
    clock.ms -= 86_400_000;
    passes('203.0.113.9');
    clock.ms += 60_000;
    assert.equal(passes('203.0.113.9'), true);
  });

  for (const perMinute of [1, 7, 120, 1200, 1201]) {
    it(`lets exactly ${perMinute} calls pass at once, and then one for each further pace`, () => {
      const { clock, passes } = startLimit(1, perMinute);
      const count = (tries: number) =>
        Array.from({ length: tries }, () => passes()).filter(Boolean);
      assert.equal(count(perMinute + 5).length, perMinute);
      clock.ms += Math.ceil(60_000 / perMinute);
      assert.equal(count(5).length, 1);
    });
  }
});

const IPV4 = { client: '203.0.113.7', networks: ['203.0.113.0/24'] };

const IPV6 = {
  client: '2001:db8:1:2::/64',
  networks: ['2001:db8:1::/48', '2001:db8::/32'],
};

describe('the groups of an address', () => {
  for (const [address, groups] of [
    ['203.0.113.7', IPV4],
    ['::ffff:203.0.113.7', IPV4],
    ['::FFFF:203.0.113.7', IPV4],
    ['::ffff:cb00:7107', IPV4],
    ['0:0:0:0:0:ffff:203.0.113.7', IPV4],
    ['::ffff:203.0.113.7%eth0', IPV4],
    ['2001:db8:1:2::7', IPV6],
    ['2001:0DB8:0001:0002:0003:0004:0005:0006', IPV6],
    ['2001:db8:1:2::7%eth0', IPV6],
    ['2001:db8:1:2::203.0.113.7', IPV6],
    ['::1', { client: '0:0:0:0::/64', networks: ['0:0:0::/48', '0:0::/32'] }],
    ['::203.0.113.7', { client: '0:0:0:0::/64', networks: ['0:0:0::/48', '0:0::/32'] }],
    ['fe80::1%eth0', { client: 'fe80:0:0:0::/64', networks: ['fe80:0:0::/48', 'fe80:0::/32'] }],
  ] as const) {
    it(`are ${groups.client} and its networks for ${address}`, () => {
      assert.deepEqual(addressGroupsOf(address), groups);
    });
  }

  for (const text of ['', 'unknown', '010.0.0.1', '1.2', '127.1', '999.0.0.1', '[::1]:80']) {
    it(`are a client without networks for ${JSON.stringify(text)}, which is no address`, () => {
      assert.deepEqual(addressGroupsOf(text), { client: text, networks: [] });
    });
  }
});
