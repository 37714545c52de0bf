/** A module of a host, such as a route of Next.js: `next build` imports it, without the secrets that are there when it runs. */
import { createVaultBff, memoryStore } from 'vaultlink/bff';
import { ORIGIN } from './http-browser.ts';

export const bff = createVaultBff(() => ({
  service: { baseUrl: 'https://service.example' },
  client: {
    clientId: process.env.TEST_CLIENT_ID ?? '',
    clientSecret: process.env.TEST_CLIENT_SECRET ?? '',
    redirectUri: `${ORIGIN}/vault/callback`,
  },
  origin: ORIGIN,
  keys: [{ id: 'k1', key: process.env.TEST_KEY ?? '' }],
  store: memoryStore(),
}));
