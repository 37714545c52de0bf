import { createVaultBff } from '../bff/index.ts';
import type { VaultBff, VaultBffOptions } from '../bff/index.ts';
import type { BackendSettings } from './environment.ts';
import { hostTelemetry } from './host-telemetry.ts';
import { openStore } from './open-store.ts';
import { undiciFetch } from './undici-fetch.ts';

/**
 * The backend that the environment describes, with its store open; every command that works with grants uses it.
 *
 * @param further options that the environment does not hold
 * @throws VaultError `configuration_error` with one of `messages` for each mistake that is left
 */
export async function openBackend(
  { bff, store }: BackendSettings,
  further: Pick<VaultBffOptions, 'subject' | 'clientAddress' | 'mayReport' | 'onEvent'> = {},
): Promise<VaultBff> {
  return createVaultBff({
    ...bff,
    service: { ...bff.service, fetch: undiciFetch() },
    store: await openStore(store),
    telemetry: await hostTelemetry(),
    // The commands say themselves what went wrong.
    onEvent: () => undefined,
    ...further,
  });
}
