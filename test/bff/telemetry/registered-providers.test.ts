import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { metrics, trace } from '@opentelemetry/api';
import type { ServiceRequest, VaultEvent } from 'vaultlink/bff';
import { openTelemetry } from 'vaultlink/bff/opentelemetry';
import { startBff } from '../support/http-bff.ts';
import { createProviders } from '../support/telemetry-providers.ts';

/** An object that fails the test where anything of it is read. */
const UNREAD: unknown = new Proxy(
  {},
  { get: (_, name) => assert.fail(`It read ${String(name)}.`) },
);

describe('openTelemetry() without providers of its own', () => {
  it('records nothing, and fails nothing, when the host has registered no provider', async () => {
    const { browser, bff } = startBff({ telemetry: openTelemetry(), subject: () => 'ada' });
    assert.equal((await browser.connect()).status, 303);
    assert.equal((await bff.push('ada', 'packet-1', {})).message, 'Data successfully synced');
  });

  it('reads neither requests nor events, and no clock, while no provider is registered', () => {
    const telemetry = openTelemetry();
    const clock = mock.method(performance, 'now');
    telemetry.request(UNREAD as ServiceRequest, () => assert.fail('It sent the request.'));
    telemetry.event(UNREAD as VaultEvent);
    assert.equal(clock.mock.callCount(), 0);
    clock.mock.restore();
  });

  it('records from the moment on at which the host registers a provider, and none after it is gone', async () => {
    const { browser, bff } = startBff({ telemetry: openTelemetry(), subject: () => 'ada' });
    await browser.connect();
    await bff.push('ada', 'packet-1', {});
    const { tracerProvider, meterProvider, spans, counts } = createProviders();
    trace.setGlobalTracerProvider(tracerProvider);
    metrics.setGlobalMeterProvider(meterProvider);
    try {
      await bff.push('ada', 'packet-1', {});
      await browser.call('DELETE', '/session');
      const names = () => spans().map(({ name }) => name);
      assert.deepEqual(names(), ['vaultlink push']);
      assert.deepEqual(await counts('vaultlink.pushes'), [[1, 'ok']]);
      assert.deepEqual(await counts('vaultlink.sessions.ended'), [[1]]);
      trace.disable();
      await browser.connect();
      assert.deepEqual(names(), ['vaultlink push']);
      assert.deepEqual(await counts('vaultlink.exchanges'), [[1, 'ok']]);
    } finally {
      trace.disable();
      metrics.disable();
      await meterProvider.shutdown();
    }
  });
});
