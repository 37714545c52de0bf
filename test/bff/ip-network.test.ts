import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNetworkCheck, isIpNetwork, normalizeIpAddress } from '../../src/bff/ip-network.ts';

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
