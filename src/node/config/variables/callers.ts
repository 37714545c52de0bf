import * as read from '../readers.ts';
import { ALL, SERVE } from '../variable.ts';
import type { Variable } from '../variable.ts';

/** Variables about who may call the backend. */
export const CALLERS = {
  VAULTLINK_ORIGIN: {
    usedBy: ALL,
    meaning: 'Public origin of this backend, as browsers see it.',
    details:
      'An origin has no path and no slash at its end. Set it also behind a proxy: `Host` and `X-Forwarded-Host` are never asked.',
    example: 'https://app.example',
    required: 'set it to the origin that browsers see',
    read: read.origin,
  },
  VAULTLINK_ALLOWED_ORIGINS: {
    usedBy: SERVE,
    meaning: 'Further origins whose pages may call, separated by commas.',
    details: 'Pages on another site can only report outcomes: browsers send no session from there.',
    example: 'https://shop.app.example,https://blog.app.example',
    whenUnset: 'none',
    read: read.listOf(read.origin),
  },
  VAULTLINK_SUBJECT_HEADER: {
    usedBy: SERVE,
    meaning:
      'Header in which your proxy names the signed-in user; it must replace it in every request.',
    details:
      'Without it, a session belongs to the browser: whoever uses it can push. With it, a session belongs to one user, and a call without the header is refused (`subject_missing`). Your proxy must remove this header from what a browser sends; `vaultlink doctor` checks that.',
    example: 'X-User',
    whenUnset: 'none',
    read: read.headerName,
  },
  VAULTLINK_TRUSTED_PROXIES: {
    usedBy: SERVE,
    meaning:
      'Addresses and networks of your proxies, separated by commas, whose `X-Forwarded-For` counts.',
    details:
      'Set it behind a proxy. Without it, every call counts as one of the proxy, and all your users share the limit for one address.',
    example: '127.0.0.1,10.0.0.0/8',
    whenUnset: 'none',
    read: read.networks,
  },
} as const satisfies Record<string, Variable>;
