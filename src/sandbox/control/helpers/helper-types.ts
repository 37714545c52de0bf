import type { Outcome } from '../../../protocol/index.ts';
import type { SellersPacketState } from '../../market/sellers-packets.ts';
import type { LoggedRequest } from '../log/request-log.ts';

/** Who opens which packet. */
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

/** How a seller's packet was settled. @see interface §3.1 */
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

/** A length of time. The parts are added. */
export interface Duration {
  days?: number | undefined;
  hours?: number | undefined;
  minutes?: number | undefined;
  seconds?: number | undefined;
}

/** Which requests a fault hits, and how often. */
interface FaultTarget {
  /** Reports of this outcome alone. Default: any request. */
  outcome?: Outcome | undefined;
  /** Requests for this path alone, such as `/oauth/token`; `*` stands for any characters. Default: any. */
  path?: string | undefined;
  /** Requests with this method alone. Default: any. */
  method?: string | undefined;
  /** Requests of this client alone. Default: any. */
  clientId?: string | undefined;
  /** Requests about this seller alone. Default: any. */
  sellerId?: string | undefined;
  /** Number of requests; `null`: until it is removed. Default: 1, and `null` with a `rate` below 1. */
  times?: number | null | undefined;
  /** Share of the matching requests that it hits, 0 to 1. Default: 1. */
  rate?: number | undefined;
  /** Milliseconds to wait before the answer. Default: 0. */
  delayMs?: number | undefined;
  /** Whether the service handles the request before it goes wrong. Default: `false`, but `true` for `cut`. */
  processed?: boolean | undefined;
}

/** Something that goes wrong on purpose. */
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
         * `drop`: the connection is cut without an answer. `hold`: the request waits for `releaseRequests()`. `cut`: the answer breaks off in the middle.
         * `loop`: the request is redirected to its own address. `delay`: the answer comes `delayMs` late.
         */
        kind: 'drop' | 'hold' | 'cut' | 'loop' | 'delay';
      }
  );

/** A fault that waits for its requests. */
export interface ActiveFault {
  id: string;
  /** Removes it. Does nothing once it is gone. */
  remove(): Promise<void>;
}

/** Which requests of the log. All conditions must hold. */
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
  /** The fault that hit it. */
  fault: { id: string; kind: string } | null;
  /** Why it was answered so, in one sentence. */
  reason: string | null;
  /** Section of the interface, such as `3.2`. */
  section: string | null;
  token: string | null;
  outcome: Outcome | null;
  /** Whether this request used up the token. */
  spent: boolean;
  packetId: string | null;
  sellerId: string | null;
  interactionId: string | null;
  clientId: string | null;
  /** A script of a page, a browser that opens a page, one that prefetches it, or a program. */
  sender: LoggedRequest['sender'];
  userAgent: string | null;
}

/** Which pushes. All conditions must hold. */
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
  /** By question, as they were sent; `null` where the request was longer than the 16,384 characters that the log keeps. */
  answers: Record<string, string | null> | null;
  /** In the sandbox's time: ISO 8601 in UTC. */
  at: string;
  /** Of the request in the log. */
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

/** A question of a packet: the name of one that is answered with a text, or all of it. @see interface §1.4 §2.4 */
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
  /** What a seller is paid. Default: 1 with an endlink, 0 without. */
  reward?: number | undefined;
}

/** How a packet stands for a seller. @see interface §3.1 */
export interface SandboxSellersPacket {
  /** What a push answers with, and the interaction id of an endlink. */
  id: string;
  state: SellersPacketState;
  outcome: Outcome | null;
  isPaid: boolean;
  /** What was pushed, by question. */
  answers: Record<string, string | null>;
}

/** A consent to give or to refuse. */
export interface AuthorizationOrder {
  /** Where your backend sends the browser: absolute, or the path with its query. */
  authorizeUrl: string;
  /** Default: the first seller. */
  sellerId?: string | undefined;
  /** Default: `allow`. */
  decision?: 'allow' | 'deny' | undefined;
}

/** Whose tokens to issue. */
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
