import { createVaultBff } from '../bff/index.ts';
import type { Store, Telemetry, VaultBff, VaultBffOptions } from '../bff/index.ts';
import type { BackendSettings } from './config/environment.ts';
import { isVaultError } from '../protocol/index.ts';
import { openStore } from './stores/open-store.ts';
import { undiciTransport } from './http/undici-transport.ts';

/** Options that do not come from the environment. */
interface FurtherOptions extends Pick<
  VaultBffOptions,
  'subject' | 'mayReport' | 'mayReportTimeoutMs' | 'onEvent'
> {
  /** Called with a sentence for each key with which some grants do not open. Default: ignored. */
  onKeyProblem?: ((sentence: string) => void) | undefined;
}

/**
 * Creates the backend from the environment, opens its store and checks its keys. Every command that works with grants uses it.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each remaining mistake, such as keys that open none of the stored grants
 */
export async function openBackend(
  { bff, store, outbox }: BackendSettings,
  { onKeyProblem, ...further }: FurtherOptions = {},
): Promise<VaultBff> {
  const grants = await openStore(store);
  const telemetry = await hostTelemetry();
  let outcomes: Store | undefined;
  let backend: VaultBff;
  try {
    outcomes = outbox && (await openStore(outbox, undefined, 'VAULTLINK_OUTBOX'));
    backend = createVaultBff({
      ...bff,
      service: { ...bff.service, transport: undiciTransport() },
      ...{ store: grants, outbox: outcomes, telemetry },
      // The commands report errors themselves.
      onEvent: () => undefined,
      ...further,
    });
  } catch (error) {
    // An open connection would keep the process running.
    await Promise.allSettled([grants.close(), outcomes?.close()]);
    throw error;
  }
  await checkKeys(backend, onKeyProblem);
  return backend;
}

/** Checks the keys. An unavailable store is not fatal: the readiness probe checks again. */
async function checkKeys(backend: VaultBff, onKeyProblem: FurtherOptions['onKeyProblem']) {
  try {
    for (const sentence of await backend.checkKeys()) onKeyProblem?.(sentence);
  } catch (error) {
    if (!isVaultError(error) || error.code !== 'configuration_error') return;
    await backend.close();
    throw error;
  }
}

/** Returns telemetry if `@opentelemetry/api` is installed; otherwise `undefined`. */
async function hostTelemetry(): Promise<Telemetry | undefined> {
  try {
    const { openTelemetry } = await import('../bff/telemetry/opentelemetry.ts');
    return openTelemetry();
  } catch {
    return undefined;
  }
}
