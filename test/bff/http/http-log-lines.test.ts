import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBff } from '../support/http-bff.ts';

/** Longer than any caller of a page needs, and of characters that JSON writes with six. */
const LONG = '\u0001\ud800é'.repeat(50_000);

/** The longest event that a caller may cause, in bytes, as a line of a log. */
const MAX_LINE = 600;

const bytesOf = (event: unknown) => Buffer.byteLength(JSON.stringify(event));

describe('what a stranger can write into the log', () => {
  for (const [what, method, path, body] of [
    ['an unknown field of the hook', 'POST', '/exchange', { [LONG]: 1 }],
    [
      'many unknown fields',
      'POST',
      '/exchange',
      Object.fromEntries([...Array(500).keys()].map((key) => [`${key} ${'x'.repeat(500)}`, 1])),
    ],
    ['an unknown field of the relay', 'POST', '/endlinks/complete', { token: 't', [LONG]: 1 }],
    [
      'an outcome that is none',
      'POST',
      `/endlinks/${encodeURIComponent('x'.repeat(50_000))}`,
      { token: 't' },
    ],
    ['a display that is none', 'GET', `/connect?display=${'x'.repeat(50_000)}`, undefined],
    [
      'an error of the service, made up',
      'GET',
      `/callback?state=s&error=${'x'.repeat(50_000)}`,
      undefined,
    ],
    ['a body that is no JSON', 'POST', '/exchange', `{"${'x'.repeat(50_000)}`],
  ] as const) {
    it(`is short for ${what}`, async () => {
      const { browser, events } = startBff();
      const response = await browser.call(method, path, body);
      assert(response.status >= 400 && response.status < 500, String(response.status));
      assert.equal(events.length, 1);
      assert(bytesOf(events[0]) < MAX_LINE, JSON.stringify(events).slice(0, 3000));
    });
  }

  it('is short for the names of the questions of a user', async () => {
    const { browser, events } = startBff();
    await browser.connect();
    await browser.call('POST', '/packets/packet-1/push', { payload: { [LONG]: 1 } });
    assert(bytesOf(events.at(-1)) < MAX_LINE);
  });
});
