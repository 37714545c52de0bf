import {
  CALLS_IN_ALL_PER_MINUTE,
  CALLS_PER_ADDRESS_PER_MINUTE,
} from '../../../bff/config/bounds.ts';
import * as read from '../readers.ts';
import { SERVE } from '../variable.ts';
import type { Variable } from '../variable.ts';

/** Variables about the relay and the hook. */
export const REPORTS = {
  VAULTLINK_RELAY: {
    usedBy: SERVE,
    meaning: 'Whether pages may report through this backend (`data-via="relay"`): `on` or `off`.',
    details:
      'While it is `off`, `POST /vault/endlinks/{outcome}` answers 404. It needs no session, so anybody can call it: see the limits below.',
    example: 'on',
    byDefault: 'off',
    read: read.onOrOff,
  },
  VAULTLINK_HOOK: {
    usedBy: SERVE,
    meaning:
      'Whether pages that drive the authorization themselves may hand in their code: `on` or `off`.',
    details:
      'While it is `off`, `POST /vault/exchange` answers 404. `<vault-connect bff-url="/vault">` does not need it; `<vault-connect exchange-url="/vault/exchange">` does.',
    example: 'on',
    byDefault: 'off',
    read: read.onOrOff,
  },
  VAULTLINK_MAY_REPORT_URL: {
    usedBy: SERVE,
    meaning: 'Address of yours that is asked before each relay: 2xx is a yes, 403 is a no.',
    details:
      '[Asking your own server before a report](operation.md#asking-your-own-server-before-a-report) says what it gets.',
    example: 'http://127.0.0.1:8000/may-report',
    whenUnset: 'every outcome is relayed',
    read: read.baseAddress,
  },
  VAULTLINK_MAY_REPORT_TIMEOUT_MS: {
    usedBy: SERVE,
    meaning: 'Milliseconds to wait for the answer of `VAULTLINK_MAY_REPORT_URL`.',
    details: 'If none comes, the page gets 503 and tries again.',
    example: '1000',
    byDefault: '3000',
    read: read.milliseconds(1),
  },
  VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: {
    usedBy: SERVE,
    meaning: 'Calls a minute that one address may make to the relay, and as many to the hook.',
    details:
      'Each process counts on its own; of an IPv6 address the first 64 bits count. A call beyond is answered with 429 and `Retry-After`, and the page sends it again by itself.',
    example: '60',
    whenUnset: String(CALLS_PER_ADDRESS_PER_MINUTE.byDefault),
    read: read.wholeNumber(CALLS_PER_ADDRESS_PER_MINUTE),
  },
  VAULTLINK_CALLS_IN_ALL_PER_MINUTE: {
    usedBy: SERVE,
    meaning: 'Calls a minute from everywhere to the relay, and as many to the hook.',
    example: '5000',
    whenUnset: String(CALLS_IN_ALL_PER_MINUTE.byDefault),
    read: read.wholeNumber(CALLS_IN_ALL_PER_MINUTE),
  },
} as const satisfies Record<string, Variable>;
