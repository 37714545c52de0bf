import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInOwnNetwork, isProxy } from '../../../src/node/http/proxy-peer.ts';

describe('a private network', () => {
  for (const address of [
    ...['10.0.0.0', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.9.9.9'],
    ...['169.254.1.1', '172.16.0.1', '172.31.255.255', '192.168.255.255', '::1', 'fc00::1'],
    ...['fdff::1', 'FE80::1', 'febf::1', '::ffff:10.1.2.3', '::ffff:a01:203', '::FFFF:127.0.0.1'],
  ]) {
    it(`contains ${address}`, () => {
      assert.equal(isInOwnNetwork(address), true);
    });
  }

  for (const address of [
    ...['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.0'],
    ...['192.167.0.1', '203.0.113.7', '::2', 'fe00::1', 'fec0::1', '2001:db8::1', '::10.1.2.3'],
    ...['::ffff:203.0.113.7', '010.0.0.1', '127.1', '0x7f.0.0.1', 'localhost', ''],
  ]) {
    it(`does not contain ${JSON.stringify(address)}`, () => {
      assert.equal(isInOwnNetwork(address), false);
    });
  }
});

describe('a proxy', () => {
  const forwards = (name: string) => name === 'x-forwarded-for';

  it('is a peer of a private network that has forwarded the request', () => {
    assert.equal(isProxy('10.1.2.3', forwards), true);
    assert.equal(isProxy('::ffff:10.1.2.3', forwards), true);
    assert.equal(
      isProxy('10.1.2.3', () => false),
      false,
    );
    assert.equal(isProxy('203.0.113.7', forwards), false);
  });
});
