/** The request that used something that works once, and its time. */
export interface Use {
  /** Milliseconds since 1970. */
  atMs: number;
  /** Its number in the log of requests. */
  request: number;
}
