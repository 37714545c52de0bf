import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, startBff } from '../support/http-bff.ts';

const PARTNER = 'https://partner.example';

const HANDED_OVER = {
  code: 'the-code',
  code_verifier: 'v'.repeat(43),
  state: 'the-state',
  redirect_uri: 'https://app.example/vault/callback',
};

for (const [name, where, path, body, variable] of [
  ['relay', 'endlinks', '/endlinks/complete', { token: 'token-1' }, 'VAULTLINK_RELAY'],
  ['hook', 'exchange', '/exchange', HANDED_OVER, 'VAULTLINK_HOOK'],
] as const) {
  describe(`the ${name}`, () => {
    it('is off by default: a call reaches nobody, and the answer says how to switch it on', async () => {
      const { browser, service } = startBff({ relay: undefined, hook: undefined });
      const response = await browser.call('POST', path, body);
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), {
        error: 'not_found',
        error_description: `The ${name} is off. To switch it on, set the option ${name} of the backend to true, or ${variable} to on.`,
      });
      assert.deepEqual(response.headers.getSetCookie(), []);
      assert.deepEqual(service.requests, []);
    });

    it('that is off is named to the operator at the first call, and once', async () => {
      const { browser, events } = startBff({ [name]: false });
      for (let call = 0; call < 3; call += 1) await browser.call('POST', path, body);
      const [event, ...others] = events;
      assert.deepEqual(others, []);
      assert.partialDeepStrictEqual(event, { type: 'failed', where, code: 'not_found' });
      assert.match(
        event?.type === 'failed' ? event.detail : '',
        new RegExp(`^Somebody called the ${name}, .* option ${name} .* true, or ${variable} to on`),
      );
    });

    it('that is off leaves the other one on', async () => {
      const { browser } = startBff({ [name]: false });
      for (const [one, other] of [
        ['/endlinks/complete', { token: 'token-1' }],
        ['/exchange', HANDED_OVER],
      ] as const) {
        assert.equal((await browser.call('POST', one, other)).status, one === path ? 404 : 200);
      }
    });

    it('that is off refuses a call without the header, and says nothing about its switch', async () => {
      const { browser, events } = startBff({ [name]: false });
      const response = await browser.call('POST', path, body, { 'x-vaultlink': '0' });
      assert.equal(await codeOf(response), 'forbidden_origin');
      assert.partialDeepStrictEqual(events, [{ type: 'failed', code: 'forbidden_origin' }]);
    });

    it('that is off lets the page of an allowed origin read why', async () => {
      const { browser } = startBff({ [name]: false, allowedOrigins: [PARTNER] });
      const from = { origin: PARTNER, 'sec-fetch-site': 'cross-site' };
      const response = await browser.call('POST', path, body, from);
      assert.equal(response.status, 404);
      assert.equal(response.headers.get('access-control-allow-origin'), PARTNER);
    });
  });
}

describe('a backend whose relay is off', () => {
  it("still reports outcomes for the buyer's own server", async () => {
    const { bff, service } = startBff({ relay: false });
    await bff.report('complete', 'token-1');
    assert.equal(service.requests.length, 1);
  });
});
