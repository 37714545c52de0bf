/** What a row of the outbox keeps of an outcome. It is stored sealed. */
export interface OutcomePayload {
  /** The endlink token. `undefined` once the outcome is settled. */
  token?: string | undefined;
  /** The buyer's own word for the interview. */
  reference?: string | undefined;
  /** What the host returned when it was first asked about the outcome, and gave no answer. JSON. */
  context?: unknown;
}

/** Returns the context in which the payload of a row is sealed. @param key of the row */
export const payloadContext = (key: string): string => `outbox:${key}`;
