import { loginOfRequest } from './login';
import { createVault } from './vault';

let made;

/** The backend. It is made when the first request comes: `next build` has no secrets. */
export const bff = () => (made ??= createVault(async () => (await loginOfRequest()).user));
