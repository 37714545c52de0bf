import { loginOfRequest } from './login';
import { createVault } from './vault';

/** The backend. It reads its options with the first request: `next build` has no secrets. */
export const bff = createVault(async () => (await loginOfRequest()).user);
