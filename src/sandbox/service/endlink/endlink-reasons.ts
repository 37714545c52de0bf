import type { Outcome } from '../../../protocol/index.ts';
import { sellersPacketOfToken } from '../../market/market.ts';
import type { EndlinkToken, Market } from '../../market/market.ts';
import { decidedState } from '../../market/sellers-packets.ts';
import type { SellersPacket, SellersPacketState } from '../../market/sellers-packets.ts';
import type { CallNotes, ServiceContext } from '../context.ts';
import { isMagic } from '../magic-sellers.ts';
import {
  clockText,
  durationText,
  explain,
  NEVER_ISSUED,
  quoted,
  tokenEnd,
  usedText,
} from '../reasons.ts';
import { TOKEN_PARAMETER } from './endlink-calls.ts';
import type { Refusal } from './endlink-refusals.ts';

/** The call to explain. */
interface ExplainedCall {
  outcome: Outcome;
  request: Request;
  /** `spends`: the call consumes its token if possible. Default: `looks`, it changes nothing, as a HEAD or a prefetch may. */
  effect?: 'looks' | 'spends';
}

/** Notes the reason for the response to an endlink call. Call it before the call changes anything. */
export function explainResult(
  service: ServiceContext,
  notes: CallNotes,
  result: 'accepted' | Refusal,
  { outcome, request, effect = 'looks' }: ExplainedCall,
): void {
  const market = service.market();
  const nowMs = service.clock.nowMs();
  const token = market.tokens.get(notes.token ?? '');
  const sellersPacket = token && sellersPacketOfToken(market, token);
  const end = tokenEnd(notes.token ?? '');
  switch (result) {
    case 'accepted': {
      const next = outcome === 'complete' ? 'published' : 'filtered';
      const reason =
        effect === 'spends'
          ? `Spent token ${end}: ${outcome} → ${next}.${unusualText(request)}`
          : `Changed nothing: a HEAD or a prefetch does not spend token ${end}.`;
      explain(notes, '3.1', reason);
      return;
    }
    case 'missing': {
      const what = notes.token === null ? 'missing' : 'empty';
      const advice = missingText(market, new URL(request.url).searchParams);
      explain(notes, '4.4', `Refused: the parameter ${TOKEN_PARAMETER} is ${what}. ${advice}`);
      return;
    }
    case 'unknown':
      explain(notes, '2.5', `Refused: ${strangeTokenText(market, notes.token ?? '', request)}`);
      return;
    case 'used':
      explain(notes, '3.2', `Refused: ${spentText(token, nowMs)}`);
      return;
    case 'expired':
      explain(notes, '3.2', `Refused: ${expiredText(service, token, nowMs)}`);
      return;
    case 'decided': {
      const rest = effect === 'spends' ? ` Token ${end} is spent all the same.` : '';
      explain(notes, '3.1', `Refused: ${decidedText(sellersPacket)}${rest}`);
    }
  }
}

/** Says that a prefetch or a HEAD spent the token, which the buyer may not have wanted. */
function unusualText({ method, headers }: Request): string {
  if (headers.get('sec-purpose')?.includes('prefetch')) {
    return ' It was a prefetch: the browser looked ahead, and the switch prefetch_consumes is on.';
  }
  return method === 'HEAD' ? ' It was a HEAD, and the switch head_consumes is on.' : '';
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
  if (/^\{\{.*\}\}$/.test(token)) {
    return `${quoted(token)} is a variable and no token. It is replaced in the endlink URL only, where it is the whole value of a parameter.`;
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
    return decidedByRequest === null
      ? `${decided}, since no outcome came within the hour of an earlier token.`
      : `${decided}: request ${decidedByRequest} pushed answers, and the switch outcome_after_push is "refused".`;
  }
  const who =
    decidedByRequest === null
      ? `another token reported ${outcome}`
      : `request ${decidedByRequest} reported ${outcome} with another token`;
  return `${decided}: ${who}. That report stands.`;
}

const STATES: Readonly<Record<SellersPacketState, string>> = {
  awaiting_outcome: 'awaiting its outcome',
  published: 'published',
  filtered: 'filtered',
  failed: 'a failure',
};
