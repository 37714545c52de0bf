import { createVaultBff } from '../bff/index.ts';
import type { Telemetry, VaultBff, VaultBffOptions } from '../bff/index.ts';
import type { BackendSettings } from './config/environment.ts';
import { isVaultError } from '../protocol/index.ts';
import { openStore } from './stores/open-store.ts';
import { undiciFetch } from './http/undici-fetch.ts';

/** What the environment does not hold. */
interface FurtherOptions extends Pick<
  VaultBffOptions,
  'subject' | 'clientAddress' | 'mayReport' | 'onEvent'
> {
  /** Called with a sentence for each key by which grants do not open. Default: nobody is. */
  onKeyProblem?: ((sentence: string) => void) | undefined;
}

/**
 * The backend that the environment describes, with its store open and its keys tried; every command that works with grants uses it.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each mistake that is left; one is that the keys open nothing that is stored
 */
export async function openBackend(
  { bff, store }: BackendSettings,
  { onKeyProblem, ...further }: FurtherOptions = {},
): Promise<VaultBff> {
  const backend = createVaultBff({
    ...bff,
    service: { ...bff.service, fetch: undiciFetch() },
    store: await openStore(store),
    telemetry: await hostTelemetry(),
    // The commands say themselves what went wrong.
    onEvent: () => undefined,
    ...further,
  });
  await checkKeys(backend, onKeyProblem);
  return backend;
}

/** A store that is away is no reason to end: the readiness probe looks again. */
async function checkKeys(backend: VaultBff, onKeyProblem: FurtherOptions['onKeyProblem']) {
  try {
    for (const sentence of await backend.checkKeys()) onKeyProblem?.(sentence);
  } catch (error) {
    if (!isVaultError(error) || error.code !== 'configuration_error') return;
    await backend.close();
    throw error;
  }
}

/** Spans and counters where `@opentelemetry/api` is installed; `undefined`: it is not, and nobody misses it. */
async function hostTelemetry(): Promise<Telemetry | undefined> {
  try {
    const { openTelemetry } = await import('../bff/telemetry/opentelemetry.ts');
    return openTelemetry();
  } catch {
    return undefined;
  }
}
