import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod/v4';
import { behaviourUpdate } from '../service/behaviour/behaviour.ts';
import { timestamp } from '../market/clock.ts';
import { known, mayBeMissing, readBody } from './control-body.ts';
import { faultOrder } from './faults.ts';
import { openEndlink } from '../service/endlink/open-endlink.ts';
import { packetOrder } from './buyer-orders.ts';
import { errorsReply, jsonReply, reply } from '../service/http/reply.ts';
import type { SandboxCore } from './core.ts';
import { oauthControlRoutes } from './oauth-control-routes.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import { stateView } from './state-view.ts';
import { endlinkPacket } from '../market/market.ts';

const resetOrder = z.strictObject({ keep_packets: z.boolean().default(false) });

const clockOrder = z.strictObject({ advance_seconds: z.number().positive().max(1e9) });

const sellerOrder = z.strictObject({ name: mayBeMissing(z.string().min(1)) });

/** The calls below `/sandbox` by which tests and tools steer the sandbox. */
export function controlRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  const endlinkOrder = z.strictObject({
    packet_id: known((id) => endlinkPacket(core.market(), id), 'no such packet'),
    seller_id: known((id) => core.market().sellers.get(id), 'no such seller'),
  });

  app.use(ownSiteOnly);
  app.route('/', oauthControlRoutes(core));
  app.route('/', scenarioRoutes(core));

  app.get('/state', () => jsonReply(200, stateView(core)));

  app.get('/requests', () => jsonReply(200, { requests: core.log.entries() }));

  app.get('/events', () =>
    reply(200, core.events.stream(), { 'content-type': 'text/event-stream' }),
  );

  app.post('/reset', async ({ req }) => {
    const order = await readBody(req.raw, resetOrder);
    if (order instanceof Response) return order;
    core.reset(order.keep_packets);
    return jsonReply(200, stateView(core));
  });

  app.post('/clock', async ({ req }) => {
    const order = await readBody(req.raw, clockOrder);
    if (order instanceof Response) return order;
    const { clock } = core;
    clock.advance(order.advance_seconds);
    core.changed('state');
    const now = timestamp(clock.nowMs());
    return jsonReply(200, { now, advanced_seconds: clock.advancedSeconds() });
  });

  app.post('/behaviour', async ({ req }) => {
    const update = await readBody(req.raw, behaviourUpdate);
    if (update instanceof Response) return update;
    core.setBehaviour(update);
    return jsonReply(200, core.behaviour);
  });

  app.post('/packets', async ({ req }) => {
    const order = await readBody(req.raw, packetOrder(core));
    if (order instanceof Response) return order;
    const { id, ...fields } = core.addPacket(order);
    return jsonReply(201, { packet_id: id, ...fields });
  });

  app.post('/sellers', async ({ req }) => {
    const order = await readBody(req.raw, sellerOrder);
    if (order instanceof Response) return order;
    const { id, ...fields } = core.addSeller(order);
    return jsonReply(201, { seller_id: id, ...fields });
  });

  app.post('/endlinks', async ({ req }) => {
    const order = await readBody(req.raw, endlinkOrder);
    if (order instanceof Response) return order;
    return jsonReply(201, openEndlink(core, order.packet_id, order.seller_id));
  });

  app.post('/faults', async ({ req }) => {
    const order = await readBody(req.raw, faultOrder);
    if (order instanceof Response) return order;
    const fault = core.faults.add(order);
    core.changed('state');
    return jsonReply(201, fault);
  });

  app.delete('/faults', () => {
    const removed = core.faults.clear();
    const released = core.faults.release();
    core.changed('state');
    return jsonReply(200, { removed, released });
  });

  app.post('/faults/release', () => {
    const released = core.faults.release();
    core.changed('state');
    return jsonReply(200, { released });
  });

  return app;
}

/** A page of another site must not steer the sandbox behind its user's back; a form needs no CORS to try. */
const ownSiteOnly: MiddlewareHandler = ({ req }, next) => {
  const isForeign = req.header('sec-fetch-site') === 'cross-site';
  if (isForeign && req.method !== 'GET') {
    return Promise.resolve(errorsReply(403, ['Not from another site.']));
  }
  return next();
};
