import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestEnd, Telemetry } from 'vaultlink/bff';
import { startBff } from '../support/http-bff.ts';
import { withText } from '../../support/service/answers.ts';

const nothing = () => undefined;

/** Connects and pushes while `telemetry` watches. @returns how many requests reached the service */
async function run(telemetry: Telemetry): Promise<number> {
  const { browser, bff, service } = startBff({ telemetry, subject: () => 'ada' });
  assert.equal((await browser.connect()).status, 303);
  assert.equal((await bff.push('ada', 'packet-1', {})).message, 'Data successfully synced');
  await bff.report('complete', 'token-1');
  return service.requests.length;
}

describe('a telemetry', () => {
  const broken = () => {
    throw new Error('The collector is away.');
  };
  const strange: Record<string, Telemetry> = {
    'throws at once': { request: broken, event: broken },
    'sends nothing': { request: nothing, event: nothing },
    'throws after it has sent': {
      request: (_, send) => {
        void send();
        broken();
      },
      event: nothing,
    },
    'sends twice': {
      request: (_, send) => {
        void send();
        void send();
      },
      event: nothing,
    },
    'sends later': {
      request: (_, send) => void setImmediate(() => void send()),
      event: nothing,
    },
  };
  for (const [what, telemetry] of Object.entries(strange)) {
    it(`stops no request, and repeats none, when telemetry ${what}`, async () => {
      assert.equal(await run(telemetry), 3);
    });
  }

  it('reports the result of each request to telemetry, server errors included', async () => {
    const ends: [string, Promise<RequestEnd>][] = [];
    const telemetry: Telemetry = {
      request: ({ operation }, send) => void ends.push([operation, send()]),
      event: nothing,
    };
    const { browser, bff, service } = startBff({ telemetry, subject: () => 'ada' });
    await browser.connect();
    service.pushEndpoint.answerNext(withText('<h1>Busy</h1>', 503));
    await assert.rejects(bff.push('ada', 'packet-1', {}));
    assert.deepEqual(
      await Promise.all(ends.map(async ([operation, end]) => [operation, await end])),
      [
        ['exchange', { result: 'ok' }],
        ['push', { result: 'service_error', status: 503 }],
      ],
    );
  });

  it('passes every event of onEvent to telemetry', async () => {
    const told: string[] = [];
    const { browser, events } = startBff({
      telemetry: { request: nothing, event: ({ type }) => void told.push(type) },
    });
    await browser.connect();
    await browser.call('POST', '/packets/packet-1/push', { payload: {} });
    assert.deepEqual(
      told,
      events.map(({ type }) => type),
    );
    assert.deepEqual(told, ['connected', 'pushed']);
  });
});
