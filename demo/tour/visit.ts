import type { LoggedRequest, Seller } from 'vaultlink/sandbox';
import { BREAKS } from './breaks.ts';
import type { NetworkBreak } from './breaks.ts';
import type { Market, MarketState } from './market.ts';

/** Progress of a seller with a packet. */
export interface Visit {
  seller: Seller;
  packetId: string;
  reward: number;
  /** `true` if the marketplace has sent the seller to the survey. */
  isOpened: boolean;
  /** The outcome that counted; `null` if none did. */
  outcome: string | null;
  /** `true` if no outcome can count any more. */
  isDecided: boolean;
  isPaid: boolean;
  /** Reports that arrived, oldest first. */
  reports: readonly LoggedRequest[];
  /** The failure of the network at the next report. */
  armed: NetworkBreak | undefined;
}

/** Reads the progress of a seller with a packet from the marketplace. */
export async function visitOf(market: Market, seller: Seller, packetId: string): Promise<Visit> {
  const [state, requests] = await Promise.all([market.state(), market.requests()]);
  return visitIn(state, requests, seller, packetId);
}

/** Derives the progress of a seller with a packet from a state that was read before. */
export function visitIn(
  state: MarketState,
  requests: readonly LoggedRequest[],
  seller: Seller,
  packetId: string,
): Visit {
  const isOfVisit = (one: { packet_id: string; seller_id: string }) =>
    one.packet_id === packetId && one.seller_id === seller.id;
  const tokens = new Set(state.tokens.filter(isOfVisit).map(({ token }) => token));
  const found = state.sellers_packets.find(isOfVisit);
  return {
    seller,
    packetId,
    reward: state.packets.find(({ id }) => id === packetId)?.reward ?? 0,
    isOpened: tokens.size > 0,
    outcome: found?.outcome ?? null,
    isDecided: found !== undefined && found.state !== 'awaiting_outcome',
    isPaid: found?.paid ?? false,
    reports: requests.filter(
      ({ method, outcome, token }) =>
        method === 'GET' && outcome !== null && token !== null && tokens.has(token),
    ),
    armed: armedIn(state),
  };
}

/** Returns the active failure. The tour has one at a time. */
const armedIn = ({ faults }: MarketState): NetworkBreak | undefined => {
  const [waiting] = faults;
  return (
    waiting &&
    BREAKS.find(
      ({ fault }) => fault.kind === waiting.kind && fault.status === (waiting.status ?? undefined),
    )
  );
};
