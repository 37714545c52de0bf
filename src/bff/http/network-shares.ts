import { BoundedMap } from '../bounded-map.ts';

const MINUTE_MS = 60_000;

/** Maximum of a network's recent requests, as a multiple of the free ones; the narrowest network first. A wide one is shared by more clients. */
const SHARES = [1, 2] as const;

/** A number of requests, which counts less and less as time passes. */
interface RecentRequests {
  requests: number;
  atMs: number;
}

/**
 * Divides the requests of a minute among networks, so that a few networks cannot use all of them.
 *
 * A network may send requests while its recent ones are fewer than those that are still free for everybody. So the more of the total is used, the less a
 * network gets, and a network that was quiet is served as long as any request is free. Of `n` busy networks each gets `1 / (n + 1)` of the total, and the
 * same part stays free. Switches share their memory among ports in this way ("dynamic thresholds").
 *
 * @see https://doi.org/10.1109/90.664262
 */
export interface NetworkShares {
  /** Returns in how many milliseconds the networks of a client may send a request; 0: at once. */
  waitMsOf(networks: readonly string[]): number;
  /** Counts a request. @param networks none if the address is unknown */
  countRequest(networks: readonly string[]): void;
  /** Counts further requests for the networks, but not for the total. */
  charge(networks: readonly string[], requests: number): void;
}

/**
 * Creates shares of which nothing is used. Recent requests decay by a factor of e in a minute, so the requests of all networks always add up to those in
 * all.
 *
 * @param now real time in milliseconds since 1970
 */
export function createNetworkShares(inAllPerMinute: number, now: () => number): NetworkShares {
  // Within a minute, at most twice the total is counted. A network that is evicted had no request for a minute.
  const recentOf = new BoundedMap<string, RecentRequests>(2 * SHARES.length * inAllPerMinute);
  let inAll: RecentRequests = { requests: 0, atMs: 0 };
  let nowBeforeMs = now();
  let elapsedMs = 0;

  /** Returns the elapsed time. It stands still when the clock is set back. */
  function elapsed(): number {
    const nowMs = now();
    elapsedMs += Math.max(0, nowMs - nowBeforeMs);
    nowBeforeMs = nowMs;
    return elapsedMs;
  }

  const requestsOf = ({ requests, atMs }: RecentRequests, timeMs: number) =>
    requests * Math.exp((atMs - timeMs) / MINUTE_MS);

  const afterMore = (recent: RecentRequests, requests: number, atMs: number): RecentRequests => ({
    requests: requestsOf(recent, atMs) + requests,
    atMs,
  });

  function charge(networks: readonly string[], requests: number): void {
    const atMs = elapsed();
    for (const network of networks) {
      recentOf.set(network, afterMore(recentOf.get(network) ?? NONE, requests, atMs));
    }
  }

  return {
    waitMsOf(networks) {
      const timeMs = elapsed();
      const waits = networks.map((network, level) => {
        const share = SHARES[level] ?? 1;
        const own = requestsOf(recentOf.get(network) ?? NONE, timeMs);
        // own < share × (inAllPerMinute − used), where both decay alike.
        const excess = (own / share + requestsOf(inAll, timeMs)) / inAllPerMinute;
        return excess < 1 ? 0 : Math.max(1, MINUTE_MS * Math.log(excess));
      });
      return Math.max(0, ...waits);
    },
    countRequest(networks) {
      inAll = afterMore(inAll, 1, elapsed());
      charge(networks, 1);
    },
    charge,
  };
}

const NONE: RecentRequests = { requests: 0, atMs: 0 };
