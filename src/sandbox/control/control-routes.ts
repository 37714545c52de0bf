import { Hono } from 'hono';
import { z } from 'zod/v4';
import { behaviourUpdate, switchList } from '../service/behaviour/switches.ts';
import { repliesUpdate, replyList } from '../service/behaviour/replies.ts';
import { recordById, readBody } from './control-body.ts';
import { findSeller } from '../service/magic-sellers.ts';
import { mistakeInOpening, openEndlink } from '../service/endlink/open-endlink.ts';
import { errorsReply, jsonReply, reply } from '../service/http/reply.ts';
import type { SandboxCore } from './core.ts';
import { buyerRoutes } from './buyer/buyer-routes.ts';
import { clockRoutes } from './clock-routes.ts';
import { faultRoutes } from './faults/fault-routes.ts';
import { oauthControlRoutes } from './oauth-control-routes.ts';
import { openApiDocument } from './openapi/document.ts';
import { scenarioRoutes } from './scenario/scenario-routes.ts';
import { requestRoutes } from './log/request-routes.ts';
import { stateView } from './scenario/state-view.ts';
import { endlinkPacket } from '../market/market.ts';

const resetOrder = z.strictObject({ keep_packets: z.boolean().default(false) });

/** Creates the routes below `/sandbox` by which tests and tools steer the sandbox. */
export function controlRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  const endlinkOrder = z.strictObject({
    packet_id: recordById((id) => endlinkPacket(core.market(), id), 'no such packet'),
    seller_id: recordById((id) => findSeller(core.market(), id), 'no such seller'),
  });

  app.route('/', buyerRoutes(core));
  app.route('/', oauthControlRoutes(core));
  app.route('/', scenarioRoutes(core));
  app.route('/', requestRoutes(core));
  app.route('/', faultRoutes(core));
  app.route('/', clockRoutes(core));

  app.get('/openapi.json', ({ req }) => jsonReply(200, openApiDocument(core.baseUrl(req.url))));

  app.get('/state', () => jsonReply(200, stateView(core)));

  app.get('/events', () =>
    reply(200, core.events.stream(), {
      'content-type': 'text/event-stream',
      // Without this header, nginx holds the events back until they fill a buffer. @see https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
      'x-accel-buffering': 'no',
    }),
  );

  app.post('/reset', async ({ req }) => {
    const order = await readBody(req.raw, resetOrder);
    if (order instanceof Response) return order;
    core.reset(order.keep_packets);
    return jsonReply(200, stateView(core));
  });

  app.get('/behaviour', () => jsonReply(200, { switches: switchList(core.behaviour) }));

  app.post('/behaviour', async ({ req }) => {
    const update = await readBody(req.raw, behaviourUpdate);
    if (update instanceof Response) return update;
    core.setBehaviour(update);
    return jsonReply(200, core.behaviour);
  });

  app.get('/replies', () => jsonReply(200, { replies: replyList(core.replies) }));

  app.post('/replies', async ({ req }) => {
    const update = await readBody(req.raw, repliesUpdate);
    if (update instanceof Response) return update;
    core.setReplies(update);
    return jsonReply(200, core.replies);
  });

  app.post('/endlinks', async ({ req }) => {
    const order = await readBody(req.raw, endlinkOrder);
    if (order instanceof Response) return order;
    const mistake = mistakeInOpening(core, order.packet_id, order.seller_id);
    if (mistake !== undefined) return errorsReply(409, [mistake]);
    return jsonReply(201, openEndlink(core, order.packet_id, order.seller_id));
  });

  return app;
}
