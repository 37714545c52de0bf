import { createVaultBff, fetchTransport, memoryStore } from 'vaultlink/bff';
import type { Outbox, Store, VaultBffOptions, VaultEvent } from 'vaultlink/bff';
import { openBrowser } from '../support/http-browser.ts';
import { someOptions } from '../support/http-bff.ts';

export const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
export const HOUR_MS = 3_600_000;

/** Behaviour of a service for one request: a correct answer, no answer before or after counting the outcome, or a status. */
export type Behaviour = 'well' | 'away' | 'loses the answer' | 'hangs' | number;

/**
 * A service that counts each token once, and refuses it afterwards.
 *
 * @see interface §3.1, §4.4
 */
export function spendingService() {
  const counted = new Map<string, string>();
  const requests: string[] = [];
  const next: Behaviour[] = [];
  const holds: { arrive: () => void; released: Promise<void> }[] = [];
  let always: Behaviour = 'well';
  let retryAfter: string | undefined;
  const respond = (status: number) =>
    new Response('{}', { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} });

  async function fetch(url: string): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    const outcome = pathname.split('/').at(-1) ?? '';
    const token = searchParams.get('service_endlink_token') ?? '';
    requests.push(`${outcome} ${token}`);
    const hold = holds.shift();
    hold?.arrive();
    await hold?.released;
    const behaviour = next.shift() ?? always;
    if (behaviour === 'away') throw new TypeError('fetch failed');
    if (behaviour === 'hangs') return new Promise(() => undefined);
    if (typeof behaviour === 'number') return respond(behaviour);
    const isSpent = counted.has(token) || token.startsWith('junk');
    if (!isSpent) counted.set(token, outcome);
    if (behaviour === 'loses the answer') throw new TypeError('fetch failed');
    return respond(isSpent ? 422 : 200);
  }
  return {
    fetch,
    /** The outcome of each token. */
    counted,
    /** Each outcome and its token, the oldest request first. */
    requests,
    /** Holds the next request until it is released. */
    holdNext() {
      let arrive: () => void = () => undefined;
      let release: () => void = () => undefined;
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      const released = new Promise<void>((resolve) => (release = resolve));
      holds.push({ arrive, released });
      return { arrived, release };
    },
    answerNext: (...behaviours: Behaviour[]) => void next.push(...behaviours),
    answerEvery(behaviour: Behaviour, retryAfterText?: string) {
      always = behaviour;
      retryAfter = retryAfterText;
    },
  };
}

export type SpendingService = ReturnType<typeof spendingService>;

/** A backend that stores outcomes, a service, and a clock that stands still. */
export function startOutcomes(changed: Partial<VaultBffOptions> = {}) {
  const clock = { ms: START_MS };
  const service = spendingService();
  const store = changed.store ?? memoryStore({ now: () => clock.ms });
  const start = (more: Partial<VaultBffOptions> = {}) =>
    startProcess({ clock, service, store }, { ...changed, ...more });
  return { clock, service, store, start, ...start() };
}

/** Starts one process of a backend. Several can share a store. */
export function startProcess(
  shared: { clock: { ms: number }; service: Pick<SpendingService, 'fetch'>; store: Store },
  changed: Partial<VaultBffOptions> = {},
) {
  const { clock, service, store } = shared;
  const events: VaultEvent[] = [];
  const options = someOptions();
  const bff = createVaultBff({
    ...options,
    store,
    relay: 'unsaved',
    onEvent: (event) => events.push(event),
    clientAddress: () => '203.0.113.1',
    now: () => clock.ms,
    ...changed,
    service: { ...options.service, transport: fetchTransport(service.fetch), ...changed.service },
  });
  const browser = openBrowser(bff);
  /** A page reports an outcome, or asks about it. */
  async function relay(outcome: string, token: string, more: object = {}) {
    const response = await browser.call('POST', `/endlinks/${outcome}`, { token, ...more });
    const body = (await response.json()) as { result?: string; error?: string };
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, result: body.result ?? body.error, retryAfter };
  }
  return { bff, events, relay };
}

/** Returns the outbox of a store, which has one. */
export function outboxOf({ outbox }: Pick<Store, 'outbox'>): Outbox {
  if (!outbox) throw new Error('The store has no outbox.');
  return outbox;
}
