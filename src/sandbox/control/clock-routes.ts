import { Hono } from 'hono';
import { z } from 'zod/v4';
import { timestamp } from '../market/clock.ts';
import { errorsReply, jsonReply } from '../service/http/reply.ts';
import { mayBeMissing, readBody } from './control-body.ts';
import type { SandboxCore } from './core.ts';

const clockOrder = z
  .strictObject({
    advance_seconds: mayBeMissing(z.number().positive().max(1e9)),
    now: mayBeMissing(z.iso.datetime({ offset: true })),
    frozen: mayBeMissing(z.boolean()),
  })
  .refine((order) => Object.keys(order).length > 0, 'name advance_seconds, now or frozen')
  .refine(
    (order) => order.advance_seconds === undefined || order.now === undefined,
    'name advance_seconds or now, not both',
  );

/** Creates the routes that move and stop the clock. Time never goes back, so an expired token stays expired. */
export function clockRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  const { clock } = core;
  const view = () => ({
    now: timestamp(clock.nowMs()),
    advanced_seconds: clock.advancedSeconds(),
    frozen: clock.isFrozen(),
  });

  app.get('/clock', () => jsonReply(200, view()));

  app.post('/clock', async ({ req }) => {
    const order = await readBody(req.raw, clockOrder);
    if (order instanceof Response) return order;
    if (order.now !== undefined) {
      const ms = Date.parse(order.now) - clock.nowMs();
      if (ms < 0) {
        const message = `now: must not be before ${timestamp(clock.nowMs())}, the present time of the sandbox`;
        return errorsReply(400, [message]);
      }
      clock.advance(ms / 1000);
    }
    if (order.advance_seconds !== undefined) clock.advance(order.advance_seconds);
    if (order.frozen !== undefined) clock.setFrozen(order.frozen);
    core.changed('state');
    return jsonReply(200, view());
  });

  return app;
}
