import type { Handler } from 'hono';
import type { ServiceEnvironment } from '../context.ts';
import { explain } from '../reasons.ts';
import { errorsReply, reply } from './reply.ts';
import type { ServiceContext } from '../context.ts';

/** Answers whatever is no POST: a preflight where pages of other origins may call, else a refusal. */
export const postOnly =
  (service: ServiceContext): Handler<ServiceEnvironment> =>
  ({ req, env }) => {
    if (req.method === 'OPTIONS' && service.behaviour.oauth_cors) {
      explain(env.entry, '4', 'Answered the preflight of a page: it may call and read.');
      return reply(204, null, {
        allow: 'POST, OPTIONS',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type',
      });
    }
    const preflight = req.method === 'OPTIONS' ? ' Pages may not call: oauth_cors is off.' : '';
    explain(env.entry, '4', `Refused: ${req.method} is not allowed here, only POST.${preflight}`);
    return errorsReply(405, [`${req.method} is not allowed.`], { allow: 'POST' });
  };
