import type { Outcome } from '../../../protocol/index.ts';
import type { SellersPacketState } from '../../market/sellers-packets.ts';
import type { LoggedRequest } from '../../core/request-log.ts';

/** Seller and packet of an endlink to open. */
export interface EndlinkStart {
  /** Default: the first packet that has an endlink. */
  packetId?: string | undefined;
  /** Default: the first seller. */
  sellerId?: string | undefined;
}

/** An endlink that a seller has opened. @see interface §2.5 */
export interface StartedEndlink {
  /** The landing URL with the token. */
  url: string;
  token: string;
  packetId: string;
  sellerId: string;
  interactionId: string;
}

/** A seller's packet that an outcome settled. @see interface §3.1 */
export interface SettledOutcome {
  outcome: Outcome;
  /** `published` after `complete`, else `filtered`. */
  state: SellersPacketState;
  packetId: string;
  sellerId: string;
  interactionId: string;
  /** In the sandbox's time. */
  decidedAt: Date;
}

/** A duration. The parts are added. */
export interface Duration {
  days?: number | undefined;
  hours?: number | undefined;
  minutes?: number | undefined;
  seconds?: number | undefined;
}

/** Conditions and number of the requests that a fault applies to. */
interface FaultTarget {
  /** Only reports of this outcome. Default: any request. */
  outcome?: Outcome | undefined;
  /** Only requests for this path, such as `/oauth/token`; `*` matches any characters. Default: any. */
  path?: string | undefined;
  /** Only requests with this method. Default: any. */
  method?: string | undefined;
  /** Only requests of this client. Default: any. */
  clientId?: string | undefined;
  /** Only requests about this seller. Default: any. */
  sellerId?: string | undefined;
  /** Number of requests; `null`: until it is removed. Default: 1, and `null` with a `rate` below 1. */
  times?: number | null | undefined;
  /** Share of the matching requests that it applies to, 0 to 1. Default: 1. */
  rate?: number | undefined;
  /** Milliseconds to wait before the answer. Default: 0. */
  delayMs?: number | undefined;
  /** Lets the service handle the request before the fault. Default: `false`, but `true` for `cut`. */
  processed?: boolean | undefined;
}

/** A deliberate failure of matching requests. */
export type FaultOptions = FaultTarget &
  (
    | {
        /** The request is answered with `status`. */
        kind: 'status';
        /** 200 to 599. */
        status: number;
        headers?: Record<string, string> | undefined;
        /** Text, or an object that becomes JSON. Default: an error in the form of the interface. */
        body?: string | Record<string, unknown> | undefined;
      }
    | {
        /**
         * `drop`: the connection is cut without a response. `hold`: the request waits for `releaseRequests()`. `cut`: the response ends in the middle of
         * its body. `loop`: the request is redirected to its own address. `delay`: the response comes `delayMs` late.
         */
        kind: 'drop' | 'hold' | 'cut' | 'loop' | 'delay';
      }
  );

/** An active fault. */
export interface ActiveFault {
  id: string;
  /** Removes the fault. Does nothing if it is gone. */
  remove(): Promise<void>;
}

/** Conditions on requests of the log. All must hold. */
export interface RequestFilter {
  /** Requests with a greater {@link SandboxRequest.number}. */
  after?: number | undefined;
  method?: string | undefined;
  /** The whole path, or an expression that it matches. */
  path?: string | RegExp | undefined;
  status?: number | undefined;
  token?: string | undefined;
  outcome?: Outcome | undefined;
  packetId?: string | undefined;
  sellerId?: string | undefined;
  clientId?: string | undefined;
}

/** A request that reached the service. */
export interface SandboxRequest {
  /** Counts from 1. */
  number: number;
  /** In the sandbox's time: ISO 8601 in UTC. */
  at: string;
  method: string;
  path: string;
  /** Without the question mark. */
  query: string;
  headers: Record<string, string>;
  /** `null` if it sent nothing. At most 16,384 characters. */
  body: string | null;
  isBodyTruncated: boolean;
  /** `null` until it is answered; `0` if the connection was cut. */
  status: number | null;
  /** `null` until it is answered, and if the connection was cut. */
  response: {
    status: number;
    headers: Record<string, string>;
    body: string | null;
    isBodyTruncated: boolean;
  } | null;
  /** The fault that applied to it. */
  fault: { id: string; kind: string } | null;
  /** The reason for the response, in one sentence. */
  reason: string | null;
  /** Section of the interface, such as `3.2`. */
  section: string | null;
  /** Numbers of the earlier requests that led to the response. */
  causes: readonly number[];
  /** Names of the switches that the reason names. */
  switches: LoggedRequest['switches'];
  token: string | null;
  outcome: Outcome | null;
  /** `true` if this request consumed the token. */
  spent: boolean;
  packetId: string | null;
  sellerId: string | null;
  interactionId: string | null;
  clientId: string | null;
  /** A script of a page, a browser that opens a page, one that prefetches it, or a program. */
  sender: LoggedRequest['sender'];
  userAgent: string | null;
  /** Number of the request that it repeats, since a person sent that one again from the log. */
  repeats: number | null;
}

/** Conditions on pushes. All must hold. */
export interface PushFilter {
  packetId?: string | undefined;
  sellerId?: string | undefined;
  clientId?: string | undefined;
}

/** A push that the service accepted. @see interface §4.3 */
export interface SandboxPush {
  packetId: string;
  sellerId: string;
  clientId: string;
  /** By question, as they were sent; `null` if the request was longer than the 16,384 characters that the log keeps. */
  answers: Record<string, string | null> | null;
  /** In the sandbox's time: ISO 8601 in UTC. */
  at: string;
  /** Number of the request in the log. */
  requestNumber: number;
}

/** A client to add. */
export interface NewClient {
  /** Default: the next free id. */
  clientId?: string | undefined;
  /** Default: a random one. */
  clientSecret?: string | undefined;
  name?: string | undefined;
  redirectUri: string;
}

/** A client that was added. */
export interface AddedClient {
  clientId: string;
  clientSecret: string;
  name: string;
  redirectUri: string;
}

/** A question of a packet: the name of a text question, or a whole question. @see interface §1.4 §2.4 */
export type NewQuestion =
  | string
  | { name: string; answerType?: 'text' | undefined }
  | {
      /** Default: `endlink`. */
      name?: string | undefined;
      answerType: 'endlink';
      endlinkUrl: string;
    };

/** A packet to add. It needs an endlink, or a client and questions. */
export interface NewPacket {
  id?: string | undefined;
  name?: string | undefined;
  /** The client that may push into it. Default: none. */
  clientId?: string | undefined;
  /** Short for one question with an endlink. */
  endlinkUrl?: string | undefined;
  questions?: readonly NewQuestion[] | undefined;
  /** Pay of a seller. Default: 1 with an endlink, 0 without. */
  reward?: number | undefined;
}

/** State of a packet for a seller. @see interface §3.1 */
export interface SandboxSellersPacket {
  /** Id in the response to a push, and interaction id of an endlink. */
  id: string;
  state: SellersPacketState;
  outcome: Outcome | null;
  isPaid: boolean;
  /** Pushed answers by question. */
  answers: Record<string, string | null>;
}

/** A consent to give or to refuse. */
export interface AuthorizationOrder {
  /** Authorization URL to which your backend sends the browser: absolute, or the path with its query. */
  authorizeUrl: string;
  /** Default: the first seller. */
  sellerId?: string | undefined;
  /** Default: `allow`. */
  decision?: 'allow' | 'deny' | undefined;
}

/** Client and seller of the tokens to issue. */
export interface ConnectionOrder {
  /** Default: the first client. */
  clientId?: string | undefined;
  /** Default: the first seller. */
  sellerId?: string | undefined;
}

/** A token pair. @see interface §2.2 */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  scope: string;
  expiresInSeconds: number;
}
