import type { Handler } from 'hono';
import type { ServiceEnvironment } from '../context.ts';
import { errorsReply, reply } from './reply.ts';
import type { ServiceContext } from '../context.ts';

/** Answers whatever is no POST: a preflight where pages of other origins may call, else a refusal. */
export const postOnly =
  (service: ServiceContext): Handler<ServiceEnvironment> =>
  ({ req }) => {
    if (req.method === 'OPTIONS' && service.behaviour.oauth_cors) {
      return reply(204, null, {
        allow: 'POST, OPTIONS',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type',
      });
    }
    return errorsReply(405, [`${req.method} is not allowed.`], { allow: 'POST' });
  };
