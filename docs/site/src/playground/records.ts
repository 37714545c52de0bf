import type { LoggedRequest, SellersPacketState } from '../../../../src/sandbox/index.ts';

/** One visit of a seller, as the service records it. */
export interface Visit {
  id: string;
  seller_id: string;
  state: SellersPacketState;
  /** The outcome that counts; `null` while there is none. */
  outcome: string | null;
}

/** What the service has on record: parts of `GET /sandbox/state` and `GET /sandbox/requests`. */
export interface Records {
  sellers: readonly { id: string; name: string }[];
  sellers_packets: readonly Visit[];
  tokens: readonly { token: string; interaction_id: string }[];
  requests: readonly LoggedRequest[];
  /** What is to go wrong with the next reports. */
  faults: readonly { kind: string }[];
  /** How many answers are held back. */
  held_requests: number;
}

/** How many requests have consumed a token of this visit. */
export function countReports(records: Records, { id }: Visit): number {
  const tokens = new Set(
    records.tokens.filter((token) => token.interaction_id === id).map(({ token }) => token),
  );
  return records.requests.filter(({ spent, token }) => spent && token && tokens.has(token)).length;
}
