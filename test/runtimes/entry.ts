/**
 * The backend with a service of its own, as one module for every runtime. It is bundled, so that what runs is what a user's bundler makes of the
 * package.
 */
import { createVaultBff, memoryStore } from 'vaultlink/bff';
import type { VaultBff } from 'vaultlink/bff';
import { fakeAnswer } from './fake-answer.ts';

const ORIGIN = 'http://localhost:3000';

let backend: VaultBff | undefined;

/** Made by the first request: Workers do no cryptography before it. */
function backendOf(): VaultBff {
  return (backend ??= createVaultBff({
    service: { baseUrl: 'http://localhost:1', fetch: fakeAnswer },
    client: {
      clientId: 'client-1',
      clientSecret: 'the-secret-of-the-client',
      redirectUri: `${ORIGIN}/vault/callback`,
    },
    origin: ORIGIN,
    keys: [{ id: 'k1', key: btoa('01234567890123456789012345678901') }],
    store: memoryStore(),
  }));
}

// Not `fetch`: Bun serves a default export that has it by itself, on a port of its own choice.
export const handle = (request: Request): Promise<Response> => backendOf().fetch(request);
