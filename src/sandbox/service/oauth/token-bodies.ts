import { z } from 'zod/v4';

/** "All strings": an empty one is as good as none. */
const field = z.string().min(1);

/** What both grants send beside their own. @see interface §4.2 */
const client = { client_secret: field, client_id: field, redirect_uri: field };

/** Body of a token request with a code. Fields that the interface does not name are passed over. @see interface §4.2 */
export const codeBody = z.object({
  grant_type: z.literal('authorization_code'),
  ...{ code: field, code_verifier: field, state: field },
  ...client,
});

/** Body of a token request with a refresh token. @see interface §4.2 */
export const refreshBody = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: field,
  ...client,
});
