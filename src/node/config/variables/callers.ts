import * as read from '../readers.ts';
import { ALL, SERVE } from '../variable.ts';
import type { Variable } from '../variable.ts';

/** Variables that control access to the backend. */
export const CALLERS = {
  VAULTLINK_ORIGIN: {
    usedBy: ALL,
    meaning: 'Public origin of this backend, as browsers see it.',
    details:
      'An origin has no path and no trailing slash. Set it behind a proxy too: the backend never reads `Host` or `X-Forwarded-Host`.',
    example: 'https://app.example',
    required: 'Set it to the origin that browsers see',
    read: read.origin,
  },
  VAULTLINK_ALLOWED_ORIGINS: {
    usedBy: SERVE,
    meaning: 'Further origins whose pages can call the backend, separated by commas.',
    details:
      'Pages on another site can only report outcomes, because browsers do not send the session cookie from there.',
    example: 'https://shop.app.example,https://blog.app.example',
    whenUnset: 'none',
    read: read.listOf(read.origin),
  },
  VAULTLINK_SUBJECT_HEADER: {
    usedBy: SERVE,
    meaning: 'Header with the signed-in user. Your proxy must set or remove it in every request.',
    details:
      'Without it, a session belongs to the browser, and every user of the browser can push. With it, a session belongs to one user, and the backend refuses a request without the header (`subject_missing`). Your proxy must remove this header from the requests of browsers. `vaultlink doctor` checks that.',
    example: 'X-User',
    whenUnset: 'none',
    read: read.headerName,
  },
  VAULTLINK_TRUSTED_PROXIES: {
    usedBy: SERVE,
    meaning:
      'Addresses and networks of your proxies, separated by commas, whose `X-Forwarded-For` counts.',
    details:
      'Set it if the backend runs behind a proxy. Without it, the addresses of clients are unknown, and one client can use up the limit of all. Name only proxies: the address of a client in one of these networks is unknown, too.',
    example: '127.0.0.1,10.0.0.0/8',
    whenUnset: 'none',
    read: read.networks,
  },
} as const satisfies Record<string, Variable>;
