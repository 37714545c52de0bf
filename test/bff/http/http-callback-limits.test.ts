import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import { invalidGrant } from '../../support/service/answers.ts';
import { pageOf, startBff } from '../support/http-bff.ts';
import { recordingStore } from '../support/instances.ts';

describe('callbacks that anybody can make', () => {
  const FROM = 'x-test-address';
  const clientAddress = ({ headers }: Request) => headers.get(FROM) ?? undefined;

  it('stores nothing and sends nothing for callbacks whose flow does not open', async () => {
    const { calledMethods, store } = recordingStore(memoryStore());
    const { openBrowser, service } = startBff({ store });
    const state = `${'s'.repeat(43)}.0`;
    for (const value of ['1.first.AAAA', '1.other.AAAA', `1.first.${'A'.repeat(400)}`, 'x', '']) {
      const browser = openBrowser();
      await browser.setOut();
      for (const name of browser.jar.keys()) browser.jar.set(name, { value, isStrict: false });
      assert.equal((await browser.come(`/vault/callback?code=c&state=${state}`)).status, 400);
      const own = await browser.setOut();
      for (const name of browser.jar.keys()) browser.jar.set(name, { value, isStrict: false });
      const page = await pageOf(await browser.come(browser.wayBack(own)));
      assert.equal(page.code, 'state_mismatch');
    }
    assert.deepEqual(calledMethods, []);
    assert.deepEqual(service.requests, []);
  });

  it('limits callbacks by address before anything is stored or sent, and the flow stays unused', async () => {
    const { calledMethods, store } = recordingStore(memoryStore());
    const { openBrowser, service, clock } = startBff({
      store,
      clientAddress,
      anonymousCalls: { perAddressPerMinute: 3 },
    });
    const from = { [FROM]: '203.0.113.7' };
    for (let count = 0; count < 3; count += 1) {
      const stranger = openBrowser();
      const path = stranger.wayBack(await stranger.setOut(), { code: 'bogus' });
      assert.equal((await stranger.come(path, from)).status, 303);
    }
    calledMethods.length = 0;
    const browser = openBrowser();
    const path = browser.wayBack(await browser.setOut('?return_to=/settings'));
    const response = await browser.come(path, from);
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
    assert.deepEqual(response.headers.getSetCookie(), []);
    const page = await pageOf(response);
    assert.deepEqual([page.status, page.code], [429, 'rate_limited']);
    assert.match(page.text, /Please try again in a moment/);
    assert.match(page.text, /<a href="">/, 'The link leads to this address again.');
    assert.deepEqual(calledMethods, []);
    assert.equal(service.requests.length, 3);
    const elsewhere = openBrowser();
    const way = elsewhere.wayBack(await elsewhere.setOut());
    assert.equal((await elsewhere.come(way, { [FROM]: '203.0.113.8' })).status, 303);
    clock.ms += 60_000;
    const again = await browser.come(path, from);
    assert.equal(again.headers.get('location'), 'https://app.example/settings');
  });

  it('charges an address four calls for each code that the service refuses', async () => {
    const { openBrowser, service } = startBff({
      clientAddress,
      anonymousCalls: { perAddressPerMinute: 8 },
    });
    service.tokenEndpoint.answerEvery(invalidGrant);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const stranger = openBrowser();
      const path = stranger.wayBack(await stranger.setOut(), { code: 'bogus' });
      statuses.push((await stranger.come(path, { [FROM]: '203.0.113.7' })).status);
    }
    assert.deepEqual(statuses, [409, 409, 429]);
    assert.equal(service.requests.length, 2);
  });

  it('completes the callback of a quiet network while ten others call far above the total', async () => {
    const { openBrowser } = startBff({ clientAddress });
    const complete = async (address: string) => {
      const browser = openBrowser();
      const path = browser.wayBack(await browser.setOut());
      return (await browser.come(path, { [FROM]: address })).status;
    };
    for (let call = 0; call < 1500; call += 1) await complete(`2001:${call % 10}:1:2::1`);
    assert.equal(await complete('2001:db8::1'), 303);
    assert.equal(await complete('203.0.113.7'), 303);
  });

  it('limits callbacks in all, and counts refusals of the user as well', async () => {
    const { calledMethods, store } = recordingStore(memoryStore());
    const { openBrowser } = startBff({ store, anonymousCalls: { inAllPerMinute: 4 } });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const browser = openBrowser();
      const path = browser.wayBack(await browser.setOut(), { error: 'access_denied' });
      statuses.push((await browser.come(path)).status);
    }
    assert.deepEqual(statuses, [303, 303, 303, 303, 429, 429]);
    assert.equal(calledMethods.filter((name) => name === 'consumeState').length, 4);
  });

  it('counts a callback once that comes twice at the same time', async () => {
    const { browser } = startBff({ anonymousCalls: { inAllPerMinute: 1 } });
    const path = browser.wayBack(await browser.setOut());
    const both = await Promise.all([browser.come(path), browser.come(path)]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [303, 303],
    );
  });

  it('does not count callbacks that repeat a completed flow', async () => {
    const { browser } = startBff({ anonymousCalls: { inAllPerMinute: 1 } });
    const path = browser.wayBack(await browser.setOut());
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await browser.come(path)).status, 303);
    }
  });
});
