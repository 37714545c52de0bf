import type { LoggedRequest, Seller } from '../../../sandbox/index.ts';
import { BREAKS } from './breaks.ts';
import type { NetworkBreak } from './breaks.ts';

/** Id of the packet whose endlink leads to the sample survey. */
export const SAMPLE_PACKET_ID = 'sample-survey';

/** Progress of the seller who opened the sample survey last. */
export interface Visit {
  /** `undefined`: nobody has opened the survey. */
  seller: Seller | undefined;
  reward: number;
  /** The outcome that counted; `null` if none did. */
  outcome: string | null;
  /** `true` if no outcome can count any more. */
  isDecided: boolean;
  isPaid: boolean;
  /** Reports that arrived, oldest first. */
  reports: readonly LoggedRequest[];
  /** The failure that the next report meets. */
  armed: NetworkBreak | undefined;
}

/** Access of the sample to the marketplace, through the control routes of the sandbox. */
export interface Marketplace {
  visit(): Promise<Visit>;
  /**
   * Opens the survey as a seller who has not answered it, and breaks the network before, if `way` is the id of a failure.
   *
   * @returns the landing URL
   */
  open(way: string | null): Promise<string>;
  /** Removes the failures of the sample that have not happened. Failures that others added stay. */
  mend(): Promise<void>;
}

/** Fields of `GET /sandbox/state` that the sample reads. */
interface State {
  packets: { id: string; reward: number }[];
  sellers: Seller[];
  sellers_packets: SellersPacket[];
  tokens: { token: string; packet_id: string; seller_id: string }[];
  faults: { id: string; kind: string; status?: number; outcome?: string }[];
}

interface SellersPacket {
  packet_id: string;
  seller_id: string;
  state: string;
  outcome: string | null;
  paid: boolean;
}

/** Creates the access to a sandbox. @param baseUrl address at which `fetch` of the sandbox is called */
export function createMarketplace(
  baseUrl: string,
  fetch: (request: Request) => Promise<Response>,
): Marketplace {
  async function call<Body>(method: string, path: string, order?: object): Promise<Body> {
    const init = { method, ...(order && { body: JSON.stringify(order) }) };
    const response = await fetch(new Request(`${baseUrl}/sandbox/${path}`, init));
    if (!response.ok) throw new Error(`${method} ${path} of the sandbox: ${response.status}`);
    return (await response.json()) as Body;
  }

  async function mend(): Promise<void> {
    const { faults } = await call<State>('GET', 'state');
    for (const fault of faults.filter((one) => breakBehind(one) !== undefined)) {
      await call('DELETE', `faults/${fault.id}`);
    }
  }

  return {
    async visit() {
      const [state, { requests }] = await Promise.all([
        call<State>('GET', 'state'),
        call<{ requests: LoggedRequest[] }>('GET', 'requests'),
      ]);
      return latestVisit(state, requests);
    },
    async open(way) {
      await mend();
      const chosen = BREAKS.find(({ id }) => id === way);
      if (chosen) await call('POST', 'faults', chosen.fault);
      const free = sellerWithoutOutcome(await call<State>('GET', 'state'));
      const seller_id =
        free?.id ?? (await call<{ seller_id: string }>('POST', 'sellers', {})).seller_id;
      const order = { packet_id: SAMPLE_PACKET_ID, seller_id };
      const { url } = await call<{ url: string }>('POST', 'endlinks', order);
      return url;
    },
    mend,
  };
}

const isOfSample = ({ packet_id }: { packet_id: string }) => packet_id === SAMPLE_PACKET_ID;

const isDecided = ({ state }: SellersPacket) => state !== 'awaiting_outcome';

function latestVisit(state: State, requests: readonly LoggedRequest[]): Visit {
  const tokens = state.tokens.filter(isOfSample);
  const sellerId = tokens.at(-1)?.seller_id;
  const ofSeller = new Set(
    tokens.filter(({ seller_id }) => seller_id === sellerId).map(({ token }) => token),
  );
  const found = state.sellers_packets
    .filter(isOfSample)
    .find(({ seller_id }) => seller_id === sellerId);
  return {
    seller: state.sellers.find(({ id }) => id === sellerId),
    reward: state.packets.find(({ id }) => id === SAMPLE_PACKET_ID)?.reward ?? 0,
    outcome: found?.outcome ?? null,
    isDecided: found !== undefined && isDecided(found),
    isPaid: found?.paid ?? false,
    reports: requests.filter(
      ({ outcome, token }) => outcome !== null && token !== null && ofSeller.has(token),
    ),
    armed: state.faults.map(breakBehind).find((one) => one !== undefined),
  };
}

/** Returns a seller who can still answer: first the one who opened the survey last. */
function sellerWithoutOutcome(state: State): Seller | undefined {
  const decided = new Set(
    state.sellers_packets
      .filter(isOfSample)
      .filter(isDecided)
      .map(({ seller_id }) => seller_id),
  );
  const { seller } = latestVisit(state, []);
  return [...(seller ? [seller] : []), ...state.sellers].find(({ id }) => !decided.has(id));
}

/** Returns the failure of the sample that a fault of the sandbox stands for. */
const breakBehind = ({ kind, status, outcome }: State['faults'][number]) =>
  BREAKS.find(
    ({ fault }) => fault.kind === kind && fault.status === status && fault.outcome === outcome,
  );
