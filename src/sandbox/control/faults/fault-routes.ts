import { Hono } from 'hono';
import { errorsReply, jsonReply } from '../../service/http/reply.ts';
import { readBody } from '../control-body.ts';
import type { SandboxCore } from '../core.ts';
import { faultOrder } from './faults.ts';

/** Creates the routes that add, list, remove and release faults. */
export function faultRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  const { faults } = core;

  app.get('/faults', () =>
    jsonReply(200, { faults: faults.waiting(), held_requests: faults.heldCount() }),
  );

  app.post('/faults', async ({ req }) => {
    const order = await readBody(req.raw, faultOrder);
    if (order instanceof Response) return order;
    const fault = faults.add(order);
    core.changed('state');
    return jsonReply(201, fault);
  });

  app.delete('/faults/:id', ({ req }) => {
    const removed = faults.remove(req.param('id'));
    if (!removed) return errorsReply(404, ['There is no such fault.']);
    core.changed('state');
    return jsonReply(200, removed);
  });

  app.delete('/faults', () => {
    const removed = faults.clear();
    const released = faults.release();
    core.changed('state');
    return jsonReply(200, { removed, released });
  });

  app.post('/faults/release', () => {
    const released = faults.release();
    core.changed('state');
    return jsonReply(200, { released });
  });

  return app;
}
