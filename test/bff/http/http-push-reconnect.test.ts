import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBff } from '../support/http-bff.ts';
import { invalidGrant, invalidToken } from '../../support/service/answers.ts';
import type { Answer } from '../../support/service/answers.ts';

const DAY_MS = 86_400_000;

/** A user who is connected, and connects anew in another browser when the service gets the next request of a kind. */
async function startReconnecting(at: 'token' | 'push', answer?: Answer) {
  const started = startBff({ subject: () => 'ann' });
  const { service, clock, browser, openBrowser } = started;
  await browser.connect();
  if (at === 'token') clock.ms += DAY_MS;
  const endpoint = at === 'token' ? service.tokenEndpoint : service.pushEndpoint;
  endpoint.answerNext(async (request, processRequest) => {
    await openBrowser().connect();
    return answer ? answer(request, processRequest) : processRequest();
  });
  return started;
}

type Started = Awaited<ReturnType<typeof startReconnecting>>;

const WAYS: Record<string, (started: Started) => Promise<unknown>> = {
  'the page': async ({ browser }) =>
    (await browser.call('POST', '/packets/packet-1/push', { payload: { q: 'a' } })).status,
  'bff.push': ({ bff }) => bff.push('ann', 'packet-1', { q: 'a' }).then(() => 200),
  'bff.pushMany': async ({ bff }) => {
    const items = [{ subject: 'ann', packetId: 'packet-1', answers: { q: 'a' } }];
    for await (const result of bff.pushMany(items)) return result.ok ? 200 : result.error.code;
    return undefined;
  },
};

const MOMENTS = [
  ['the token is refreshed', 'token', undefined],
  ['a refresh is refused', 'token', invalidGrant],
  ['the token is refused', 'push', invalidToken],
] as const;

describe('a push whose user connects anew meanwhile', () => {
  for (const [way, push] of Object.entries(WAYS)) {
    for (const [moment, at, answer] of MOMENTS) {
      it(`arrives once, with the new grant, while ${moment}: ${way}`, async () => {
        const started = await startReconnecting(at, answer);
        assert.equal(await push(started), 200);
        const { service, events } = started;
        const pushed = events.flatMap((event) => (event.type === 'pushed' ? [event] : []));
        const [, anew] = events.flatMap((event) => (event.type === 'connected' ? [event] : []));
        assert.equal(pushed.length, 1);
        assert.equal(pushed[0]?.grantId, anew?.grantId);
        const accepted = service.requests.filter(({ kind }) => kind === 'push');
        assert.equal(accepted.length, at === 'push' ? 2 : 1);
      });
    }
  }

  it('is refused where the user disconnects meanwhile', async () => {
    const { bff, browser, service } = startBff({ subject: () => 'ann' });
    await browser.connect();
    service.pushEndpoint.answerNext(async (request, processRequest) => {
      await bff.disconnect('ann');
      return invalidToken(request, processRequest);
    });
    const response = await browser.call('POST', '/packets/packet-1/push', { payload: {} });
    assert.equal(response.status, 401);
  });
});
