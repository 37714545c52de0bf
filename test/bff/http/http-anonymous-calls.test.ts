import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { VaultBff, VaultBffOptions } from 'vaultlink/bff';
import { VaultError } from 'vaultlink/protocol';
import { isOpen, retryDelayMs, settleReport } from '../../../src/browser/endlink/lifecycle.ts';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import { start as startRelay } from '../../../src/browser/endlink/relay.ts';
import { invalidGrant, withStatus } from '../../support/service/answers.ts';
import { openRecord } from '../../model/records.ts';
import { codeOf, startBff } from '../support/http-bff.ts';
import { ORIGIN } from '../support/http-browser.ts';

const HANDED_OVER = {
  code: 'the-code',
  code_verifier: 'v'.repeat(43),
  state: 'the-state',
  redirect_uri: 'https://app.example/vault/callback',
};

/** The header by which these tests say where a call comes from. */
const FROM = 'x-test-address';

/** A backend that knows where each call comes from. */
function start(changed: Partial<VaultBffOptions> = {}) {
  const { browser, ...started } = startBff({
    clientAddress: ({ headers }) => headers.get(FROM) ?? undefined,
    ...changed,
  });
  const headersOf = (address?: string) => (address === undefined ? {} : { [FROM]: address });
  return {
    ...started,
    relay: (address?: string, body: unknown = { token: 'token-1' }) =>
      browser.call('POST', '/endlinks/complete', body, headersOf(address)),
    exchange: (address?: string) =>
      browser.call('POST', '/exchange', HANDED_OVER, headersOf(address)),
  };
}

const RECORD = openRecord();

/** The part of the page that reports by relay, in a page of this backend. */
function openRelay({ mock }: TestContext, bff: Pick<VaultBff, 'fetch'>) {
  mock.method(globalThis, 'fetch', (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('origin', ORIGIN);
    headers.set('sec-fetch-site', 'same-origin');
    return bff.fetch(new Request(new URL(path, ORIGIN), { ...init, headers }));
  });
  const load = () => Promise.resolve(undefined);
  return startRelay({ options: {}, load } as unknown as EndlinkEngine);
}

/** Counts how many of `count` calls, one after the other, are not refused for their number. */
async function countPassed(count: number, call: (index: number) => Promise<Response>) {
  let passed = 0;
  for (let index = 0; index < count; index += 1) {
    if ((await call(index)).status !== 429) passed += 1;
  }
  return passed;
}

describe('calls that anybody can make', () => {
  it('lets 120 relays a minute from one address reach the service by default', async () => {
    const { relay, service } = start();
    assert.equal(await countPassed(200, () => relay('203.0.113.7')), 120);
    assert.equal(service.requests.length, 120);
  });

  it('lets 120 exchanges a minute from one address reach the service by default', async () => {
    const { exchange, service } = start();
    assert.equal(await countPassed(200, () => exchange('203.0.113.7')), 120);
    assert.equal(service.requests.length, 120);
  });

  it('lets 1,200 relays a minute of as many networks reach the service by default', async () => {
    const { relay, service } = start();
    const from = (index: number) => relay(`10.${index >> 8}.${index & 255}.7`);
    assert.equal(await countPassed(1300, from), 1200);
    assert.equal(service.requests.length, 1200);
  });

  it('limits calls in all when their address is unknown', async () => {
    const anonymousCalls = { perAddressPerMinute: 1, inAllPerMinute: 5 };
    const { relay } = start({ anonymousCalls, clientAddress: undefined });
    assert.equal(await countPassed(8, () => relay()), 5);
  });

  it('emits one event for clients whose address is unknown, and none where it is known', async () => {
    const { relay, exchange, events } = start();
    const unknown = () => events.filter((event) => event.type === 'failed');
    await relay('203.0.113.7');
    assert.deepEqual(unknown(), []);
    for (let call = 0; call < 3; call += 1) await Promise.all([relay(), exchange()]);
    const [event, ...others] = unknown();
    assert.deepEqual(others, []);
    assert.deepEqual([event?.where, event?.code], ['options', 'configuration_error']);
    assert.match(event?.detail ?? '', /^The address of a client is unknown/);
  });

  it('emits no event for them on the machine of a developer', async () => {
    const origin = 'http://localhost:3000';
    const { relay, events } = start({
      origin,
      client: {
        clientId: 'client-1',
        clientSecret: 'secret',
        redirectUri: `${origin}/vault/callback`,
      },
    });
    assert.equal((await relay()).status, 200);
    assert.deepEqual(
      events.filter((event) => event.type === 'failed' && event.where === 'options'),
      [],
    );
  });

  it('limits one address without limiting others', async () => {
    const { relay } = start({ anonymousCalls: { perAddressPerMinute: 2, inAllPerMinute: 5 } });
    assert.equal(await countPassed(50, () => relay('203.0.113.7')), 2);
    assert.equal((await relay('203.0.113.8')).status, 200);
  });

  it('counts exchanges and relays apart', async () => {
    const { relay, exchange } = start({ anonymousCalls: { perAddressPerMinute: 2 } });
    assert.equal(await countPassed(5, () => exchange('203.0.113.7')), 2);
    assert.equal((await relay('203.0.113.7')).status, 200);
  });

  it('allows further calls as time passes, and never more than those of a minute at once', async () => {
    const { relay, clock } = start({ anonymousCalls: { perAddressPerMinute: 6 } });
    const from = () => relay('203.0.113.7');
    assert.equal(await countPassed(10, from), 6);
    clock.ms += 10_000;
    assert.equal(await countPassed(10, from), 1);
    clock.ms += 3_600_000;
    assert.equal(await countPassed(10, from), 6);
  });

  it('does not refuse calls for long when the clock is set back', async () => {
    const { relay, clock } = start({ anonymousCalls: { perAddressPerMinute: 2 } });
    await countPassed(3, () => relay('203.0.113.7'));
    clock.ms -= 86_400_000;
    assert.equal((await relay('203.0.113.7')).status, 200);
  });

  it('does not count calls that would send nothing to the service', async () => {
    const { relay } = start({ anonymousCalls: { perAddressPerMinute: 1 } });
    assert.equal((await relay('203.0.113.7', { token: '' })).status, 400);
    assert.equal((await relay('203.0.113.7')).status, 200);
  });

  it('calls mayReport only for calls within the limit', async () => {
    let asked = 0;
    const mayReport = () => ((asked += 1), false);
    const { relay } = start({ mayReport, anonymousCalls: { perAddressPerMinute: 3 } });
    await countPassed(9, () => relay('203.0.113.7'));
    assert.equal(asked, 3);
  });

  for (const [same, one, other] of [
    [true, '2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff'],
    [false, '2001:db8:1:2::1', '2001:db8:1:3::1'],
    [true, '::ffff:203.0.113.7', '203.0.113.7'],
    [false, '::ffff:203.0.113.7', '::ffff:203.0.113.8'],
    [true, 'fe80::1%eth0', 'fe80::1%eth1'],
    [true, '::1', '0:0:0:0:0:0:0:1'],
  ] as const) {
    it(`counts ${one} and ${other} as ${same ? 'one address' : 'two addresses'}`, async () => {
      const { relay } = start({ anonymousCalls: { perAddressPerMinute: 1 } });
      assert.equal((await relay(one)).status, 200);
      assert.equal((await relay(other)).status, same ? 429 : 200);
    });
  }

  it('relays an outcome of a quiet network while ten others call far above the total', async () => {
    const { relay } = start();
    const others = await countPassed(1500, (index) => relay(`2001:${index % 10}:1:2::1`));
    assert.ok(others > 1000, String(others));
    assert.equal((await relay('2001:db8::1')).status, 200);
    assert.equal((await relay('203.0.113.7')).status, 200);
  });

  it('charges an address four calls for each token that the service refuses', async () => {
    const { relay, service } = start({ anonymousCalls: { perAddressPerMinute: 8 } });
    service.outcomeEndpoint.answerEvery(withStatus(404));
    assert.equal(await countPassed(5, () => relay('203.0.113.7')), 2);
    assert.notEqual((await relay('203.0.113.8')).status, 429);
  });

  it('charges an address four calls for each code that the service refuses', async () => {
    const { exchange, service } = start({ anonymousCalls: { perAddressPerMinute: 8 } });
    service.tokenEndpoint.answerEvery(invalidGrant);
    assert.equal(await countPassed(5, () => exchange('203.0.113.7')), 2);
  });

  it('charges an address no further calls while the service fails', async () => {
    const { relay, service } = start({ anonymousCalls: { perAddressPerMinute: 3 } });
    service.outcomeEndpoint.answerEvery(withStatus(500));
    assert.equal(await countPassed(5, () => relay('203.0.113.7')), 3);
  });

  it('answers rate_limited with Retry-After, which differs from page to page', async () => {
    const { relay, events } = start({ anonymousCalls: { perAddressPerMinute: 2 } });
    await countPassed(2, () => relay('203.0.113.7'));
    const waits = new Set<string | null>();
    for (let index = 0; index < 50; index += 1) {
      const response = await relay('203.0.113.7');
      assert.deepEqual([response.status, await codeOf(response)], [429, 'rate_limited']);
      waits.add(response.headers.get('retry-after'));
    }
    for (const wait of waits) {
      assert.match(String(wait), /^\d+$/);
      assert.ok(Number(wait) >= 30 && Number(wait) <= 91, String(wait));
    }
    assert.ok(waits.size > 1);
    assert.partialDeepStrictEqual(events.at(-1), {
      type: 'failed',
      where: 'endlinks',
      code: 'rate_limited',
      detail: 'Too many requests arrive from one address.',
    });
  });

  it('lets the page send a limited report again after Retry-After', async (context) => {
    const { bff, clock, relay } = start({
      clientAddress: () => '203.0.113.7',
      anonymousCalls: { perAddressPerMinute: 1 },
    });
    const page = openRelay(context, bff);
    await relay();
    const answer = await page.send(RECORD);
    const record = settleReport(RECORD, answer);
    assert.deepEqual([record.state, record.ambiguous, isOpen(record)], ['unknown', false, true]);
    const delayMs = retryDelayMs(1, answer.retryAfter, clock.ms);
    assert.ok(delayMs >= 60_000 && delayMs <= 120_000, String(delayMs));
    clock.ms += delayMs;
    assert.equal(settleReport(RECORD, await page.send(RECORD)).state, 'confirmed');
  });

  it('lets the page try a report again while mayReport fails', async (context) => {
    let isKnown = false;
    const { bff, service } = start({
      mayReport: () => {
        if (isKnown) return true;
        throw new VaultError('store_unavailable', 'It is not known at the moment.');
      },
    });
    const page = openRelay(context, bff);
    assert.equal(isOpen(settleReport(RECORD, await page.send(RECORD))), true);
    assert.deepEqual(service.requests, []);
    isKnown = true;
    assert.equal(settleReport(RECORD, await page.send(RECORD)).state, 'confirmed');
  });

  it('loses no outcome of a school whose pupils finish at once behind one address', async () => {
    const { relay, service, clock } = start();
    const pages = Array.from({ length: 600 }, () => ({ dueMs: clock.ms }));
    for (let left = pages; left.length;) {
      const again: typeof pages = [];
      for (const page of left.sort((one, other) => one.dueMs - other.dueMs)) {
        clock.ms = Math.max(clock.ms, page.dueMs);
        const { status, headers } = await relay('203.0.113.7');
        if (status === 200) continue;
        assert.equal(status, 429);
        again.push({ dueMs: clock.ms + Number(headers.get('retry-after')) * 1000 });
      }
      left = again;
    }
    assert.equal(service.requests.length, 600);
  });
});
