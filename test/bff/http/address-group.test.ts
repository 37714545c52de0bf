import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressGroupsOf } from '../../../src/bff/http/address-group.ts';

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
