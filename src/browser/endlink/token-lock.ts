/**
 * Keeps the tabs of a browser from reporting one token at the same time: by a Web Lock, and by a mark in localStorage that records what was sent.
 *
 * Both names contain the SHA-256 of the token, not the token. A page over plain http has neither hash function nor Web Locks. There the tabs know
 * nothing of each other, and only the service, which accepts each token once, prevents a second report.
 *
 * @module
 */
import type { Mark } from './lifecycle.ts';
import { parseRecord } from './record.ts';
import type { EndlinkRecord, ReportedRecord } from './record.ts';

const PREFIX = 'vaultlink:';

/** Milliseconds for which a mark is kept: the lifetime of the token. @see interface §8 */
const MARK_LIFETIME_MS = 3_600_000;

const keys = new Map<string, Promise<string | undefined>>();

/** Returns the name of a token's lock and mark. `undefined`: this page has no hash function. */
export function markKeyOf(token: string): Promise<string | undefined> {
  let key = keys.get(token);
  if (!key) {
    key = hashToken(token);
    keys.set(token, key);
  }
  return key;
}

async function hashToken(token: string): Promise<string | undefined> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    return PREFIX + new Uint8Array(hash).toString();
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds for which a tab waits for the lock. An attempt takes eleven seconds at most, so a page that holds the lock for longer was frozen by the
 * browser.
 */
const LOCK_LIMIT_MS = 15_000;

/**
 * Runs `run`, once, while no other tab of this browser, and no other copy of the script, holds the lock.
 *
 * A tab that has waited too long runs without the lock. It takes a second lock, so that only one such tab runs at a time.
 *
 * @returns what `run` returns
 * @throws whatever `run` throws
 */
export async function withLock<Result>(
  key: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined;
  const runOnce = () => (running ??= run());
  for (const name of key ? [key, `${key}:second`] : []) {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), LOCK_LIMIT_MS);
    const request = async () => {
      if (!running) await navigator.locks.request(name, { signal }, runOnce);
    };
    // Request the lock again if that fails. Chromium revokes a lock that it grants while the page opens a window ("callback is no longer runnable").
    // WebKit revokes the lock of a page that enters the back/forward cache. Firefox before 96 and sandboxed frames have no locks.
    await request()
      .catch(request)
      .catch(() => undefined);
    clearTimeout(timer);
  }
  return runOnce();
}

/** Returns the mark of a token. `undefined`: nothing was sent, or the storage is blocked. */
export function readMark(key: string | undefined, token: string): Mark | undefined {
  try {
    const stored = key && localStorage.getItem(key);
    const record = stored && parseRecord({ ...JSON.parse(stored), token });
    return record && record.outcome !== undefined ? markOf(record) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the mark. It contains nothing of the seller, and not the body of the answer, which might repeat the token. */
export function writeMark(key: string | undefined, record: ReportedRecord): void {
  const { capturedAtMs } = record;
  try {
    if (key) localStorage.setItem(key, JSON.stringify({ ...markOf(record), capturedAtMs }));
  } catch {
    // The storage is blocked or full: the tabs know nothing of each other.
  }
}

function markOf(record: ReportedRecord): Mark {
  const { outcome, state, attempts, ambiguous, ambiguousDirect, result, status, probablyRecorded } =
    record;
  return { outcome, state, attempts, ambiguous, ambiguousDirect, result, status, probablyRecorded };
}

/** Removes the marks of tokens that have expired. */
export function pruneMarks(): void {
  try {
    for (const [key, value] of Object.entries(localStorage)) {
      if (key.startsWith(PREFIX) && !(capturedAtMs(value) > Date.now() - MARK_LIFETIME_MS)) {
        localStorage.removeItem(key);
      }
    }
  } catch {
    // Blocked: there are none.
  }
}

function capturedAtMs(mark: unknown): number {
  try {
    return Number((JSON.parse(String(mark)) as Partial<EndlinkRecord>).capturedAtMs);
  } catch {
    return 0;
  }
}
