/**
 * Spans, counters and durations by OpenTelemetry, for hosts that have `@opentelemetry/api`.
 *
 * @module
 */
import { metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Counter, Meter, MeterProvider, TracerProvider } from '@opentelemetry/api';
import type { RequestEnd, ServiceRequest, Telemetry, VaultEvent } from '../config/bff-options.ts';

/** Where spans and measurements go. */
export interface OpenTelemetryOptions {
  /** Default: the one that the host has registered; none: nothing is recorded. */
  tracerProvider?: TracerProvider | undefined;
  /** Default: likewise. */
  meterProvider?: MeterProvider | undefined;
}

const SCOPE = 'vaultlink';

/** Seconds. @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpclientrequestduration */
const DURATION_BOUNDARIES = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** What is counted of each request, by its result. */
const REQUEST_COUNTERS = {
  exchange: 'vaultlink.exchanges',
  refresh: 'vaultlink.refreshes',
  push: 'vaultlink.pushes',
  report: 'vaultlink.reports',
} as const satisfies Record<ServiceRequest['operation'], string>;

/**
 * The option `telemetry` of a backend: a span for each request to the service, named `vaultlink push` and the like, under whatever span is
 * active; counters by result, and durations in seconds. No span and no measurement holds a token, a secret, a subject or an answer.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Telemetry {
  const tracer = (options.tracerProvider ?? trace).getTracer(SCOPE);
  const meter = (options.meterProvider ?? metrics).getMeter(SCOPE);
  const durations = meter.createHistogram('vaultlink.request.duration', {
    description: 'Requests to the service, until their answer is read.',
    unit: 's',
    advice: { explicitBucketBoundaries: DURATION_BOUNDARIES },
  });
  const requests = requestCounters(meter);
  const countEvent = eventCounters(meter);
  // The same few requests come again and again.
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
          // What the host has registered may throw, and nobody waits for this promise.
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

/** Counts what happens, and says what of it may be seen: neither whose it is, nor a sentence of the service's. */
function eventCounters(meter: Meter) {
  const counter = (name: string, description: string, unit: string) =>
    meter.createCounter(name, { description, unit });
  const started = counter('vaultlink.sessions.started', 'Users who have connected.', '{session}');
  const ended = counter('vaultlink.sessions.ended', 'Users who have disconnected.', '{session}');
  const lost = counter('vaultlink.grants.lost', 'Users who have to connect again.', '{grant}');
  const unsaved = counter('vaultlink.save.failures', 'Attempts to save a pair.', '{attempt}');
  const failed = counter('vaultlink.failures', 'Calls that ended in an error.', '{call}');

  return (event: VaultEvent): { name: string; attributes: Attributes } | undefined => {
    /** @param more stands in the span alone: a counter with it would have a series for each value */
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
