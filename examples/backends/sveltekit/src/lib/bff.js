import { getRequestEvent } from '$app/server';
import { createVault } from './vault.js';

let made;

/** The backend. It is made when the first request comes: `vite build` has no secrets. */
export const bff = () => (made ??= createVault(() => getRequestEvent().locals.user));
