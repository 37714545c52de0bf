import type { Outcome } from '../../../protocol/index.ts';
import { pairOf } from '../../market/market.ts';
import { decidedState } from '../../market/sellers-packets.ts';
import type { SellersPacketState } from '../../market/sellers-packets.ts';
import type { CallNotes, ServiceContext } from '../context.ts';
import { durationText, explain, tokenEnd, usedText } from '../reasons.ts';
import type { Refusal } from './endlink-refusals.ts';

/**
 * Notes why an endlink call is answered as it is. To be called before the call changes anything.
 *
 * @param effect `spends`: the call consumes its token where that is possible. Default: it only looks, as a HEAD or a prefetch may
 */
export function explainVerdict(
  service: ServiceContext,
  notes: CallNotes,
  verdict: 'accepted' | Refusal,
  outcome: Outcome,
  effect: 'looks' | 'spends' = 'looks',
): void {
  const market = service.market();
  const nowMs = service.clock.nowMs();
  const token = market.tokens.get(notes.token ?? '');
  const sellersPacket = token && pairOf(market, token);
  const end = tokenEnd(notes.token ?? '');
  switch (verdict) {
    case 'accepted': {
      const next = outcome === 'complete' ? 'published' : 'filtered';
      const reason =
        effect === 'spends'
          ? `Spent token ${end}: ${outcome} → ${next}.`
          : `Changed nothing: a HEAD or a prefetch does not spend token ${end}.`;
      explain(notes, '3.1', reason);
      return;
    }
    case 'missing': {
      const what = notes.token === null ? 'missing' : 'empty';
      explain(notes, '4.4', `Refused: the parameter service_endlink_token is ${what}.`);
      return;
    }
    case 'unknown':
      explain(notes, '7', `Refused: token ${end} was never issued here.`);
      return;
    case 'used':
      explain(notes, '3.2', `Refused: this token was used ${usedText(token?.use ?? null, nowMs)}.`);
      return;
    case 'expired': {
      const age = durationText(nowMs - (token?.expiresAtMs ?? nowMs));
      explain(notes, '3.2', `Refused: this token expired ${age} ago. It is valid for one hour.`);
      return;
    }
    case 'decided': {
      const state = STATES[sellersPacket ? decidedState(sellersPacket) : 'failed'];
      const request = sellersPacket?.decidedByRequest ?? null;
      const by = request === null ? '' : ` by request ${request}`;
      const rest = effect === 'spends' ? ` Token ${end} is spent all the same.` : '';
      explain(notes, '3.1', `Refused: the packet is ${state} already${by}.${rest}`);
    }
  }
}

const STATES: Readonly<Record<SellersPacketState, string>> = {
  awaiting_outcome: 'awaiting its outcome',
  published: 'published',
  filtered: 'filtered',
  failed: 'a failure',
};
