/**
 * Spans, counters and durations for hosts that use `@opentelemetry/api`.
 *
 * @module
 */
import { metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Counter, Meter, MeterProvider, TracerProvider } from '@opentelemetry/api';
import { assertKnownOptions } from '../config/mistakes.ts';
import type { RequestEnd, ServiceRequest, Telemetry } from '../config/bff-options.ts';
import type { VaultEvent } from '../events.ts';

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** Default: the provider that the host has registered. If there is none, nothing is recorded. */
  tracerProvider?: TracerProvider | undefined;
  /** Default: the provider that the host has registered. If there is none, nothing is recorded. */
  meterProvider?: MeterProvider | undefined;
}

const SCOPE = 'vaultlink';

/** Histogram boundaries in seconds. @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpclientrequestduration */
const DURATION_BOUNDARIES = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** Names of the request counters. */
const REQUEST_COUNTERS = {
  exchange: 'vaultlink.exchanges',
  refresh: 'vaultlink.refreshes',
  push: 'vaultlink.pushes',
  report: 'vaultlink.reports',
} as const satisfies Record<ServiceRequest['operation'], string>;

/**
 * Creates the `telemetry` option of a backend. Records a client span for each request to the service, named `vaultlink push` and so on, below the
 * active span; counters by result; and durations in seconds. Spans and metrics contain no token, secret, subject or answer.
 *
 * @throws VaultError `configuration_error` if an option does not exist
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Telemetry {
  assertKnownOptions(options, { tracerProvider: true, meterProvider: true });
  const tracer = (options.tracerProvider ?? trace).getTracer(SCOPE);
  const meter = (options.meterProvider ?? metrics).getMeter(SCOPE);
  const durations = meter.createHistogram('vaultlink.request.duration', {
    description: 'Requests to the service, until their answer is read.',
    unit: 's',
    advice: { explicitBucketBoundaries: DURATION_BOUNDARIES },
  });
  const requests = requestCounters(meter);
  const countEvent = eventCounters(meter);
  // Cache the attributes: the same few request objects are used each time.
  const known = new WeakMap<ServiceRequest, Attributes>();

  return {
    request(request, send) {
      const { operation } = request;
      const attributes = known.get(request) ?? attributesOf(request);
      known.set(request, attributes);
      const started = performance.now();
      tracer.startActiveSpan(
        `vaultlink ${operation}`,
        { kind: SpanKind.CLIENT, attributes },
        (span) => {
          // The host's providers may throw, and no caller handles this promise.
          send()
            .then((end) => {
              const failure = failureOf(end);
              requests[operation].add(1, { 'vaultlink.result': end.result });
              durations.record((performance.now() - started) / 1000, { ...attributes, ...failure });
              if (end.result !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR });
              span.setAttributes(failure).end();
            })
            .catch(() => undefined);
        },
      );
    },
    event(event) {
      const counted = countEvent(event);
      if (counted) trace.getActiveSpan()?.addEvent(counted.name, counted.attributes);
    },
  };
}

function attributesOf({ operation, method, baseUrl, urlTemplate }: ServiceRequest): Attributes {
  const { hostname, port, protocol } = new URL(baseUrl);
  return {
    'vaultlink.operation': operation,
    'http.request.method': method,
    'url.template': urlTemplate,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
  };
}

const failureOf = ({ result, status }: RequestEnd): Attributes => ({
  ...(result !== 'ok' && { 'error.type': result }),
  ...(status !== undefined && { 'http.response.status_code': status }),
});

function requestCounters(meter: Meter): Record<ServiceRequest['operation'], Counter> {
  const counter = (operation: ServiceRequest['operation']) =>
    meter.createCounter(REQUEST_COUNTERS[operation], {
      description: `Requests to the service, by result: ${operation}.`,
      unit: '{request}',
    });
  return {
    exchange: counter('exchange'),
    refresh: counter('refresh'),
    push: counter('push'),
    report: counter('report'),
  };
}

/** Creates the event counters. Attributes contain no user data and no text of the service. */
function eventCounters(meter: Meter) {
  const counter = (name: string, description: string, unit: string) =>
    meter.createCounter(name, { description, unit });
  const started = counter('vaultlink.sessions.started', 'Users who have connected.', '{session}');
  const ended = counter('vaultlink.sessions.ended', 'Users who have disconnected.', '{session}');
  const lost = counter('vaultlink.grants.lost', 'Users who have to connect again.', '{grant}');
  const unsaved = counter('vaultlink.save.failures', 'Attempts to save a pair.', '{attempt}');
  const failed = counter(
    'vaultlink.failures',
    'Requests and background tasks that failed.',
    '{failure}',
  );

  return (event: VaultEvent): { name: string; attributes: Attributes } | undefined => {
    /** @param more only for the span: a counter with it would have a series for each value */
    const count = (one: Counter, attributes: Attributes = {}, more: Attributes = {}) => {
      one.add(1, attributes);
      return { name: `vaultlink.${event.type}`, attributes: { ...attributes, ...more } };
    };
    switch (event.type) {
      case 'connected':
        return count(started);
      case 'disconnected':
        return count(ended);
      case 'reconnect_required':
        return count(lost, { 'vaultlink.reason': event.reason });
      case 'save_failed':
        return count(unsaved);
      case 'failed':
        return count(
          failed,
          { 'vaultlink.where': event.where, 'error.type': event.code },
          event.packetId === undefined ? {} : { 'vaultlink.packet_id': event.packetId },
        );
      default:
        return undefined;
    }
  };
}
