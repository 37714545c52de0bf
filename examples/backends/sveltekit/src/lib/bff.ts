import { getRequestEvent } from '$app/server';
import { createVault } from './vault.ts';

/** The backend. It reads its options with the first request: `vite build` has no secrets. */
export const bff = createVault(() => getRequestEvent().locals.user);
