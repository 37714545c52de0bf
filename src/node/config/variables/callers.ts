import * as read from '../readers.ts';
import { ALL, SERVE, type Variable } from '../variable.ts';

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
    meaning: 'Header with the signed-in user. It counts only from `VAULTLINK_TRUSTED_PROXIES`.',
    details:
      'Without it, a session belongs to the browser, and every user of the browser can push. With it, a session belongs to one user, and the backend refuses a request without the header (`subject_missing`). `vaultlink serve` does not start without `VAULTLINK_TRUSTED_PROXIES`. Your proxy must set or remove this header in every request, so that a browser cannot send it: `vaultlink doctor` checks that. The value is UTF-8: anything else, and a second header of this name, is refused with `invalid_request`.',
    example: 'X-User',
    whenUnset: 'none',
    read: read.headerName,
  },
  VAULTLINK_SUBJECT_JWT_HEADER: {
    usedBy: SERVE,
    meaning: 'Header in which your proxy sends a signed JWT about the user.',
    details:
      'The user is the `sub` of the JWT. It needs the three variables below, and the package `jose`. Examples: `Cf-Access-Jwt-Assertion` of Cloudflare Access, `X-Goog-IAP-JWT-Assertion` of Google IAP, `Authorization` for an ID token of OpenID Connect. A JWT that is expired, has another issuer or audience, or is not signed by these keys names nobody. `VAULTLINK_SUBJECT_HEADER` then has no effect. The `sub` is another name than that in your header: users who have connected before must connect again.',
    example: 'Cf-Access-Jwt-Assertion',
    whenUnset: 'none',
    read: read.headerName,
  },
  VAULTLINK_SUBJECT_JWT_JWKS: {
    usedBy: SERVE,
    meaning: 'URL of the public keys (JSON Web Key Set) that sign the JWT.',
    example: 'https://team.cloudflareaccess.com/cdn-cgi/access/certs',
    whenUnset: 'none',
    read: read.address,
  },
  VAULTLINK_SUBJECT_JWT_ISSUER: {
    usedBy: SERVE,
    meaning: 'Issuer (`iss`) that the JWT must name.',
    example: 'https://team.cloudflareaccess.com',
    whenUnset: 'none',
    read: read.anyText,
  },
  VAULTLINK_SUBJECT_JWT_AUDIENCE: {
    usedBy: SERVE,
    meaning: 'Audience (`aud`) that the JWT must name: your application.',
    example: '4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2',
    whenUnset: 'none',
    read: read.anyText,
  },
  VAULTLINK_TRUSTED_PROXIES: {
    usedBy: SERVE,
    meaning:
      'Addresses and networks of your proxies, separated by commas. Their `X-Forwarded-For` and `VAULTLINK_SUBJECT_HEADER` count.',
    details:
      'Set it if the backend runs behind a proxy. Without it, the addresses of clients are unknown, and one client can use up the limit of all. Name only proxies: the address of a client in one of these networks is unknown, too.',
    example: '127.0.0.1,10.0.0.0/8',
    whenUnset: 'none',
    read: read.networks,
  },
} as const satisfies Record<string, Variable>;
