/**
 * Spans, counters and durations for hosts that use `@opentelemetry/api`.
 *
 * @module
 */
import {
  createNoopMeter,
  metrics,
  ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type {
  Attributes,
  Meter,
  MeterProvider,
  Span,
  Tracer,
  TracerProvider,
} from '@opentelemetry/api';
import { assertKnownOptions } from '../config/mistakes.ts';
import type { RequestEnd, ServiceRequest, Telemetry } from '../config/bff-options.ts';
import type { VaultEvent } from '../events.ts';

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** Default: the provider that the host has registered, before or after this call. While there is none, no spans are made. */
  tracerProvider?: TracerProvider | undefined;
  /** Default: the provider that the host has registered, before or after this call. While there is none, nothing is counted. */
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
  const findInstruments = instrumentsFinder(options);
  // Cache the attributes: the same few request objects are used each time.
  const known = new WeakMap<ServiceRequest, Attributes>();

  return {
    request(request, send) {
      const tracer = findTracer(options);
      const instruments = findInstruments();
      if (!tracer && !instruments) return;
      const { operation } = request;
      const attributes = known.get(request) ?? attributesOf(request);
      known.set(request, attributes);
      const started = performance.now();
      const record = (span?: Span) => {
        // The host's providers may throw, and no caller handles this promise.
        send()
          .then((end) => {
            const failure = failureOf(end);
            instruments?.requests[operation].add(1, { 'vaultlink.result': end.result });
            instruments?.durations.record((performance.now() - started) / 1000, {
              ...attributes,
              ...failure,
            });
            if (end.result !== 'ok') span?.setStatus({ code: SpanStatusCode.ERROR });
            span?.setAttributes(failure).end();
          })
          .catch(() => undefined);
      };
      const spanOptions = { kind: SpanKind.CLIENT, attributes };
      if (tracer) tracer.startActiveSpan(`vaultlink ${operation}`, spanOptions, record);
      else record();
    },
    event(event) {
      const instruments = findInstruments();
      const span = trace.getActiveSpan();
      if (!instruments && !span) return;
      const counted = countedOf(event);
      if (!counted) return;
      const { counter, attributes, more } = counted;
      instruments?.events[counter].add(1, attributes);
      span?.addEvent(`vaultlink.${event.type}`, { ...attributes, ...more });
    },
  };
}

/** Returns the tracer; `undefined` while the host has registered no provider. */
function findTracer({ tracerProvider }: OpenTelemetryOptions): Tracer | undefined {
  const provider = tracerProvider ?? trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer(SCOPE)
    : provider.getTracer(SCOPE);
}

type Instruments = ReturnType<typeof createInstruments>;

/**
 * Returns a function that finds the instruments of the present provider; `undefined` while the host has registered none. A meter that exists before
 * its provider never records anything, unlike a tracer.
 */
function instrumentsFinder({ meterProvider }: OpenTelemetryOptions): () => Instruments | undefined {
  let lastProvider: MeterProvider | undefined;
  let instruments: Instruments | undefined;
  return () => {
    const provider = meterProvider ?? metrics.getMeterProvider();
    if (provider !== lastProvider) {
      const meter = provider.getMeter(SCOPE);
      instruments = meter === createNoopMeter() ? undefined : createInstruments(meter);
      lastProvider = provider;
    }
    return instruments;
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

function createInstruments(meter: Meter) {
  const counter = (name: string, description: string, unit: string) =>
    meter.createCounter(name, { description, unit });
  const requestCounter = (operation: ServiceRequest['operation']) =>
    counter(
      REQUEST_COUNTERS[operation],
      `Requests to the service, by result: ${operation}.`,
      '{request}',
    );
  return {
    durations: meter.createHistogram('vaultlink.request.duration', {
      description: 'Requests to the service, until their answer is read.',
      unit: 's',
      advice: { explicitBucketBoundaries: DURATION_BOUNDARIES },
    }),
    requests: {
      exchange: requestCounter('exchange'),
      refresh: requestCounter('refresh'),
      push: requestCounter('push'),
      report: requestCounter('report'),
    },
    events: {
      started: counter('vaultlink.sessions.started', 'Users who have connected.', '{session}'),
      ended: counter('vaultlink.sessions.ended', 'Users who have disconnected.', '{session}'),
      lost: counter('vaultlink.grants.lost', 'Users who have to connect again.', '{grant}'),
      unsaved: counter('vaultlink.save.failures', 'Attempts to save a pair.', '{attempt}'),
      failed: counter(
        'vaultlink.failures',
        'Requests and background tasks that failed.',
        '{failure}',
      ),
    },
  };
}

/** The counter of an event, and its attributes. They contain no user data and no text of the service. */
interface Counted {
  counter: keyof Instruments['events'];
  attributes?: Attributes;
  /** Further attributes, only for the span: a counter with them would have a series for each value. */
  more?: Attributes;
}

/** Returns how an event is counted; `undefined` if it is not. */
function countedOf(event: VaultEvent): Counted | undefined {
  switch (event.type) {
    case 'connected':
      return { counter: 'started' };
    case 'disconnected':
      return { counter: 'ended' };
    case 'reconnect_required':
      return { counter: 'lost', attributes: { 'vaultlink.reason': event.reason } };
    case 'save_failed':
      return { counter: 'unsaved' };
    case 'failed':
      return {
        counter: 'failed',
        attributes: { 'vaultlink.where': event.where, 'error.type': event.code },
        ...(event.packetId !== undefined && { more: { 'vaultlink.packet_id': event.packetId } }),
      };
    default:
      return undefined;
  }
}
