import { createVaultBff } from 'vaultlink/bff';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { undiciTransport } from 'vaultlink/node';

/**
 * Makes the backend from the environment, which is read with the first request: a build has no secrets. `subject(request)` names the user who is
 * signed in to this app, as text.
 */
export function createVault(subject) {
  return createVaultBff(() => {
    const { env } = process;
    return {
      service: { baseUrl: env.VAULTLINK_BASE_URL, transport: undiciTransport() },
      client: {
        clientId: env.VAULTLINK_CLIENT_ID,
        clientSecret: env.VAULTLINK_CLIENT_SECRET,
        redirectUri: env.VAULTLINK_REDIRECT_URI,
      },
      origin: env.VAULTLINK_ORIGIN,
      keys: (env.VAULTLINK_KEYS ?? '').split(',').map((entry) => {
        const [id, key] = entry.split(':');
        return { id, key };
      }),
      store: sqliteStore('vaultlink.db'),
      subject,
      onEvent: (event) => event.type === 'failed' && console.error(event),
    };
  });
}
