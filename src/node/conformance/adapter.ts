/** An OAuth client of the service under test. @see interface §2.1 */
export interface ConformanceClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** Two different users of the service, chosen by the adapter. */
export type ConformanceSeller = 'first' | 'second';

/** A click of a seller on an endlink. The suite gives the same object back to `readSellersPacket`, so you may add fields of your own. */
export interface StartedEndlink {
  /** The address that the seller's browser is sent to. @see interface §2.5 */
  location: string;
}

/** A seller's packet as its seller sees it. @see interface §3.1 */
export interface ObservedSellersPacket {
  state: 'awaiting_outcome' | 'published' | 'filtered' | 'failed';
  /** Whether the seller is paid for the packet. */
  paid: boolean;
}

/**
 * What the interface does not offer to buyers, and the suite needs. Every function is optional. A rule that needs a missing one is reported as
 * "not tested".
 */
export interface ConformanceAdapter {
  /** Creates an OAuth client. @see interface §1.1 */
  createClient?(order: { redirectUri: string }): Promise<ConformanceClient>;
  /** Creates a packet from this client. @see interface §1.1 */
  createPacket?(order: {
    client: ConformanceClient;
    questions: readonly string[];
  }): Promise<{ packetId: string }>;
  /**
   * Opens the authorization page and allows access, as this seller.
   *
   * @returns the address that the browser is redirected to
   * @see interface §4.1
   */
  authorize?(order: {
    client: ConformanceClient;
    seller: ConformanceSeller;
    state: string;
    codeVerifier: string;
  }): Promise<{ location: string }>;
  /** Reads from a seller's vault what was pushed into a packet. `null` is a question without an answer. @see interface §2.4 */
  readAnswers?(order: {
    packetId: string;
    seller: ConformanceSeller;
  }): Promise<Record<string, string | null>>;
  /** Creates a packet whose endlink has this URL, and opens it as this seller. @see interface §2.5 */
  startEndlink?(order: { endlinkUrl: string; seller: ConformanceSeller }): Promise<StartedEndlink>;
  /** Reads the state of the packet of an endlink. @see interface §3.1 */
  readSellersPacket?(endlink: StartedEndlink): Promise<ObservedSellersPacket>;
  /** Moves the clock of the service forward. @see interface §8 */
  advanceSeconds?(seconds: number): Promise<void>;
  /** Called once after the last rule. */
  close?(): Promise<void>;
}

/** What an adapter is made of. */
export interface AdapterContext {
  /** The base URL of the command, without a slash at its end. */
  baseUrl: string;
  fetch: typeof fetch;
}

/** The names of all functions of an adapter. */
export const ADAPTER_FUNCTIONS = [
  'createClient',
  'createPacket',
  'authorize',
  'readAnswers',
  'startEndlink',
  'readSellersPacket',
  'advanceSeconds',
  'close',
] as const satisfies readonly (keyof ConformanceAdapter)[];
