import {
  OUTCOME_DAYS,
  REQUESTS_IN_ALL_PER_MINUTE,
  REQUESTS_PER_ADDRESS_PER_MINUTE,
} from '../../../bff/operating.ts';
import * as read from '../readers.ts';
import { ALL, SERVE, type Variable } from '../variable.ts';

/** Variables of the relay and the hook. */
export const REPORTS = {
  VAULTLINK_RELAY: {
    usedBy: SERVE,
    meaning:
      'Whether pages may report through this backend (`data-via="relay"`): `on`, `off` or `unsaved`.',
    details:
      'While it is `off`, `POST /vault/endlinks/{outcome}` responds with 404. `on` needs a store that keeps outcomes: see `VAULTLINK_OUTBOX`. With `unsaved`, outcomes may be lost when the process ends. The relay needs no session, so any client can call it: see the limits below.',
    example: 'on',
    byDefault: 'off',
    read: read.relay,
  },
  VAULTLINK_OUTBOX: {
    usedBy: ALL,
    meaning:
      'Keeps outcomes in another store than `VAULTLINK_STORE`: `sqlite:` with the path of a file, or `postgres://`.',
    details:
      'Redis cannot promise that it keeps what it has confirmed, so the relay needs this variable beside grants in Redis. All replicas use the same outbox.',
    example: 'sqlite:/data/outcomes.db',
    isSecret: true,
    whenUnset: '`VAULTLINK_STORE`',
    read: read.outboxAddress,
  },
  VAULTLINK_OUTCOME_DAYS: {
    usedBy: SERVE,
    meaning: 'Days for which the backend keeps a settled outcome, without its token.',
    details: 'After that it keeps only the counts.',
    example: '30',
    byDefault: String(OUTCOME_DAYS.byDefault),
    read: read.wholeNumber(OUTCOME_DAYS),
  },
  VAULTLINK_HOOK: {
    usedBy: SERVE,
    meaning:
      'Whether pages that run the authorization themselves may exchange their code: `on` or `off`.',
    details:
      'While it is `off`, `POST /vault/exchange` responds with 404. `<vault-connect bff-url="/vault">` does not need it; `<vault-connect exchange-url="/vault/exchange">` does.',
    example: 'on',
    byDefault: 'off',
    read: read.onOrOff,
  },
  VAULTLINK_MAY_REPORT_URL: {
    usedBy: SERVE,
    meaning: 'URL of your server that approves each relayed report: 2xx allows it, 403 refuses it.',
    details:
      '[Asking your own server before a report](operation.md#asking-your-own-server-before-a-report) describes the request.',
    example: 'http://127.0.0.1:8000/may-report',
    whenUnset: 'every outcome is relayed',
    read: read.baseAddress,
  },
  VAULTLINK_MAY_REPORT_TIMEOUT_MS: {
    usedBy: SERVE,
    meaning: 'Milliseconds to wait for the response of `VAULTLINK_MAY_REPORT_URL`.',
    details: 'While a page waits, it is at most one second.',
    example: '1000',
    byDefault: '3000',
    read: read.milliseconds(1),
  },
  VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: {
    usedBy: SERVE,
    meaning:
      'Requests per minute that one IP address may send to the relay, and again to the hook and the callback.',
    details:
      '[The limits](operation.md#limits-for-calls-that-anybody-can-make) says how requests are counted.',
    example: '60',
    whenUnset: String(REQUESTS_PER_ADDRESS_PER_MINUTE.byDefault),
    read: read.wholeNumber(REQUESTS_PER_ADDRESS_PER_MINUTE),
  },
  VAULTLINK_CALLS_IN_ALL_PER_MINUTE: {
    usedBy: SERVE,
    meaning:
      'Requests per minute from all addresses to the relay, and again to the hook and the callback.',
    details: 'Raise it if most of your users share one network, which alone gets half of it.',
    example: '5000',
    whenUnset: String(REQUESTS_IN_ALL_PER_MINUTE.byDefault),
    read: read.wholeNumber(REQUESTS_IN_ALL_PER_MINUTE),
  },
} as const satisfies Record<string, Variable>;
