import { z } from 'zod/v4';
import { timestamp } from '../../market/clock.ts';
import type { EndlinkToken } from '../../market/market.ts';
import type { AuthorizationCode, TokenPair } from '../../market/oauth-records.ts';
import { OUTCOMES } from '../../service/endlink/endlink-calls.ts';
import { id, instant } from '../field-schemas.ts';

/** Schema of an endlink token. Like the others, it accepts unknown fields, since the sandbox writes more fields than it describes. */
export const endlinkTokenSchema = z.looseObject({
  packet_id: id,
  seller_id: id,
  token: id,
  interaction_id: id,
  issued_at: instant,
  expires_at: instant,
  used_for: z.enum(OUTCOMES).nullable(),
});

/** Returns an endlink token in the form of a scenario. */
export const endlinkTokenFields = ({ usedFor, ...token }: EndlinkToken) => ({
  ...withInstants(token),
  used_for: usedFor,
});

/** Returns the endlink token that a scenario describes. */
export const endlinkTokenOf = ({
  used_for,
  issued_at,
  expires_at,
  ...fields
}: z.output<typeof endlinkTokenSchema>): EndlinkToken => ({
  use: null,
  ...fields,
  ...timesOf(issued_at, expires_at),
  usedFor: used_for,
});

/** Schema of an authorization code. */
export const codeSchema = z.looseObject({
  code: id,
  client_id: id,
  seller_id: id,
  redirect_uri: z.string(),
  state: z.string(),
  code_challenge: z.string(),
  scope: z.string(),
  expires_at: instant,
  grant_id: z.string().nullable(),
});

/** Returns an authorization code in the form of a scenario. */
export const codeFields = ({ expiresAtMs, ...code }: AuthorizationCode) => ({
  ...code,
  expires_at: timestamp(expiresAtMs),
});

/** Returns the authorization code that a scenario describes. */
export const codeOf = ({
  expires_at,
  ...fields
}: z.output<typeof codeSchema>): AuthorizationCode => ({
  use: null,
  ...fields,
  expiresAtMs: Date.parse(expires_at),
});

/** Schema of a token pair. */
export const tokenPairSchema = z.looseObject({
  grant_id: id,
  client_id: id,
  seller_id: id,
  scope: z.string(),
  access_token: id,
  refresh_token: id,
  refreshed_from: z.string().nullable(),
  issued_at: instant,
  expires_at: instant,
  access_state: z.enum(['valid', 'revoked']),
  refresh_state: z.enum(['valid', 'used', 'revoked']),
});

/** Returns a token pair in the form of a scenario. */
export const tokenPairFields = (pair: TokenPair) => withInstants(pair);

/** Returns the token pair that a scenario describes. */
export const tokenPairOf = ({
  issued_at,
  expires_at,
  ...fields
}: z.output<typeof tokenPairSchema>): TokenPair => ({
  ...{ refreshUse: null, accessEnd: null, refreshEnd: null },
  ...fields,
  ...timesOf(issued_at, expires_at),
});

/** Replaces times in milliseconds by instants in ISO 8601. */
const withInstants = <T extends { issuedAtMs: number; expiresAtMs: number }>({
  issuedAtMs,
  expiresAtMs,
  ...others
}: T) => ({ ...others, issued_at: timestamp(issuedAtMs), expires_at: timestamp(expiresAtMs) });

const timesOf = (issuedAt: string, expiresAt: string) => ({
  issuedAtMs: Date.parse(issuedAt),
  expiresAtMs: Date.parse(expiresAt),
});
