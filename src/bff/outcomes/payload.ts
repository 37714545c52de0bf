import type { Sealer } from '../grants/seal.ts';
import type { OutboxRow } from '../stores/outbox.ts';

/** Secret part of an outcome in the outbox. It is stored sealed. */
export interface OutcomePayload {
  /** The endlink token. `undefined` once the outcome is settled. */
  token?: string | undefined;
  /** The host's own reference of the interview. */
  reference?: string | undefined;
  /** First answer of the host about the outcome, if it was neither `true` nor `false`. JSON. */
  context?: unknown;
}

/** Returns the context in which the payload of a row is sealed. @param key of the row */
export const payloadContext = (key: string): string => `outbox:${key}`;

/** Seals the payload of a row that is to be delivered. */
export const sealPayload = (
  sealer: Sealer,
  payload: OutcomePayload,
  key: string,
): Promise<string> => sealer.seal(JSON.stringify(payload), payloadContext(key));

/**
 * Opens the payload of a row.
 *
 * @throws VaultError `configuration_error` if the key that sealed it is missing
 */
export async function readPayload(
  sealer: Sealer,
  { key, payload }: Pick<OutboxRow, 'key' | 'payload'>,
): Promise<OutcomePayload> {
  if (!payload) return {};
  return JSON.parse(await sealer.open(payload, payloadContext(key))) as OutcomePayload;
}

/** Seals what is kept of a payload once the outcome is settled. @returns an empty text if nothing is */
export const sealSettled = async (
  sealer: Sealer,
  { reference }: OutcomePayload,
  key: string,
): Promise<string> => (reference === undefined ? '' : sealPayload(sealer, { reference }, key));
