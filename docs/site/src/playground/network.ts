/** The way between the survey pages and the service. */
export interface Network {
  /** Whether the network is there at all. */
  isOnline: boolean;
  /** Loses the next request before it reaches the service. */
  isNextRequestLost: boolean;
  /** How long a request, and an answer, is on its way. */
  latencyMs: number;
}

/** What happened to a request on its way. */
export type NetworkEvent = 'not sent' | 'request lost' | 'answer lost' | 'given up';

/** A network on which everything arrives. */
export const createNetwork = (latencyMs = 0): Network => ({
  isOnline: true,
  isNextRequestLost: false,
  latencyMs,
});
