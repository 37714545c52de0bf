import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBff } from './support/http-bff.ts';

const user = (request: Request) => request.headers.get('x-user') ?? undefined;
const ADA = { 'x-user': 'ada' };

/** Whether a browser is connected, as a page of the host's user asks. */
const isConnected = async (
  browser: ReturnType<typeof startBff>['browser'],
  headers: Record<string, string>,
) =>
  (
    (await (await browser.call('GET', '/session', undefined, headers)).json()) as object & {
      connected: boolean;
    }
  ).connected;

describe('bff.disconnect', () => {
  for (const subjectPrivacy of ['plain', 'hash'] as const) {
    it(`ends the connection of a user in all of their browsers, and nobody else’s, with subjectPrivacy ${subjectPrivacy}`, async () => {
      const started = startBff({ subject: user, subjectPrivacy });
      const { bff, browser, events } = started;
      const [phone, other] = [started.openBrowser(), started.openBrowser()];
      for (const [one, name] of [
        [browser, 'ada'],
        [phone, 'ada'],
        [other, 'bob'],
      ] as const) {
        const headers = { 'x-user': name };
        const out = await one.go('/vault/connect', headers);
        const query = new URL(out.headers.get('location') ?? '').searchParams;
        await one.come(one.wayBack(query), headers);
        assert.equal(await isConnected(one, headers), true);
      }

      assert.equal(await bff.disconnect('ada'), true);
      assert.equal(await isConnected(browser, ADA), false);
      assert.equal(await isConnected(phone, ADA), false);
      assert.equal(await isConnected(other, { 'x-user': 'bob' }), true);
      await assert.rejects(bff.push('ada', 'coffee', {}), { code: 'not_connected' });
      const { type, subject } = events.at(-1) as { type: string; subject: string };
      assert.equal(type, 'disconnected');
      assert.match(subject, subjectPrivacy === 'hash' ? /^hmac:/ : /^ada$/);
    });
  }

  it('resolves to false, and tells nobody, where the user was not connected', async () => {
    const { bff, events } = startBff({ subject: user });
    assert.equal(await bff.disconnect('ada'), false);
    assert.deepEqual(events, []);
  });
});
