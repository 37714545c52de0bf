import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { VaultErrorCode } from '../../protocol/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Settings } from '../config/settings.ts';
import { parseIpAddress } from '../ip-address.ts';
import { createNetworkShares } from './network-shares.ts';

const MINUTE_MS = 60_000;

/** A request that the service has refused counts as this many requests of its client and its networks. */
const REQUESTS_OF_REFUSED = 4;

/** Errors that a caller causes by what it sent: a token or a code that the service does not accept. */
const REFUSALS: ReadonlySet<VaultErrorCode> = new Set([
  'outcome_rejected',
  'reconnect_required',
  'validation_failed',
]);

/** The groups of an address, whose requests are counted together. */
interface AddressGroups {
  /** The addresses that one client can have. */
  client: string;
  /** Networks that contain the client, the narrowest first. One customer of a provider can control a whole network. */
  networks: readonly string[];
}

/**
 * Rate limit of requests without a session that cause a request to the service. The relay, the hook and the callback have one each, so that a flood of
 * one locks nobody out of the others.
 */
export interface RequestLimit {
  /**
   * Counts a request, unless it is refused.
   *
   * @param address the client's address; `undefined` if it is unknown, so that only the total limit applies
   * @throws VaultError `rate_limited`, with the seconds to wait
   */
  countRequest(address: string | undefined): void;
  /**
   * Charges the client and its networks for a counted request, if the service has refused what it sent. A refusal takes nothing from the total.
   *
   * @param error why the request failed; any other error costs nothing
   */
  chargeRefusal(address: string | undefined, error: unknown): void;
}

/**
 * Creates a limit by address, by network and in total. After an idle minute, a whole minute's requests pass at once; then they pass at an even pace.
 *
 * The limits by address and in total are a single number each: the time at which all counted requests would be over if they passed one after the other
 * at that pace (the "generic cell rate algorithm"). Networks have shares of what is left of the total: see {@link createNetworkShares}.
 *
 * @param now real time in milliseconds since 1970
 */
export function createRequestLimit(
  { perAddressPerMinute, inAllPerMinute }: Settings['anonymousCalls'],
  now: () => number,
): RequestLimit {
  // A client can be evicted one minute after its last request. At most this many have a request within a minute, so none is evicted too early.
  const overAtMsOf = new BoundedMap<string, number>(2 * inAllPerMinute);
  const shares = createNetworkShares(inAllPerMinute, now);
  let allOverAtMs = 0;

  const afterMore = ({ client }: AddressGroups, requests: number) =>
    after(requests, overAtMsOf.get(client) ?? 0, perAddressPerMinute, now());

  return {
    countRequest(address) {
      const all = after(1, allOverAtMs, inAllPerMinute, now());
      if (all.waitMs > 0) throw tooMany('Too many requests arrive at once.', all.waitMs);
      const groups = address === undefined ? undefined : addressGroupsOf(address);
      if (groups) {
        const own = afterMore(groups, 1);
        if (own.waitMs > 0) throw tooMany('Too many requests arrive from one address.', own.waitMs);
        const waitMs = shares.waitMsOf(groups.networks);
        if (waitMs > 0) throw tooMany('Too many requests arrive from one network.', waitMs);
        overAtMsOf.set(groups.client, own.overAtMs);
      }
      shares.countRequest(groups?.networks ?? []);
      allOverAtMs = all.overAtMs;
    },
    chargeRefusal(address, error) {
      if (address === undefined || !isRefusal(error)) return;
      const groups = addressGroupsOf(address);
      const further = REQUESTS_OF_REFUSED - 1;
      overAtMsOf.set(groups.client, afterMore(groups, further).overAtMs);
      shares.charge(groups.networks, further);
    },
  };
}

/** Returns whether the service has refused what the caller sent. Without a status, the service has not answered. */
const isRefusal = (error: unknown): boolean =>
  isVaultError(error) && error.status !== undefined && REFUSALS.has(error.code);

/** Returns when all requests are over if further ones are counted, and how long the last of them must wait. 0 or less: it need not wait. */
function after(
  requests: number,
  overAtMs: number,
  perMinute: number,
  nowMs: number,
): { overAtMs: number; waitMs: number } {
  // A time more than a minute ahead was counted before the clock was set back.
  const beginsAtMs = overAtMs > nowMs + MINUTE_MS ? nowMs : Math.max(overAtMs, nowMs);
  const paceMs = MINUTE_MS / perMinute;
  const endsAtMs = beginsAtMs + requests * paceMs;
  const waitMs = endsAtMs - nowMs - MINUTE_MS;
  // Rounding errors add up to far less than half a pace.
  return {
    overAtMs: Math.min(endsAtMs, nowMs + MINUTE_MS),
    waitMs: waitMs > paceMs / 2 ? waitMs : 0,
  };
}

/** Spreads retries over a minute, so that pages that were refused together are not refused together again. */
function tooMany(message: string, waitMs: number): VaultError {
  const retryAfterSeconds = Math.ceil((waitMs + Math.random() * MINUTE_MS) / 1000);
  return new VaultError('rate_limited', message, { retryAfterSeconds });
}

/**
 * Returns the groups of an address. A client has a single IPv4 address, also if written as IPv6, or the first 64 bits of an IPv6 address, because each
 * internet connection has all addresses below them. Networks are the first 24 bits of an IPv4 address, and the first 48 and 32 bits of an IPv6
 * address: a site and a provider.
 *
 * @param address text that is not an IP address is a client without networks
 * @see RFC 6177
 */
export function addressGroupsOf(address: string): AddressGroups {
  const parsed = parseIpAddress(address);
  if (!parsed) return { client: address, networks: [] };
  const client = parsed.toString();
  if ('octets' in parsed) return { client, networks: [client.replace(/\d+$/, '0/24')] };
  const parts = parsed.parts.map((part) => part.toString(16));
  const prefix = (count: number) => `${parts.slice(0, count).join(':')}::/${count * 16}`;
  return { client: prefix(4), networks: [prefix(3), prefix(2)] };
}
