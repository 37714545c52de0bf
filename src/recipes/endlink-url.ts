import { LANDING_NAMES } from '../protocol/endlink.ts';

/** The variable that the service replaces by the token. @see interface §2.5 */
export const TOKEN_VARIABLE = '{{endlink_token}}';

/**
 * Returns the address for the endlink question: the survey's address, with the variable as the value of a parameter. Removes a token or a seller's id
 * from the address, and keeps the rest unchanged.
 *
 * @see interface §2.5
 */
export function endlinkUrl(surveyUrl: string, tokenParam: string): string {
  const { address, pairs, hash } = partsWithoutLanding(surveyUrl, tokenParam);
  return `${address}?${[...pairs, `${tokenParam}=${TOKEN_VARIABLE}`].join('&')}${hash}`;
}

/** Returns the survey's address without a token or a seller's id, so that it can be stored and shared. */
export function withoutLanding(surveyUrl: string, tokenParam: string): string {
  const { address, pairs, hash } = partsWithoutLanding(surveyUrl, tokenParam);
  return address + (pairs.length ? `?${pairs.join('&')}` : '') + hash;
}

function partsWithoutLanding(surveyUrl: string, tokenParam: string) {
  const [, address = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(surveyUrl) ?? [];
  const names: readonly string[] = [tokenParam, LANDING_NAMES.token, LANDING_NAMES.sellerId];
  const pairs = query.split('&').filter((pair) => pair && !names.includes(nameOf(pair)));
  return { address, pairs, hash };
}

const nameOf = (pair: string) => pair.split('=', 1)[0] ?? '';
