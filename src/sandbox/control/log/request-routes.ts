import { Hono } from 'hono';
import { z } from 'zod/v4';
import { errorsReply, jsonReply } from '../../service/http/reply.ts';
import { mistakesOf } from '../control-body.ts';
import type { SandboxCore } from '../core.ts';

const count = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

const logQuery = z.object({ after: count.default(0), limit: count.optional() });

/** Creates the routes that read and clear the log of requests. */
export function requestRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  app.get('/requests', ({ req }) => {
    const { data, error } = logQuery.safeParse(req.query());
    if (error) return errorsReply(400, mistakesOf(error));
    return jsonReply(200, { requests: core.log.onlyAfter(data.after, data.limit) });
  });

  app.delete('/requests', () => {
    const removed = core.log.entries().length;
    core.log.clear();
    core.changed('log');
    return jsonReply(200, { removed });
  });

  return app;
}
