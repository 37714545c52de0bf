import { addClient, addPacket, addSeller } from '../../actions/buyer-acts.ts';
import { resultOf } from '../../actions/refused.ts';
import { authorize, open } from '../../actions/seller-acts.ts';
import {
  addFault,
  clearFaults,
  releaseRequests,
  removeFault,
  reset,
  setBehaviour,
  setClock,
  setReplies,
} from '../../actions/tester-acts.ts';
import type { Replies, RepliesUpdate } from '../../service/behaviour/reply-table.ts';
import type { Behaviour } from '../../service/behaviour/switch-table.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../../service/oauth/access-token.ts';
import { issueFirstPair } from '../../service/oauth/issued-tokens.ts';
import { findSeller } from '../../service/magic-sellers.ts';
import { endlinkPacket, pairKey } from '../../market/market.ts';
import { endlinkOf } from '../../market/packets.ts';
import type { SellersPacket } from '../../market/sellers-packets.ts';
import type { SandboxCore } from '../../core/core.ts';
import { jsonCopy } from '../../core/field-schemas.ts';
import type {
  ActiveFault,
  AddedClient,
  AuthorizationOrder,
  ConnectionOrder,
  Duration,
  EndlinkStart,
  FaultOptions,
  IssuedTokens,
  NewClient,
  NewPacket,
  NewQuestion,
  PushFilter,
  RequestFilter,
  SandboxPush,
  SandboxRequest,
  SandboxSellersPacket,
  SettledOutcome,
  StartedEndlink,
} from './helper-types.ts';
import { pushesThatFit, requestsThatFit } from './traffic.ts';
import { waitForOutcome } from './wait-for-outcome.ts';
import type { OutcomeSubject } from './wait-for-outcome.ts';

/** Helpers that tests call without HTTP. Each call rejects with an `Error` whose message says what is wrong with its parameters. */
export interface SandboxHelpers {
  /** Opens an endlink as a seller, and issues a token. @throws Error if there is no such packet or seller, or if the packet is settled for this seller */
  startEndlink(start?: EndlinkStart): Promise<StartedEndlink>;
  /**
   * Waits until the packet of a token or of an interaction is settled by an outcome.
   *
   * @param options `timeoutMs`: milliseconds of real time. Default: 20,000
   * @throws Error with the requests that reached the service instead: after `timeoutMs`, and as soon as the hour of the token has passed
   */
  waitForOutcome(
    subject: OutcomeSubject,
    options?: { timeoutMs?: number | undefined },
  ): Promise<SettledOutcome>;
  /** Returns the state of a packet for a seller. `undefined`: the seller has not opened it, and nothing was pushed. */
  sellersPacket(pair?: EndlinkStart): Promise<SandboxSellersPacket | undefined>;
  /** Returns the pushes that the service accepted, oldest first. */
  pushes(filter?: PushFilter): Promise<SandboxPush[]>;
  /** Returns the answers in a seller's vault by question. `undefined`: nothing was pushed into this packet. */
  answers(pair: {
    packetId: string;
    sellerId?: string | undefined;
  }): Promise<Record<string, string | null> | undefined>;
  /** Returns the requests that reached the service, oldest first. */
  requests(filter?: RequestFilter): Promise<SandboxRequest[]>;
  /** Moves the sandbox's clock forward without waiting, so that tokens expire. @returns the sandbox's time afterwards */
  advance(duration: Duration): Promise<Date>;
  /** Adds a fault for the next matching requests. */
  fail(fault: FaultOptions): Promise<ActiveFault>;
  /** Removes all faults, and continues the requests that they hold. */
  clearFaults(): Promise<void>;
  /** Continues the requests that faults of the kind `hold` hold. @returns their number */
  releaseRequests(): Promise<number>;
  /** Changes some of the switches. @returns all switches */
  setBehaviour(update: Partial<Behaviour>): Promise<Behaviour>;
  /** Changes parts of some replies. @returns all replies */
  setReplies(update: RepliesUpdate): Promise<Replies>;
  /** Adds a client as a buyer. @throws Error if its id is taken */
  addClient(client: NewClient): Promise<AddedClient>;
  /** Adds a packet as a buyer. @throws Error if its id is taken or its client does not exist */
  addPacket(packet: NewPacket): Promise<{ packetId: string }>;
  /** Adds a seller with an empty vault. @throws Error if the id is taken */
  addSeller(seller?: {
    id?: string | undefined;
    name?: string | undefined;
  }): Promise<{ sellerId: string }>;
  /**
   * Answers the consent page as a seller, without a browser.
   *
   * @returns the redirect to your callback, with a code or an error
   * @throws Error if the address does not lead to the authorization page of a client
   */
  authorize(order: AuthorizationOrder): Promise<{ location: string }>;
  /** Gives a client the tokens of a seller who has consented, without the authorization code flow. */
  connect(order?: ConnectionOrder): Promise<IssuedTokens>;
  /** Resets records, time, switches, faults and log to the initial state. With `keepPackets`, keeps clients, packets and sellers. Default: `false`. */
  reset(options?: { keepPackets?: boolean | undefined }): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 20_000;

/** Address that the path of an authorization page is relative to. */
const OWN_URL = 'http://127.0.0.1/';

/** Creates the helpers of a sandbox. */
export function createHelpers(core: SandboxCore): SandboxHelpers {
  const sellerOf = (id?: string) => {
    const market = core.market();
    const seller = id === undefined ? market.sellers.values().next().value : findSeller(market, id);
    return seller ?? missing('seller', id);
  };
  const packetOf = (id: string) => core.market().packets.get(id) ?? missing('packet', id);
  const endlinkPacketOf = (id?: string) => {
    const market = core.market();
    const packet =
      id === undefined ? [...market.packets.values()].find(endlinkOf) : endlinkPacket(market, id);
    return packet ?? missing('packet with an endlink', id);
  };

  const helpers: SandboxHelpers = {
    startEndlink: asynchronous(({ packetId, sellerId }: EndlinkStart = {}) => {
      const packet_id = endlinkPacketOf(packetId).id;
      const seller_id = sellerOf(sellerId).id;
      const { url, token, interaction_id } = resultOf(open(core, { packet_id, seller_id }));
      return {
        url,
        token,
        packetId: packet_id,
        sellerId: seller_id,
        interactionId: interaction_id,
      };
    }),

    waitForOutcome: (subject, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}) =>
      waitForOutcome(core, subject, timeoutMs),

    sellersPacket: asynchronous(({ packetId, sellerId }: EndlinkStart = {}) => {
      const packet = packetId === undefined ? endlinkPacketOf() : packetOf(packetId);
      const key = pairKey(sellerOf(sellerId).id, packet.id);
      const found = core.market().sellersPackets.get(key);
      if (!found) return undefined;
      const { id, state, outcome, isPaid } = found;
      return { id, state, outcome, isPaid, answers: answersIn(found) };
    }),

    pushes: asynchronous((filter: PushFilter = {}) => pushesThatFit(core, filter)),

    answers: asynchronous(
      ({ packetId, sellerId }: { packetId: string; sellerId?: string | undefined }) => {
        const key = pairKey(sellerOf(sellerId).id, packetId);
        const found = core.market().sellersPackets.get(key);
        return found && found.pushedAtMs !== null ? answersIn(found) : undefined;
      },
    ),

    requests: asynchronous((filter: RequestFilter = {}) => requestsThatFit(core, filter)),

    advance: asynchronous(({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration) => {
      const advance_seconds = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
      return new Date(resultOf(setClock(core, { advance_seconds })).now);
    }),

    fail: asynchronous((fault: FaultOptions) => {
      const { id } = resultOf(addFault(core, jsonCopy(toSnakeCase(fault))));
      return { id, remove: asynchronous(() => void removeFault(core, id)) };
    }),

    clearFaults: asynchronous(() => void clearFaults(core)),

    releaseRequests: asynchronous(() => releaseRequests(core).released),

    setBehaviour: asynchronous((update: Partial<Behaviour>) =>
      jsonCopy(resultOf(setBehaviour(core, jsonCopy(update)))),
    ),

    setReplies: asynchronous((update: RepliesUpdate) =>
      jsonCopy(resultOf(setReplies(core, jsonCopy(update)))),
    ),

    addClient: asynchronous((client: NewClient) => {
      const { client_id, client_secret, name, redirect_uri } = resultOf(
        addClient(core, toSnakeCase(client)),
      );
      return { clientId: client_id, clientSecret: client_secret, name, redirectUri: redirect_uri };
    }),

    addPacket: asynchronous(({ id, ...packet }: NewPacket) => {
      assertFree('packet', core.market().packets, id);
      const { questions, ...others } = packet;
      const fields = {
        ...toSnakeCase(others),
        ...(questions && { questions: questions.map(questionFields) }),
      };
      return { packetId: resultOf(addPacket(core, fields, id)).id };
    }),

    addSeller: asynchronous(
      ({ id, ...seller }: { id?: string | undefined; name?: string | undefined } = {}) => {
        assertFree('seller', core.market().sellers, id);
        return { sellerId: resultOf(addSeller(core, toSnakeCase(seller), id)).id };
      },
    ),

    authorize: asynchronous(({ authorizeUrl, sellerId, decision }: AuthorizationOrder) => {
      const seller_id = sellerOf(sellerId).id;
      const order = toSnakeCase({ authorizeUrl, seller_id, decision });
      return resultOf(authorize(core, order, OWN_URL));
    }),

    async connect({ clientId, sellerId } = {}) {
      const { clients } = core.market();
      const client = clientId === undefined ? clients.values().next().value : clients.get(clientId);
      const { client_id } = client ?? missing('client', clientId);
      const pair = await issueFirstPair(core, { client_id, seller_id: sellerOf(sellerId).id });
      return {
        accessToken: pair.access_token,
        refreshToken: pair.refresh_token,
        scope: pair.scope,
        expiresInSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
      };
    },

    reset: asynchronous(({ keepPackets }: { keepPackets?: boolean | undefined } = {}) => {
      resultOf(reset(core, toSnakeCase({ keepPackets })));
    }),
  };
  return helpers;
}

/** Makes a function asynchronous, so that an error becomes a rejection. */
const asynchronous =
  <Parameters extends unknown[], Result>(work: (...parameters: Parameters) => Result) =>
  // eslint-disable-next-line @typescript-eslint/require-await -- It is `async` for the rejection.
  async (...parameters: Parameters): Promise<Result> =>
    work(...parameters);

/** Returns a question in the form of the control routes. */
const questionFields = (question: NewQuestion) =>
  typeof question === 'string' ? question : toSnakeCase(question);

/** Returns the pushed answers by question. */
const answersIn = ({ answers }: SellersPacket): Record<string, string | null> =>
  Object.fromEntries([...answers].map(([question, { answer }]) => [question, answer]));

/** Changes the names of an object's own properties from camelCase to snake_case. Leaves out what is `undefined`. */
function toSnakeCase(options: object): Record<string, unknown> {
  const named = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    named.map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

function missing(kind: string, id: string | undefined): never {
  throw new Error(id === undefined ? `There is no ${kind}.` : `There is no ${kind} "${id}".`);
}

function assertFree(kind: string, taken: ReadonlyMap<string, unknown>, id?: string): void {
  if (id !== undefined && taken.has(id)) throw new Error(`The ${kind} "${id}" exists already.`);
}
