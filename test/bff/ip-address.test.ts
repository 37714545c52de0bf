import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  createNetworkCheck,
  isIpNetwork,
  normalizeIpAddress,
  parseIpAddress,
} from '../../src/bff/ip-address.ts';
import { tries } from '../support/fuzz.ts';

const textOf = (text: string) => parseIpAddress(text)?.toString();

describe('parseIpAddress', () => {
  for (const [text, usual] of [
    ['203.0.113.7', '203.0.113.7'],
    ['0.0.0.0', '0.0.0.0'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:A', '2001:db8::a'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['::', '::'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::1%eth0.100', 'fe80::1'],
    ['fe80::1%25en-0', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
    ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4:5:6:cb00:7107'],
    ['::203.0.113.7', '::cb00:7107'],
    ['::2:3:4:5:6:203.0.113.7', '0:2:3:4:5:6:cb00:7107'],
  ] as const) {
    it(`reads ${text} as ${usual}`, () => {
      assert.equal(textOf(text), usual);
    });
  }

  for (const text of [
    ...['', 'unknown', '_hidden', 'localhost', '%eth0', ':', ':::'],
    ...[
      '010.0.0.1',
      '10.0.0.01',
      '1.2',
      '1.2.3',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '0x7f000001',
    ],
    ...['1.2.3.256', '1.2.3.4.5', '1.2.3.4.', '.1.2.3.4', '1.2.3.-4', '1.2.3.4e0', '１.2.3.4'],
    ...[' 1.2.3.4', '1.2.3.4\n', '1.2.3.4:80', '[::1]', '[::1]:80', '1.2.3.4/32', '::1/128'],
    ...[
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2:3:4:5:6:7:8',
      '::00001',
      '::g',
      '1:',
    ],
    ...['::ffff:010.0.0.1', '::ffff:0x7f.0.0.1', '::ffff:1.2.3', '::ffff:1.2.3.4:80', '1.2.3.4::'],
  ]) {
    it(`reads no address in ${JSON.stringify(text)}`, () => {
      assert.equal(textOf(text), undefined);
    });
  }

  it('reads the same addresses as Node and the URL parser', () => {
    const part = fc.oneof(
      fc.constantFrom(':', '::', '.', '0', '00', '0x', 'ffff', 'FFFF', '1.2.3.4', '255', '256'),
      fc.nat({ max: 0x1ffff }).map((number) => number.toString(16)),
    );
    const colons = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(':'));
    const text = fc.oneof(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      colons,
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6(),
      fc
        .tuple(fc.ipV6(), fc.nat({ max: 40 }))
        .map(([ip, at]) => ip.slice(0, at) + ip.slice(at + 1)),
    );
    fc.assert(
      fc.property(text, (one) => {
        const version = isIP(one);
        const address = parseIpAddress(one);
        assert.equal(address !== undefined, version !== 0, one);
        if (address === undefined) return;
        const asIpv6 = (host: string) => new URL(`http://[${host}]`).hostname;
        const written = version === 4 ? `::ffff:${one}` : one;
        const read = 'octets' in address ? `::ffff:${address.toString()}` : address.toString();
        assert.equal(asIpv6(read), asIpv6(written), one);
      }),
      tries(3000),
    );
  });
});

describe('a network', () => {
  for (const text of [
    ...['10.0.0.0/8', '10.1.2.3/8', '127.0.0.1', '0.0.0.0/0', '1.2.3.4/32', '::1', '::/0'],
    ...['2001:DB8::/32', '::ffff:10.0.0.0/104', '::ffff:a00:0/104', 'fe80::/10', '::1/128'],
  ]) {
    it(`can be written ${text}`, () => {
      assert.equal(isIpNetwork(text), true);
    });
  }

  for (const text of [
    ...[
      '',
      '/',
      '/8',
      'nginx',
      '10.0.0.0/',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
    ],
    ...['10/8', '10.0.0/8', '010.0.0.0/8', '0xa.0.0.0/8', '10.0.0.0/255.0.0.0', '10.0.0.0/0x8'],
    ...['fe80::1%eth0', 'fe80::%eth0/10', '10.0.0.1:80', '[::1]', ' 10.0.0.0/8', '*'],
  ]) {
    it(`cannot be written ${JSON.stringify(text)}`, () => {
      assert.equal(isIpNetwork(text), false);
    });
  }

  for (const [network, address, isIn] of [
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['10.0.0.0/9', '10.127.255.255', true],
    ['10.0.0.0/9', '10.128.0.0', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['0.0.0.0/0', '203.0.113.7', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.7', true],
    ['2001:db8::/33', '2001:DB8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:a01:203', true],
    ['10.0.0.0/8', '::ffff:11.1.2.3', false],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '11.1.2.3', false],
    ['10.0.0.0/8', '::10.1.2.3', false],
    ['10.0.0.0/8', '64:ff9b::10.1.2.3', false],
    ['0.0.0.0/0', 'unknown', false],
    ['::/0', '', false],
    ['8.0.0.0/8', '010.0.0.1', false],
    ['10.0.0.0/8', '010.0.0.1', false],
    ['nginx', '127.0.0.1', false],
  ] as const) {
    it(`${isIn ? 'contains' : 'does not contain'} ${JSON.stringify(address)} if it is ${network}`, () => {
      assert.equal(createNetworkCheck([network])(address), isIn);
    });
  }

  it('is one of several, or none', () => {
    const isIn = createNetworkCheck(['127.0.0.1', '2001:db8::/32']);
    assert.deepEqual(['127.0.0.1', '2001:db8::1', '::1'].map(isIn), [true, true, false]);
    assert.equal(createNetworkCheck([])('127.0.0.1'), false);
  });
});

describe('normalizeIpAddress', () => {
  it('writes an address in one way, whatever its zone, its case and its zeros are', () => {
    assert.equal(normalizeIpAddress('2001:0DB8:0::1%eth0'), '2001:db8::1');
    assert.equal(normalizeIpAddress('::ffff:cb00:7107'), '203.0.113.7');
    assert.equal(normalizeIpAddress('nonsense'), undefined);
  });
});
