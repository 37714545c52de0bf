import type { Telemetry } from '../bff/index.ts';

/** Spans and counters where `@opentelemetry/api` is installed; `undefined`: it is not, and nobody misses it. */
export async function hostTelemetry(): Promise<Telemetry | undefined> {
  try {
    const { openTelemetry } = await import('../bff/telemetry/opentelemetry.ts');
    return openTelemetry();
  } catch {
    return undefined;
  }
}
