/** By which request something that works once was used, and when. */
export interface Use {
  /** Milliseconds since 1970. */
  atMs: number;
  /** Its number in the log of requests. */
  request: number;
}
