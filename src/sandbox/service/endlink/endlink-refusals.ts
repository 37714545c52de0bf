import { explainPlaceholder } from '../../../check/index.ts';
import { sellersPacketOfToken } from '../../market/market.ts';
import type { EndlinkToken, Market, ReportResult } from '../../market/market.ts';
import { decidedState } from '../../market/sellers-packets.ts';
import type { SellersPacket, SellersPacketState } from '../../market/sellers-packets.ts';
import type { CallNotes, ServiceContext } from '../service-context.ts';
import type { Refusal } from '../http/refusal.ts';
import { isMagic } from '../magic-sellers.ts';
import { clockText, durationText, NEVER_ISSUED, quoted, tokenEnd, usedText } from '../reasons.ts';
import { TOKEN_PARAMETER } from './endlink-calls.ts';

/** Reason why an endlink call is refused. */
export type EndlinkRefusal = Exclude<ReportResult, 'accepted'> | 'missing_token';

/**
 * Describes the refusal of an endlink call. Call it before the call changes anything.
 *
 * @param spends whether the call consumes its token if possible. A HEAD or a prefetch may change nothing.
 * @see interface §7
 */
export function endlinkRefusal(
  service: ServiceContext,
  { token: text }: CallNotes,
  reason: EndlinkRefusal,
  request: Request,
  spends: boolean,
): Refusal & { reason: EndlinkRefusal } {
  const market = service.market();
  const nowMs = service.clock.nowMs();
  const sent = text ?? '';
  const token = market.tokens.get(sent);
  const row = (
    message: string,
    section: string,
    explanation: string,
    ...causes: NonNullable<Refusal['causes']>
  ) => ({ reason, messages: [message], section, explanation, causes });
  switch (reason) {
    case 'missing_token': {
      const what = text === null ? 'missing' : 'empty';
      const advice = missingText(market, new URL(request.url).searchParams);
      const explanation = `the parameter ${TOKEN_PARAMETER} is ${what}. ${advice}`;
      return row('service_endlink_token is required.', '4.4', explanation);
    }
    case 'unknown_token': {
      const explanation = strangeTokenText(market, sent, request);
      return row('The endlink token is not valid.', '2.5', explanation);
    }
    case 'used_token':
      return row(
        'The endlink token has been used before.',
        '3.2',
        spentText(token, nowMs),
        token?.use?.request,
      );
    case 'expired_token': {
      const explanation = expiredText(service, token, nowMs);
      return row('The endlink token has expired.', '3.2', explanation);
    }
    case 'decided_packet': {
      const sellersPacket = token && sellersPacketOfToken(market, token);
      const rest = spends ? ` Token ${tokenEnd(sent)} is spent all the same.` : '';
      const explanation = decidedText(sellersPacket) + rest;
      const cause = sellersPacket?.decidedByRequest;
      const isPushed = decidedByPush(sellersPacket);
      return {
        ...row('The packet already has an outcome.', '3.1', explanation, cause),
        ...(isPushed && { switches: ['outcome_after_push'] as const }),
      };
    }
  }
}

/** Names another parameter that holds the token, if there is one. */
function missingText(market: Market, query: URLSearchParams): string {
  const found = [...query].find(([, value]) => market.tokens.has(value));
  return found
    ? `${quoted(found[0])} holds the token: send it as ${TOKEN_PARAMETER}, whatever your endlink URL calls it.`
    : 'Send the token that the landing URL had. A redirect before the landing page may have lost it.';
}

/** Describes the text that was sent instead of a token. */
function strangeTokenText(market: Market, token: string, request: Request): string {
  if (new URL(request.url).searchParams.getAll(TOKEN_PARAMETER).length > 1) {
    return `the parameter ${TOKEN_PARAMETER} is there more than once, and the first one is no token. Send it once.`;
  }
  const variable = explainPlaceholder(token);
  if (variable) {
    return `${variable.text} is a variable that was not filled in. ${variable.remedy}`;
  }
  const kind = market.sellers.has(token) ? 'seller' : /^interaction-\d+$/.test(token) && 'visit';
  if (kind) {
    return `${quoted(token)} is the id of a ${kind} and no token. Send what the landing URL had as ${TOKEN_PARAMETER}.`;
  }
  if (/[ %]/.test(token)) {
    return `token ${tokenEnd(token)} has a space or a percent sign, as no token here has. Encode it exactly once, with encodeURIComponent().`;
  }
  return `token ${tokenEnd(token)} ${NEVER_ISSUED} Send what the landing URL had, unchanged.`;
}

function spentText(token: EndlinkToken | undefined, nowMs: number): string {
  if (isMagic(token?.seller_id ?? null, 'magic-token-spent')) {
    return `this token counts as used, as every one of seller ${token?.seller_id ?? ''} does.`;
  }
  const use = usedText(token?.use ?? null, nowMs);
  return `this token was used ${use}, which reported ${token?.usedFor ?? 'an outcome'}. That report stands. A token works once: report one outcome, once.`;
}

function expiredText(
  { clock }: ServiceContext,
  token: EndlinkToken | undefined,
  nowMs: number,
): string {
  if (!token || isMagic(token.seller_id, 'magic-token-expired')) {
    return `this token counts as expired, as every one of seller ${token?.seller_id ?? ''} does.`;
  }
  const age = durationText(nowMs - token.expiresAtMs);
  const lived = durationText(nowMs - token.issuedAtMs);
  return `this token expired ${age} ago. It was issued ${lived} ago, and is valid for one hour. Report sooner.${clockText(clock)}`;
}

function decidedText(sellersPacket: SellersPacket | undefined): string {
  const { packet_id = '', seller_id = '', outcome, decidedByRequest = null } = sellersPacket ?? {};
  const state = sellersPacket ? decidedState(sellersPacket) : 'failed';
  const decided = `packet ${packet_id} is ${STATES[state]} already for ${seller_id}`;
  if (!outcome) {
    return !decidedByPush(sellersPacket)
      ? `${decided}, since no outcome came within the hour of an earlier token.`
      : `${decided}: request ${decidedByRequest} pushed answers, and the switch outcome_after_push is "refused".`;
  }
  const who =
    decidedByRequest === null
      ? `another token reported ${outcome}`
      : `request ${decidedByRequest} reported ${outcome} with another token`;
  return `${decided}: ${who}. That report stands.`;
}

/** Returns whether a push decided a packet, and no outcome. */
const decidedByPush = (sellersPacket: SellersPacket | undefined): boolean =>
  sellersPacket?.outcome === null && sellersPacket.decidedByRequest !== null;

const STATES: Readonly<Record<SellersPacketState, string>> = {
  awaiting_outcome: 'awaiting its outcome',
  published: 'published',
  filtered: 'filtered',
  failed: 'a failure',
};
