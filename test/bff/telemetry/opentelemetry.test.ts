import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, before, describe, it, mock } from 'node:test';
import { context, ROOT_CONTEXT, SpanStatusCode } from '@opentelemetry/api';
import type { Context, ContextManager } from '@opentelemetry/api';
import { memoryStore } from 'vaultlink/bff';
import type { VaultBffOptions } from 'vaultlink/bff';
import { openTelemetry } from 'vaultlink/bff/opentelemetry';
import { startBff } from '../support/http-bff.ts';
import { createProviders } from '../support/telemetry-providers.ts';
import {
  brokenConnection,
  invalidGrant,
  jsonResponse,
  withErrors,
} from '../../support/service/answers.ts';

const DAY_MS = 86_400_000;

/** Registers the context manager of a host on Node, so that spans know their parent. */
function contextManager(): ContextManager {
  const active = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => active.getStore() ?? ROOT_CONTEXT,
    with: (one, work, self, ...parameters) => active.run(one, () => work.call(self, ...parameters)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

/** A backend whose host keeps spans and measurements in memory. */
function start(changed: Partial<VaultBffOptions> = {}) {
  const { tracerProvider, meterProvider, ...seen } = createProviders();
  const started = startBff({
    subject: () => 'ada@example.org',
    telemetry: openTelemetry({ tracerProvider, meterProvider }),
    ...changed,
  });
  const push = () => started.bff.push('ada@example.org', 'packet-1', { drink: 'an answer-secret' });
  const tracer = tracerProvider.getTracer('host');
  return {
    ...started,
    ...seen,
    tracer,
    push,
    close: () => meterProvider.shutdown(),
  };
}

const FOR_SERVICE = { 'server.address': 'service.example', 'server.port': 443 };

describe('openTelemetry()', () => {
  before(() => context.setGlobalContextManager(contextManager()));
  after(() => context.disable());

  it('makes a span of each request to the service, by the semantic conventions', async () => {
    const { browser, bff, clock, push, spans, close } = start();
    await browser.connect();
    clock.ms += DAY_MS;
    await push();
    await bff.report('complete', 'endlink-token-secret');
    assert.deepEqual(
      spans().map(({ name, attributes, status }) => ({ name, attributes, code: status.code })),
      [
        ['exchange', 'POST', '/oauth/token'],
        ['refresh', 'POST', '/oauth/token'],
        ['push', 'POST', '/api/v5/packets/{packet_id}/sellers_packets/push'],
        ['report', 'GET', '/api/v3/endlinks/complete'],
      ].map(([operation, method, template]) => ({
        name: `vaultlink ${operation}`,
        attributes: {
          'vaultlink.operation': operation,
          'http.request.method': method,
          'url.template': template,
          ...FOR_SERVICE,
        },
        code: SpanStatusCode.UNSET,
      })),
    );
    await close();
  });

  it('records the error code and the status of a failed request', async () => {
    const { browser, service, push, spans, counts, close } = start();
    await browser.connect();
    service.pushEndpoint.answerNext(withErrors(422, 'drink: no answer-secret.'), brokenConnection);
    await assert.rejects(push(), { code: 'validation_failed' });
    await assert.rejects(push(), { code: 'service_unreachable' });
    await push();
    const [refused, unanswered, done] = spans().slice(1);
    assert.equal(refused?.attributes['error.type'], 'validation_failed');
    assert.equal(refused.attributes['http.response.status_code'], 422);
    assert.equal(refused.status.code, SpanStatusCode.ERROR);
    assert.equal(unanswered?.attributes['error.type'], 'service_unreachable');
    assert.ok(!('http.response.status_code' in unanswered.attributes));
    assert.equal(done?.attributes['error.type'], undefined);
    assert.deepEqual(await counts('vaultlink.pushes'), [
      [1, 'validation_failed'],
      [1, 'service_unreachable'],
      [1, 'ok'],
    ]);
    await close();
  });

  it('names the packet of a failed push in the span of the host, and in no counter', async () => {
    const { browser, tracer, spans, counts, close } = start();
    await tracer.startActiveSpan('POST /vault', async (outer) => {
      await browser.call('POST', '/packets/packet-1/push', { payload: {} });
      outer.end();
    });
    const [event] = spans().at(-1)?.events ?? [];
    assert.equal(event?.name, 'vaultlink.failed');
    assert.deepEqual(event.attributes, {
      'vaultlink.where': 'packets',
      'error.type': 'not_connected',
      'vaultlink.packet_id': 'packet-1',
    });
    assert.deepEqual(await counts('vaultlink.failures'), [[1, 'packets', 'not_connected']]);
    await close();
  });

  it('makes its spans children of the span that the host has open', async () => {
    const { browser, tracer, spans, close } = start();
    await tracer.startActiveSpan('GET /vault/callback', async (outer) => {
      await browser.connect();
      outer.end();
    });
    const [exchange, outer] = spans();
    assert.equal(exchange?.name, 'vaultlink exchange');
    assert.equal(exchange.parentSpanContext?.spanId, outer?.spanContext().spanId);
    assert.deepEqual(
      outer?.events.map(({ name }) => name),
      ['vaultlink.connected'],
    );
    await close();
  });

  it('counts refreshes by result, grants that were lost, sessions and failures', async () => {
    const { browser, clock, service, push, counts, close } = start();
    await browser.connect();
    clock.ms += DAY_MS;
    await push();
    clock.ms += DAY_MS;
    service.tokenEndpoint.answerNext(invalidGrant);
    const answer = await browser.call('POST', '/packets/packet-1/push', { payload: {} });
    assert.equal(answer.status, 409);
    await browser.call('DELETE', '/session');

    assert.deepEqual(await counts('vaultlink.exchanges'), [[1, 'ok']]);
    assert.deepEqual(await counts('vaultlink.refreshes'), [
      [1, 'ok'],
      [1, 'reconnect_required'],
    ]);
    assert.deepEqual(await counts('vaultlink.grants.lost'), [[1, 'invalid_grant']]);
    assert.deepEqual(await counts('vaultlink.sessions.started'), [[1]]);
    assert.deepEqual(await counts('vaultlink.sessions.ended'), [[1]]);
    assert.deepEqual(await counts('vaultlink.failures'), [[1, 'packets', 'reconnect_required']]);
    await close();
  });

  it('counts each time that a pair could not be saved', async () => {
    const store = memoryStore();
    const saveGrant = store.saveGrant.bind(store);
    let failures = 2;
    store.saveGrant = (...parameters) => {
      failures -= 1;
      if (failures >= 0) throw new Error('The store is away.');
      return saveGrant(...parameters);
    };
    const { browser, clock, push, counts, close } = start({ store });
    await browser.connect();
    clock.ms += DAY_MS;
    await push();
    assert.deepEqual(await counts('vaultlink.save.failures'), [[2]]);
    await close();
  });

  it('measures durations in seconds', async () => {
    const { browser, measured, close } = start();
    let nowMs = 0;
    // Each look at the clock takes two seconds.
    const clock = mock.method(performance, 'now', () => (nowMs += 2000));
    await browser.connect();
    clock.mock.restore();
    const [duration] = (await measured()).get('vaultlink.request.duration') ?? [];
    const { count, sum, buckets } = duration?.value as {
      count: number;
      sum: number;
      buckets: { boundaries: number[] };
    };
    assert.equal(count, 1);
    assert.ok(sum >= 2 && sum < 100, String(sum));
    assert.equal(buckets.boundaries[0], 0.005);
    assert.equal(duration?.attributes['vaultlink.operation'], 'exchange');
    await close();
  });

  it('exports no token, secret, subject, answer, or sentence of the service’s', async () => {
    const { browser, bff, clock, service, push, spans, measured, close } = start();
    await browser.connect();
    for (const status of [400, 401, 403, 422, 429, 500]) {
      service.answerEvery(() =>
        jsonResponse(status, {
          error: 'invalid_request',
          error_description: JSON.stringify(service.requests),
          errors: { base: [JSON.stringify(service.requests)] },
        }),
      );
      await push().catch(() => undefined);
      await bff.report('fail', 'endlink-token-secret').catch(() => undefined);
      clock.ms += DAY_MS;
      await push().catch(() => undefined);
    }
    service.answerNormally();
    await browser.connect();
    await push();
    await browser.call('DELETE', '/session');
    assert.ok(spans().length > 20);
    const exported = JSON.stringify([
      spans().map(({ name, attributes, events, status, links }) => [
        name,
        attributes,
        events,
        status,
        links,
      ]),
      [...(await measured())],
    ]);
    assert.match(exported, /vaultlink\.pushes/);
    assert.doesNotMatch(
      exported,
      /(access|refresh)-token|secret|ada@|the-code|packet-1|code_verifier|invalid_request/,
    );
    await close();
  });
});
