import type { Outcome } from '../../protocol/endlink.ts';
import { REQUEST_HEADER } from '../../protocol/local.ts';
import { addressOnPageHost } from '../page-address.ts';
import type { EndlinkOptions } from './options.ts';

/**
 * Returns the request that hands an outcome to the buyer's server, or asks for its result. The cookies of that server go along.
 *
 * @param ageSeconds how long ago the seller landed. `undefined`: leave it out, since a backend of an earlier version refuses a field that it does not know
 */
export function relayRequest(
  { relayUrl }: EndlinkOptions,
  outcome: Outcome,
  token: string,
  ageSeconds?: number,
): { url: string; init: RequestInit } {
  return {
    url: addressOnPageHost(`${relayUrl || '/vault/endlinks'}/${outcome}`),
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', [REQUEST_HEADER.name]: REQUEST_HEADER.value },
      body: JSON.stringify({ token, age_seconds: ageSeconds }),
    },
  };
}
