import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** Creates providers that keep spans and measurements in memory. */
export function createProviders() {
  const spans = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(spans)],
  });
  const measurements = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: measurements,
    exportIntervalMillis: 2 ** 31 - 1,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });

  /** All that was measured, under its name: the latest value and attributes of each series. */
  async function measured() {
    await reader.forceFlush();
    const metrics = measurements
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((one) => one.metrics);
    return new Map(
      (metrics ?? []).map(({ descriptor, dataPoints }) => [
        descriptor.name,
        dataPoints.map(({ value, attributes }) => ({ value, attributes })),
      ]),
    );
  }

  const counts = async (name: string) =>
    ((await measured()).get(name) ?? []).map(({ value, attributes }) => [
      value,
      ...Object.values(attributes),
    ]);

  return { tracerProvider, meterProvider, measured, counts, spans: () => spans.getFinishedSpans() };
}
