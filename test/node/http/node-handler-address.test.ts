import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { peerAddress, toNodeHandler } from 'vaultlink/node';
import type { HostRequest, NodeHandlerOptions } from 'vaultlink/node';
import { startBff } from '../../bff/support/http-bff.ts';
import { bffOf, post, PUSH, responseOf, serving } from '../mounted.ts';

describe('toNodeHandler counts calls by the address of the caller', () => {
  /** The statuses of two relays, where one address may make one a minute. */
  const statusesOf = async (
    [first, second]: readonly Record<string, string>[],
    {
      options = {},
      prepare,
      clientAddress,
    }: {
      options?: NodeHandlerOptions;
      prepare?: (req: HostRequest) => void;
      clientAddress?: (request: Request) => string | undefined;
    } = {},
  ) => {
    const { bff } = startBff({ anonymousCalls: { perAddressPerMinute: 1 }, clientAddress });
    const handler = toNodeHandler(bff, options);
    const origin = await serving((req, res) => {
      prepare?.(req);
      return handler(req, res);
    });
    const statuses: number[] = [];
    for (const headers of [first, second]) {
      const answer = await post(`${origin}/vault/endlinks/complete`, '{"token":"t"}', {
        'x-vaultlink': '1',
        origin: 'https://app.example',
        ...headers,
      });
      statuses.push(answer.status);
    }
    return statuses.map((status) => status === 429);
  };
  const FORWARDED = [{ 'x-forwarded-for': '203.0.113.1' }, { 'x-forwarded-for': '203.0.113.2' }];
  const expressIp = (req: HostRequest) => {
    req.ip = String(req.headers['x-forwarded-for']);
  };

  it('which is the other end of the connection', async () => {
    assert.deepEqual(await statusesOf([{}, {}]), [false, true]);
  });

  it('which is still known after the caller has left', async () => {
    const address = Promise.withResolvers<string | undefined>();
    const arrived = Promise.withResolvers<undefined>();
    const left = Promise.withResolvers<undefined>();
    const handler = toNodeHandler(
      bffOf(async (request) => {
        arrived.resolve(undefined);
        await left.promise;
        address.resolve(request.clientAddress);
        return responseOf(204);
      }),
    );
    const origin = await serving((req, res) => {
      res.on('close', () => left.resolve(undefined));
      return handler(req, res);
    });
    const leaving = new AbortController();
    const call = fetch(origin + PUSH, { signal: leaving.signal });
    await arrived.promise;
    leaving.abort();
    await assert.rejects(call);
    assert.equal(await address.promise, '127.0.0.1');
  });

  it('which is not known where a proxy of the own network has forwarded the call', async () => {
    assert.deepEqual(await statusesOf(FORWARDED), [false, false]);
  });

  it('which Express names, where it trusts a proxy', async () => {
    const [one = {}] = FORWARDED;
    assert.deepEqual(await statusesOf(FORWARDED, { prepare: expressIp }), [false, false]);
    assert.deepEqual(await statusesOf([one, one], { prepare: expressIp }), [false, true]);
  });

  it('which the host names', async () => {
    const options = { clientAddress: () => '203.0.113.1' };
    assert.deepEqual(await statusesOf(FORWARDED, { options }), [false, true]);
  });

  it('which the backend’s own option names before all', async () => {
    const options = { clientAddress: () => '203.0.113.1' };
    const clientAddress = () => undefined;
    assert.deepEqual(await statusesOf([{}, {}], { options, clientAddress }), [false, false]);
    assert.deepEqual(await statusesOf([{}, {}], { clientAddress: peerAddress }), [false, true]);
  });

  it('at the end of an authorization, too', async () => {
    const { bff, openBrowser } = startBff({
      anonymousCalls: { perAddressPerMinute: 1 },
      clientAddress: undefined,
    });
    const origin = await serving(toNodeHandler(bff));
    const statuses: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const browser = openBrowser();
      const path = browser.wayBack(await browser.setOut());
      const cookie = Array.from(browser.jar, ([name, { value }]) => `${name}=${value}`).join('; ');
      const answer = await fetch(origin + path, { headers: { cookie }, redirect: 'manual' });
      statuses.push(answer.status);
    }
    assert.deepEqual(statuses, [303, 429]);
  });
});
