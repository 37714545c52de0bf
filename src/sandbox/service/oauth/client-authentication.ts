import { z } from 'zod/v4';
import type { ServiceContext } from '../service-context.ts';
import { quoted } from '../reasons.ts';
import type { Refusal } from '../http/refusal.ts';

/** Schema of a field of a token request: a string that is not empty. @see interface §4.2 */
export const tokenField = z.string().min(1);

/** Fields that identify the client with both grants. @see interface §4.2 */
export const clientFields = {
  client_secret: tokenField,
  client_id: tokenField,
  redirect_uri: tokenField,
};

/** Authenticates the client. Call it before looking up codes and tokens, so that strangers learn nothing about them. @see interface §5.1 */
export function mistakeOfClient(
  service: ServiceContext,
  order: Record<keyof typeof clientFields, string>,
): Refusal | undefined {
  const client = service.market().clients.get(order.client_id);
  if (client?.client_secret !== order.client_secret) {
    const explanation = client
      ? `the client_secret is not the one of client ${client.client_id}. If it was rotated or lost, rotate it on the page Buyer for another.`
      : `there is no client ${quoted(order.client_id)}. It was never created, or it was deleted: the page Buyer has the clients.`;
    const messages = ['client_id and client_secret do not belong together.'];
    return { reason: 'invalid_client', messages, section: '5.1', explanation };
  }
  if (client.redirect_uri !== order.redirect_uri) {
    const explanation = `the redirect_uri is ${quoted(order.redirect_uri)} and client ${client.client_id} has ${quoted(client.redirect_uri)}. Both must be exactly the same.`;
    const messages = ['redirect_uri is not the one in the settings of the client.'];
    return { reason: 'invalid_grant', messages, section: '2.1', explanation };
  }
  return undefined;
}

/** Creates the refusal of a code or a refresh token. @param explanation for the log only. @param causes the requests that ended it */
export const invalidGrant = (
  message: string,
  explanation: string,
  { section = '3.2', causes = [] }: Partial<Pick<Refusal, 'section' | 'causes'>> = {},
): Refusal => ({ reason: 'invalid_grant', messages: [message], section, explanation, causes });

/** Creates the refusal of a malformed token request. @param explanation for the log only. Default: the message */
export const invalidRequest = (message: string, explanation?: string): Refusal => ({
  ...{ reason: 'invalid_request', messages: [message], section: '4.2' },
  ...(explanation !== undefined && { explanation }),
});
