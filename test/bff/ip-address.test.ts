import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseIpAddress } from '../../src/bff/ip-address.ts';
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
