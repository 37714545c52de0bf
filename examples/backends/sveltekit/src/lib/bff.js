import { getRequestEvent } from '$app/server';
import { createVault } from './vault.js';

/** The backend. It reads its options with the first request: `vite build` has no secrets. */
export const bff = createVault(() => getRequestEvent().locals.user);
