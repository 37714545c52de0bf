import { VaultError } from '../../protocol/index.ts';
import { createBackoff } from '../backoff.ts';
import type { Emit } from '../events.ts';
import type { RefreshAnswer, TokenEndpoint } from '../service/oauth.ts';
import { createPause } from '../service/pause.ts';
import type { InFlightWork } from '../in-flight.ts';
import { LEASE_CEILING_MS, takeLease } from './lease.ts';
import type { Lease } from './lease.ts';
import { newPairOf } from './pairs.ts';
import type { Pairs } from './pairs.ts';
import type { Sleep } from '../sleep.ts';
import type { Grant, GrantLeases, Grants, NewPair, RefreshMark } from '../stores/store.ts';
import { reconnectRequired, assertUsableGrant } from './usable-grant.ts';

/** Maximum time to wait for another process that refreshes the same grant. Longer than a token request. */
const MAX_WAIT_MS = 40_000;

/** Pause between two checks whether the other process is done. */
const pauseMsOf = createBackoff({ firstMs: 150, longestMs: 1500, fixedPart: 1 / 3 });

/** Pause before saving a new pair is retried. */
const savePauseMsOf = createBackoff({ firstMs: 100, longestMs: 5000, fixedPart: 0.5 });

/** Pause before a token request with an unknown result is repeated. */
const REPEAT_PAUSE_MS = 500;

/** After this many failed attempts to save a pair, callers get an error. Saving is still retried. */
const SAVE_ATTEMPTS_BEFORE_ERROR = 5;

/** Dependencies of a {@link Refresher}. */
export interface RefresherOptions {
  store: GrantLeases & Pick<Grants, 'findGrant' | 'saveGrant' | 'markDead'>;
  pairs: Pairs;
  tokens: Pick<TokenEndpoint, 'refresh'>;
  /** Tracks each refresh until its pair is saved. */
  inFlight: Pick<InFlightWork, 'add'>;
  /** Real time in milliseconds since 1970. */
  now: () => number;
  /** Monotonic time in milliseconds. Independent of changes to the system clock. */
  monotonicNowMs: () => number;
  emit: Emit;
  sleep: Sleep;
}

/** Refreshes grants. No grant is refreshed twice at the same time, across all processes that share the store. */
export interface Refresher {
  /**
   * Refreshes the token pair of a grant.
   *
   * @param stale the grant whose access token is expired or refused
   * @returns the grant with a new pair, no matter which process refreshed it
   * @throws VaultError `not_connected`, `reconnect_required`, `store_unavailable`, `rate_limited` (while the service has asked all refreshes to wait),
   *   and errors of the token request
   */
  refresh(stale: Grant): Promise<Grant>;
}

/** A refresh in flight in this process. */
interface PendingRefresh {
  done: Promise<Grant>;
  /** Rejects when callers should stop waiting, although the refresh continues. */
  abandoned: Promise<never>;
  /** Monotonic time from which the refresh counts as interrupted. Each failed attempt to save the pair moves it later. */
  interruptedAtMs: number;
  /** Stops tracking the refresh as work in flight. */
  untrack: () => void;
}

/** Called after each failed attempt to save the token pair. */
type OnSaveFailure = (attempt: number) => void;

/** Creates a {@link Refresher}. The numbers in the comments are the steps of using a grant; steps 1 and 10 are in `token-keeper.ts`. */
export function createRefresher(options: RefresherOptions): Refresher {
  const { store, pairs, tokens, inFlight, now, monotonicNowMs, emit, sleep } = options;
  const pendingRefreshes = new Map<string, PendingRefresh>();
  const pause = createPause(now);

  /** 2. Runs one refresh per grant in this process. Other callers share it, unless it was interrupted. */
  async function refresh(stale: Grant): Promise<Grant> {
    for (;;) {
      const current = pendingRefreshes.get(stale.id);
      const pending =
        current && monotonicNowMs() < current.interruptedAtMs ? current : startRefresh(stale);
      const grant = await waitForRefresh(pending);
      // If there is no new pair, the refresh was interrupted, or is the one that brought the stale pair: start or share another one.
      if (grant && grant.version !== stale.version) return grant;
    }
  }

  /**
   * Waits for a refresh.
   *
   * @returns `undefined` if the refresh has not settled when it counts as interrupted
   */
  async function waitForRefresh({
    done,
    abandoned,
    interruptedAtMs,
  }: PendingRefresh): Promise<Grant | undefined> {
    const timer = new AbortController();
    const interrupted = sleep(interruptedAtMs - monotonicNowMs(), timer.signal).then(
      () => undefined,
    );
    try {
      return await Promise.race([done, abandoned, interrupted]);
    } finally {
      timer.abort();
    }
  }

  function startRefresh(stale: Grant): PendingRefresh {
    pendingRefreshes.get(stale.id)?.untrack();
    let abandon: (error: VaultError) => void = () => undefined;
    const abandoned = new Promise<never>((_, reject) => (abandon = reject));
    abandoned.catch(() => undefined);
    let untrack: () => void = () => undefined;
    const untracked = new Promise<void>((resolve) => (untrack = resolve));

    const done = refreshUnderLease(stale, (attempt) => {
      pending.interruptedAtMs = monotonicNowMs() + LEASE_CEILING_MS;
      if (attempt < SAVE_ATTEMPTS_BEFORE_ERROR) return;
      abandon(
        new VaultError('store_unavailable', 'The refreshed tokens cannot be saved at the moment.'),
      );
    }).finally(() => {
      if (pendingRefreshes.get(stale.id) === pending) pendingRefreshes.delete(stale.id);
    });
    void inFlight.add(Promise.race([done, untracked]));
    const pending: PendingRefresh = {
      done,
      abandoned,
      interruptedAtMs: monotonicNowMs() + LEASE_CEILING_MS,
      untrack,
    };
    pendingRefreshes.set(stale.id, pending);
    return pending;
  }

  /** 3. Runs one refresh per grant across all processes, by holding the lease. */
  async function refreshUnderLease(stale: Grant, onSaveFailure: OnSaveFailure): Promise<Grant> {
    let waitedMs = 0;
    for (let retry = 0; waitedMs < MAX_WAIT_MS; retry += 1) {
      const lease = pause.leftMs() ? undefined : await takeLease(store, sleep, stale.id);
      try {
        // 4. Read the grant under the lease, or while waiting for it: another process may have refreshed it meanwhile.
        const grant = assertUsableGrant(lease ? lease.grant : await store.findGrant(stale.id));
        if (grant.version !== stale.version) return grant;
        pause.assertOver();
        const renewed = lease && (await sendRefreshToken(lease, onSaveFailure));
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
      'The connection to the vault is still being refreshed.',
    );
  }

  /**
   * Sends the refresh token and handles the response.
   *
   * @returns `undefined` if another process holds the lease by now
   */
  async function sendRefreshToken(
    lease: Lease,
    onSaveFailure: OnSaveFailure,
  ): Promise<Grant | undefined> {
    const { grant, owner } = lease;
    const { refreshToken } = await pairs.open(grant);
    let mark: RefreshMark = grant.refreshing ?? { attempt: 0, sinceMs: now() };
    for (const isLast of [false, true]) {
      mark = { ...mark, attempt: mark.attempt + 1 };
      // 5. Mark the refresh before the request. If this process crashes, the next one knows that the refresh token may be spent.
      if (!(await store.markRefreshing(grant.id, owner, mark))) return undefined;
      // 6. Send the request once. Only its own long timeout aborts it, never a disconnected browser. The lease is renewed meanwhile.
      const answer = await tokens.refresh(refreshToken);
      if (answer.kind !== 'tokens') pause.noteError(answer.error);
      switch (answer.kind) {
        case 'tokens':
        case 'unusable':
          return saveNewPair(grant, answer, onSaveFailure);
        case 'refused':
          return settleRefusal(lease, mark);
        case 'failed':
          // After an ambiguous attempt, the refresh token may be spent, and only the mark says so.
          if (mark.attempt === 1) await store.markRefreshing(grant.id, owner, undefined);
          throw answer.error;
        case 'ambiguous':
          // 9. Retry once with the same token, under the same lease. If the token was spent, its pair is lost anyway; if not, the retry succeeds.
          if (isLast || pause.leftMs()) throw answer.error;
          await sleep(REPEAT_PAUSE_MS);
      }
    }
    return undefined;
  }

  /** 7. Saves the pair before using it, and only if no other process has saved a newer one. */
  async function saveNewPair(
    grant: Grant,
    answer: Extract<RefreshAnswer, { kind: 'tokens' | 'unusable' }>,
    onSaveFailure: OnSaveFailure,
  ): Promise<Grant> {
    const { tokens } = answer;
    const { scope } = grant;
    const pair = { ...(scope && { scope }), ...(await newPairOf(pairs, grant.id, tokens)) };
    const saved = await savePair(
      {
        store,
        sleep,
        emit(event) {
          emit(event);
          if (event.type === 'save_failed') onSaveFailure(event.attempt);
        },
      },
      grant,
      pair,
    );
    if (!saved) return assertUsableGrant(await store.findGrant(grant.id));
    // Throw only after saving, so that the new refresh token is not lost.
    if (answer.kind === 'unusable') throw answer.error;
    emit({ type: 'refreshed', grantId: grant.id, subject: grant.subject });
    return saved;
  }

  /** 8. Marks the grant dead after `invalid_grant`, unless another process has saved a pair since, or holds the lease and may be about to save one. */
  async function settleRefusal(
    { grant, isHeld }: Lease,
    { attempt }: RefreshMark,
  ): Promise<Grant | undefined> {
    if (!(await isHeld())) return undefined;
    const reason = attempt > 1 ? 'answer_lost' : 'invalid_grant';
    if (!(await store.markDead(grant.id, grant.version, reason))) {
      return assertUsableGrant(await store.findGrant(grant.id));
    }
    emit({ type: 'reconnect_required', grantId: grant.id, subject: grant.subject, reason });
    throw reconnectRequired();
  }

  return { refresh };
}

/**
 * Saves a new token pair. Retries until that succeeds: the previous pair is spent, and until then the new one exists only in memory.
 *
 * @param grant the grant whose pair was spent
 * @param emit receives an event after each failed attempt
 * @returns the saved grant; `undefined` if the grant has another pair by now, or no longer exists
 */
async function savePair(
  { store, sleep, emit }: { store: Pick<Grants, 'saveGrant'>; sleep: Sleep; emit: Emit },
  grant: Grant,
  pair: NewPair,
): Promise<Grant | undefined> {
  const { id, subject, version } = grant;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isSaved = await store.saveGrant(id, version, pair);
      return isSaved ? { id, subject, version: version + 1, ...pair } : undefined;
    } catch {
      emit({ type: 'save_failed', grantId: id, subject, attempt });
      await sleep(savePauseMsOf(attempt - 1));
    }
  }
}
