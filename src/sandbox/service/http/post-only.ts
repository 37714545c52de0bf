import type { Handler } from 'hono';
import type { ServiceEnvironment } from '../service-context.ts';
import { explain, quoted } from '../reasons.ts';
import { errorsReply, reply } from './reply.ts';
import type { ServiceContext } from '../service-context.ts';

/**
 * Creates a handler for every method but POST. It answers preflights if the switch `oauth_cors` is on, and refuses all other requests.
 *
 * @param section section of the interface that says what to send
 */
export const postOnly =
  (service: ServiceContext, section: string): Handler<ServiceEnvironment> =>
  ({ req, env }) => {
    if (req.method === 'OPTIONS' && service.behaviour.oauth_cors) {
      explain(env.entry, null, 'Answered the preflight of a page: it may call and read.', {
        switches: ['oauth_cors'],
      });
      return reply(204, null, {
        allow: 'POST, OPTIONS',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type',
      });
    }
    const origin = req.header('origin');
    const reason =
      req.method === 'OPTIONS'
        ? `a page${origin === undefined ? '' : ` of ${quoted(origin)}`} asked by a preflight whether it may call. Call from your server, or turn on the switch oauth_cors.`
        : `${req.method} is not allowed here. Send a POST, with JSON.`;
    // The interface says nothing about preflights.
    if (req.method === 'OPTIONS') {
      explain(env.entry, null, `Refused: ${reason}`, { switches: ['oauth_cors'] });
    } else explain(env.entry, section, `Refused: ${reason}`);
    return errorsReply(405, [`${req.method} is not allowed.`], { allow: 'POST' });
  };
