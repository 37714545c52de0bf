import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen, peerAddress } from 'vaultlink/node';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { listenWith } from '../../../src/node/http/listener.ts';
import { createClientAddress, warningsOfProxies } from '../../../src/node/serve/proxied-address.ts';
import { variables } from '../program.ts';

const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];

/** The address that is named for a request on this machine with this X-Forwarded-For. */
async function addressOf(
  trustedProxies: string[],
  forwardedFor?: string,
  origin = 'http://localhost:3000',
): Promise<unknown> {
  const { bff } = readEnvironment({
    ...variables('http://127.0.0.1:1'),
    VAULTLINK_ORIGIN: origin,
    VAULTLINK_REDIRECT_URI: `${origin}/vault/callback`,
  });
  const clientAddress = createClientAddress({ bff, trustedProxies });
  const listener = await listenWith((incoming, outgoing) => {
    outgoing.end(JSON.stringify([clientAddress(incoming) ?? 'unknown']));
  }, {});
  try {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const [address] = (await (await fetch(listener.origin, { headers })).json()) as unknown[];
    return address;
  } finally {
    await listener.close();
  }
}

describe('the address of a caller', () => {
  it('is the peer’s where no proxy has forwarded the call', async () => {
    assert.equal(await addressOf([]), '127.0.0.1');
    assert.equal(await addressOf(['10.0.0.0/8']), '127.0.0.1');
    assert.equal(await addressOf(['10.0.0.0/8'], undefined, 'https://app.example'), '127.0.0.1');
  });

  it('is not known where a proxy of the own network that is not trusted has forwarded the call', async () => {
    assert.equal(await addressOf([], '203.0.113.7'), 'unknown');
    assert.equal(await addressOf(['10.0.0.0/8'], '203.0.113.7'), 'unknown');
  });

  it('is not known where a proxy serves https and no variable names it, even without X-Forwarded-For', async () => {
    assert.equal(await addressOf([], undefined, 'https://app.example'), 'unknown');
  });

  for (const [forwardedFor, address] of [
    [undefined, 'unknown'],
    ['', 'unknown'],
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['[2001:4860::1]:443', '2001:4860::1'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['203.0.113.7,::ffff:10.1.2.3', '203.0.113.7'],
    ['203.0.113.7, 2001:db8::5', '203.0.113.7'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['10.1.2.3', 'unknown'],
    ['203.0.113.7, unknown', 'unknown'],
    ['203.0.113.7, _hidden', 'unknown'],
    ['203.0.113.7, 010.0.0.1', 'unknown'],
    ['203.0.113.7, 10.1', 'unknown'],
    ['203.0.113.7, 0x0a.0.0.1', 'unknown'],
    ['203.0.113.7, ', 'unknown'],
    ['203.0.113.7,::ffff:a01:203', '203.0.113.7'],
    ['203.0.113.7, ::FFFF:10.1.2.3', '203.0.113.7'],
    ['203.0.113.7, [2001:DB8::5]:8443', '203.0.113.7'],
    ['203.0.113.7, [2001:db8::5%eth0.1]', '203.0.113.7'],
    ['2001:4860:0::A', '2001:4860::a'],
    ['2001:4860::203.0.113.7', '2001:4860::cb00:7107'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:cb00:7107]:443', '203.0.113.7'],
    ['::10.1.2.3', '::a01:203'],
  ] as const) {
    it(`is ${address} where trusted proxies forward ${JSON.stringify(forwardedFor)}`, async () => {
      assert.equal(await addressOf(PROXIES, forwardedFor), address);
    });
  }

  for (const [name, value] of [
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
  ] as const) {
    it(`is not known to peerAddress where a proxy of the own network has added ${name}`, async () => {
      const listener = await listen((request) => new Response(peerAddress(request) ?? 'unknown'));
      try {
        const ask = async (headers: Record<string, string>) =>
          (await fetch(listener.origin, { headers })).text();
        assert.equal(await ask({ [name]: value }), 'unknown');
        assert.equal(await ask({}), '127.0.0.1');
      } finally {
        await listener.close();
      }
    });
  }

  for (const [origin, trustedProxies, count] of [
    ['https://app.example', [], 1],
    ['https://app.example', ['127.0.0.1'], 0],
    ['http://localhost:3000', [], 0],
  ] as const) {
    it(`is ${count ? 'warned of' : 'expected'} at ${origin} with ${trustedProxies.length} trusted proxies`, () => {
      const { bff } = readEnvironment({
        ...variables('http://127.0.0.1:1'),
        VAULTLINK_ORIGIN: origin,
        VAULTLINK_REDIRECT_URI: `${origin}/vault/callback`,
      });
      const warnings = warningsOfProxies({ bff, trustedProxies: [...trustedProxies] });
      assert.equal(warnings.length, count);
      for (const warning of warnings)
        assert.match(warning, /^VAULTLINK_TRUSTED_PROXIES is not set/);
    });
  }

  it('is not known of a request that no server has received', () => {
    assert.equal(peerAddress(new Request('http://localhost/')), undefined);
  });
});
