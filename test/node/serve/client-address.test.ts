import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen, peerAddress } from 'vaultlink/node';
import { createClientAddress } from '../../../src/node/serve/client-address.ts';

const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];

/** The address that is named for a request on this machine with this X-Forwarded-For. */
async function addressOf(trustedProxies: string[], forwardedFor?: string): Promise<unknown> {
  const clientAddress = createClientAddress(trustedProxies);
  const listener = await listen((request) => Response.json([clientAddress(request)]));
  try {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const [address] = (await (await fetch(listener.origin, { headers })).json()) as unknown[];
    return address;
  } finally {
    await listener.close();
  }
}

describe('the address of a caller', () => {
  it('is the peer’s, whatever X-Forwarded-For says, where no proxy is trusted', async () => {
    assert.equal(await addressOf([], '203.0.113.7'), '127.0.0.1');
  });

  it('is the peer’s, whatever X-Forwarded-For says, where the peer is no trusted proxy', async () => {
    assert.equal(await addressOf(['10.0.0.0/8'], '203.0.113.7'), '127.0.0.1');
  });

  for (const [forwardedFor, address] of [
    [undefined, '127.0.0.1'],
    ['', '127.0.0.1'],
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['[2001:4860::1]:443', '2001:4860::1'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['203.0.113.7,::ffff:10.1.2.3', '203.0.113.7'],
    ['203.0.113.7, 2001:db8::5', '203.0.113.7'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['10.1.2.3', '10.1.2.3'],
    ['203.0.113.7, unknown', '127.0.0.1'],
  ] as const) {
    it(`is ${address} where trusted proxies forward ${JSON.stringify(forwardedFor)}`, async () => {
      assert.equal(await addressOf(PROXIES, forwardedFor), address);
    });
  }

  it('is not known of a request that no server has received', () => {
    assert.equal(peerAddress(new Request('http://localhost/')), undefined);
  });
});
