import type { BrowserContext, Page } from '@playwright/test';
import type { Buyer } from '../e2e/support/buyer.ts';
import type { Service } from '../e2e/support/service.ts';
import { blockReports, blockStorage, controlBy, WORKERS } from '../e2e/support/surroundings.ts';
import type { NameOf } from './faults.ts';

const processed = (choice: number) => ({ processed: choice % 2 === 1 });

const busy = (choice: number, retryAfter: string) => ({
  kind: 'status',
  status: 429,
  headers: {
    'retry-after': retryAfter,
    // Else a page of another origin does not see it.
    ...(choice % 4 && { 'access-control-expose-headers': 'retry-after' }),
  },
});

/** The body of `POST /sandbox/faults` for one report. */
export const ORDERS: Record<NameOf<'answer'>, (choice: number) => Record<string, unknown>> = {
  'dropped before processing': () => ({ kind: 'drop' }),
  'dropped after processing': () => ({ kind: 'drop', processed: true }),
  'body cut': () => ({ kind: 'cut' }),
  'status 500': (choice) => ({ kind: 'status', status: 500, ...processed(choice) }),
  'status 502': (choice) => ({ kind: 'status', status: 502, body: '', ...processed(choice) }),
  'status 503': (choice) => ({ kind: 'status', status: 503, body: 'Soon', ...processed(choice) }),
  '429, Retry-After in seconds': (choice) => busy(choice, `${1 + (choice % 50)}`),
  '429, Retry-After a date': (choice) =>
    busy(choice, new Date(Date.now() + 1000 * (choice % 50)).toUTCString()),
  '429, Retry-After nonsense': (choice) =>
    busy(choice, ['soon', '-5', '1e99', '0x'][choice % 4] ?? ''),
  'slower than the timeout': (choice) => ({ kind: 'hold', ...processed(choice) }),
  'redirect loop': () => ({ kind: 'loop', times: 20 }),
};

/** Where the line can be cut. */
interface Line {
  service: Service;
  context: BrowserContext;
}

/** What the seller's pages find. */
interface Place extends Line {
  buyer: Buyer;
  page: Page;
  /** Of every page of the buyer. */
  headers: Record<string, string>;
  /** Where the storages are filled up: before the script tag or after it. */
  fills?: 'before' | 'after';
}

/** Cuts the line, and mends it. */
export const LINES: Record<
  NameOf<'line'>,
  { cut: (line: Line) => Promise<void>; mend: (line: Line) => Promise<void> }
> = {
  'connection refused': {
    cut: ({ service }) => service.refuse(),
    mend: ({ service }) => service.accept(),
  },
  'offline, then online': {
    cut: ({ context }) => context.setOffline(true),
    mend: ({ context }) => context.setOffline(false),
  },
};

/** Arranges what the seller's pages find. */
export const SURROUNDINGS: Record<
  NameOf<'surroundings'>,
  (place: Place, choice: number) => unknown
> = {
  'answers unreadable (CORS)': ({ service }) => service.setBehaviour({ cors: false }),
  'service worker': ({ page, buyer }, choice) =>
    controlBy(page, buyer, Object.values(WORKERS)[choice % 3] ?? WORKERS.handsOn),
  'Content Security Policy': ({ headers }) =>
    (headers['content-security-policy'] = "connect-src 'self'"),
  'ad blocker': ({ context }) => blockReports(context),
  'storage throws': ({ context }) => blockStorage(context),
  'storage full': (place, choice) => (place.fills = choice % 2 ? 'before' : 'after'),
};
