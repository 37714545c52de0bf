import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, startBff } from '../support/http-bff.ts';
import { ORIGIN } from '../support/http-browser.ts';

describe('bff.fetch with a request whose body middleware has read', () => {
  for (const [what, headers] of [
    ['with a length', { 'content-length': '19' }],
    ['in pieces', {}],
  ] as const) {
    it(`tells the operator so, instead of the page that its JSON is wrong: ${what}`, async () => {
      const { bff, events } = startBff();
      const request = new Request(`${ORIGIN}/vault/endlinks/complete`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'x-vaultlink': '1',
          origin: ORIGIN,
        },
        body: '{"token":"token-1"}',
      });
      await request.text();
      const response = await bff.fetch(request);
      assert.deepEqual([response.status, await codeOf(response)], [500, 'configuration_error']);
      const [event] = events;
      assert.ok(event?.type === 'failed');
      assert.match(event.detail, /has read the body of this request/);
      await bff.close();
    });
  }
});
