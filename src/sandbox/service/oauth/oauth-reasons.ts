import type { Market } from '../../market/market.ts';
import type { TokenEnd, TokenPair } from '../../market/oauth-records.ts';
import { durationText, NEVER_ISSUED, tokenEnd, usedText } from '../reasons.ts';

/** Advice for a connection that has ended. */
export const CONNECT_AGAIN = 'Send the seller to the authorization page again.';

/** Describes an unknown access token, as the end of a sentence. */
export function strangeAccessToken(market: Market, accessToken: string): string {
  if (market.tokenPairs.byRefreshToken(accessToken)) {
    return 'this is a refresh token. Send the access_token of the same answer.';
  }
  return `access token ${tokenEnd(accessToken)} ${NEVER_ISSUED} Send the access_token of a token response, unchanged.`;
}

/** Says when and why a token was revoked, as the end of a sentence without its full stop. */
export function endText(end: TokenEnd | null, nowMs: number): string {
  if (end === null) return '';
  const age = ` ${durationText(nowMs - end.atMs)} ago`;
  const by = end.request === null ? 'a request' : `request ${end.request}`;
  switch (end.cause) {
    case 'code_reuse':
      return `${age}: ${by} sent its code a second time`;
    case 'refresh_reuse':
      return `${age}: ${by} sent a used refresh token again, and the switch refresh_replay_revokes is on`;
    case 'refresh':
      return `${age}: ${by} refreshed it, and the switch refresh_revokes_access_token is on`;
    case 'first_use':
      return `${age}: ${by} used the access token that it was exchanged for`;
    case 'order':
      return `${age}: by "Disconnect" in the console, or by POST /sandbox/tokens/revoke`;
  }
}

/** Says when a refresh token was used, as the end of a sentence. */
export function usedRefreshText({ refreshUse, refreshEnd }: TokenPair, nowMs: number): string {
  const used = `this refresh token was used ${usedText(refreshUse, nowMs)}`;
  const ended = refreshEnd ? `, and ended${endText(refreshEnd, nowMs)}` : '';
  return `${used}${ended}. It works once: save the refresh_token of each answer, and send that one next.`;
}

/** Says how a refresh token was revoked, as the end of a sentence. */
export const revokedRefreshText = ({ refreshEnd }: TokenPair, nowMs: number): string =>
  `this refresh token was revoked${endText(refreshEnd, nowMs)}. ${CONNECT_AGAIN}`;

/** Describes an unknown refresh token, as the end of a sentence. */
export function strangeRefreshToken(market: Market, token: string): string {
  return market.tokenPairs.byAccessToken(token)
    ? 'this is an access token. Send the refresh_token of the same answer.'
    : `refresh token ${tokenEnd(token)} ${NEVER_ISSUED} Send the refresh_token of the latest answer, unchanged.`;
}
