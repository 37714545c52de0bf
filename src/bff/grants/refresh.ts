import { VaultError } from '../../protocol/index.ts';
import { createBackoff } from '../backoff.ts';
import type { VaultEvent } from '../config/bff-options.ts';
import type { RefreshAnswer, TokenEndpoint } from '../service/oauth.ts';
import type { UnderWay } from '../under-way.ts';
import { LEASE_CEILING_MS, takeLease } from './lease.ts';
import type { Lease } from './lease.ts';
import { newPairOf } from './new-pair.ts';
import type { Pairs } from './pairs.ts';
import { savePair } from './save.ts';
import type { Sleep } from './sleep.ts';
import type { Grant, RefreshMark, Store } from '../stores/store.ts';
import { reconnectRequired, usable } from './usable.ts';

/** For how long one process waits for another that refreshes the same grant: longer than a token request takes. */
const LONGEST_WAIT_MS = 40_000;

/** Between two looks at whether the other one is done. */
const pauseMsOf = createBackoff({ firstMs: 150, longestMs: 1500, fixedPart: 1 / 3 });

/** Before a token request is repeated whose answer nobody knows. */
const REPEAT_PAUSE_MS = 500;

/** After this many failures to save a pair, its callers are told; the pair itself is never given up. */
const PATIENT_ATTEMPTS = 5;

/** What a {@link Refresher} works with. */
export interface RefresherOptions {
  store: Store;
  pairs: Pairs;
  tokens: Pick<TokenEndpoint, 'refresh'>;
  /** Gets each refresh until its pair is saved. */
  underWay: Pick<UnderWay, 'add'>;
  /** Real time in milliseconds since 1970. */
  now: () => number;
  /** In milliseconds since any moment; never goes back, and jumps no further when the time of day is set. */
  elapsed: () => number;
  tell: (event: VaultEvent) => void;
  sleep: Sleep;
}

/** Renews grants: of one and the same, no two at a time, in all the processes that share the store. */
export interface Refresher {
  /**
   * @param stale the grant whose access token is of no use any more
   * @returns the grant with another pair, whoever renewed it
   * @throws VaultError `not_connected`, `reconnect_required`, `store_unavailable`, and what a token request can fail with
   */
  refresh(stale: Grant): Promise<Grant>;
}

/** A refresh under way in this process. */
interface Flight {
  done: Promise<Grant>;
  /** Rejects where its callers should wait no longer, though it goes on. */
  stuck: Promise<never>;
  /** From then on, by `elapsed`, it is taken for cut off: a live one has ended by then, or still saves its pair and moves this on. */
  lostAtMs: number;
  /** Nothing waits for its end any more. */
  forget: () => void;
}

/** Told of each failure to save a pair. */
type Unsaved = (attempt: number) => void;

/** The numbers are those of the ten steps that every use of a grant can go through; 1 and 10 are in `token-keeper.ts`. */
export function createRefresher(options: RefresherOptions): Refresher {
  const { store, pairs, tokens, underWay, now, elapsed, tell, sleep } = options;
  const flights = new Map<string, Flight>();

  /** 2. One refresh of a grant in this process; whoever else needs it waits for the same one, unless it was cut off. */
  async function refresh(stale: Grant): Promise<Grant> {
    for (;;) {
      const current = flights.get(stale.id);
      const flight = current && elapsed() < current.lostAtMs ? current : takeOff(stale);
      const grant = await landed(flight);
      // Else it had begun before the pair that is stale now was issued.
      if (grant && grant.version !== stale.version) return grant;
    }
  }

  /** @returns `undefined`: it has not ended by the time at which it was taken for cut off */
  async function landed({ done, stuck, lostAtMs }: Flight): Promise<Grant | undefined> {
    const timer = new AbortController();
    const isLost = sleep(lostAtMs - elapsed(), timer.signal).then(() => undefined);
    try {
      return await Promise.race([done, stuck, isLost]);
    } finally {
      timer.abort();
    }
  }

  function takeOff(stale: Grant): Flight {
    flights.get(stale.id)?.forget();
    let giveUp: (error: VaultError) => void = () => undefined;
    const stuck = new Promise<never>((_, reject) => (giveUp = reject));
    stuck.catch(() => undefined);
    let forget: () => void = () => undefined;
    const forgotten = new Promise<void>((resolve) => (forget = resolve));

    const done = underLease(stale, (attempt) => {
      flight.lostAtMs = elapsed() + LEASE_CEILING_MS;
      if (attempt < PATIENT_ATTEMPTS) return;
      giveUp(new VaultError('store_unavailable', 'A renewed connection cannot be saved.'));
    }).finally(() => {
      if (flights.get(stale.id) === flight) flights.delete(stale.id);
    });
    void underWay.add(Promise.race([done, forgotten]));
    const flight = { done, stuck, lostAtMs: elapsed() + LEASE_CEILING_MS, forget };
    flights.set(stale.id, flight);
    return flight;
  }

  /** 3. One refresh of a grant in all processes: never without the lease, which another may have. */
  async function underLease(stale: Grant, unsaved: Unsaved): Promise<Grant> {
    let waitedMs = 0;
    for (let retry = 0; waitedMs < LONGEST_WAIT_MS; retry += 1) {
      const lease = await takeLease(store, sleep, stale.id);
      try {
        // 4. What another has done meanwhile is read under the lease, or while waiting for it.
        const grant = usable(lease ? lease.grant : await store.findGrant(stale.id));
        if (grant.version !== stale.version) return grant;
        const renewed = lease && (await renew(lease, unsaved));
        if (renewed) return renewed;
      } finally {
        await lease?.release();
      }
      const pauseMs = pauseMsOf(retry);
      waitedMs += pauseMs;
      await sleep(pauseMs);
    }
    throw new VaultError(
      'service_unreachable',
      'The connection to the vault is still being renewed.',
    );
  }

  /** @returns `undefined`: another has the lease by now, and decides */
  async function renew(lease: Lease, unsaved: Unsaved): Promise<Grant | undefined> {
    const { grant, owner } = lease;
    const { refreshToken } = await pairs.open(grant);
    let mark: RefreshMark = grant.refreshing ?? { attempt: 0, sinceMs: now() };
    for (const isLast of [false, true]) {
      mark = { ...mark, attempt: mark.attempt + 1 };
      // 5. Written ahead: should this process end here, the next one knows that the refresh token may be spent.
      if (!(await store.markRefreshing(grant.id, owner, mark))) return undefined;
      // 6. Sent once. No browser that hangs up ends it, only its own long timeout; the lease is renewed all the while.
      const answer = await tokens.refresh(refreshToken);
      switch (answer.kind) {
        case 'tokens':
        case 'unusable':
          return save(grant, answer, unsaved);
        case 'refused':
          return settleRefusal(lease, mark);
        case 'failed':
          if (mark.attempt === 1) await store.markRefreshing(grant.id, owner, undefined);
          throw answer.error;
        case 'ambiguous':
          // 9. Once more with the same token, under the same lease: if it was spent, its pair is lost anyway; if not, this heals it.
          if (isLast) throw answer.error;
          await sleep(REPEAT_PAUSE_MS);
      }
    }
    return undefined;
  }

  /** 7. Saved before anything else is done with it, and only if nobody else has saved one. */
  async function save(
    grant: Grant,
    answer: Extract<RefreshAnswer, { kind: 'tokens' | 'unusable' }>,
    unsaved: Unsaved,
  ): Promise<Grant> {
    const { tokens } = answer;
    const { scope } = grant;
    const pair = { ...(scope && { scope }), ...(await newPairOf(pairs, grant.id, tokens)) };
    const saved = await savePair(
      {
        store,
        sleep,
        tell(event) {
          tell(event);
          if (event.type === 'save_failed') unsaved(event.attempt);
        },
      },
      grant,
      pair,
    );
    if (!saved) return usable(await store.findGrant(grant.id));
    // Only now is it asked whether it can be used.
    if (answer.kind === 'unusable') throw answer.error;
    tell({ type: 'refreshed', grantId: grant.id, subject: grant.subject });
    return saved;
  }

  /** 8. `invalid_grant`: dead, unless another has saved a pair since, or holds the lease: then it may be about to save one. */
  async function settleRefusal(
    { grant, isHeld }: Lease,
    { attempt }: RefreshMark,
  ): Promise<Grant | undefined> {
    if (!(await isHeld())) return undefined;
    const reason = attempt > 1 ? 'answer_lost' : 'invalid_grant';
    if (!(await store.markDead(grant.id, grant.version, reason))) {
      return usable(await store.findGrant(grant.id));
    }
    tell({ type: 'reconnect_required', grantId: grant.id, subject: grant.subject, reason });
    throw reconnectRequired();
  }

  return { refresh };
}
