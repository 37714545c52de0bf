import { Hono } from 'hono';
import { removeClient, removePacket, removeSeller } from '../../market/changes.ts';
import { createToken } from '../../market/random-token.ts';
import { errorsReply, jsonReply } from '../../service/http/reply.ts';
import { clientChange, clientOrder, packetOrder, sellerOrder } from './buyer-orders.ts';
import { readBody } from '../control-body.ts';
import type { SandboxCore } from '../core.ts';
import { packetChange } from './packet-schema.ts';

/** Creates the routes that add, change and remove clients, packets and sellers. */
export function buyerRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  app.post('/clients', async ({ req }) => {
    const order = await readBody(req.raw, clientOrder(core));
    if (order instanceof Response) return order;
    return jsonReply(201, core.addClient(order));
  });

  app.patch('/clients/:id', async ({ req }) => {
    const client = core.market().clients.get(req.param('id'));
    if (!client) return noSuch('client');
    const change = await readBody(req.raw, clientChange);
    if (change instanceof Response) return change;
    Object.assign(client, change);
    core.changed('state');
    return jsonReply(200, client);
  });

  app.post('/clients/:id/rotate_secret', ({ req }) => {
    const client = core.market().clients.get(req.param('id'));
    if (!client) return noSuch('client');
    client.client_secret = createToken(core.random, 'base64url');
    core.changed('state');
    return jsonReply(200, client);
  });

  app.delete('/clients/:id', ({ req }) => {
    const id = req.param('id');
    if (!removeClient(core.market(), id)) return noSuch('client');
    core.changed('state');
    return jsonReply(200, { client_id: id });
  });

  app.post('/packets', async ({ req }) => {
    const order = await readBody(req.raw, packetOrder(core));
    if (order instanceof Response) return order;
    const { id, ...fields } = core.addPacket(order);
    return jsonReply(201, { packet_id: id, ...fields });
  });

  app.patch('/packets/:id', async ({ req }) => {
    const packet = core.market().packets.get(req.param('id'));
    if (!packet) return noSuch('packet');
    const change = await readBody(req.raw, packetChange(packet));
    if (change instanceof Response) return change;
    const { id, ...fields } = Object.assign(packet, change);
    core.changed('state');
    return jsonReply(200, { packet_id: id, ...fields });
  });

  app.delete('/packets/:id', ({ req }) => {
    const id = req.param('id');
    if (!removePacket(core.market(), id)) return noSuch('packet');
    core.changed('state');
    return jsonReply(200, { packet_id: id });
  });

  app.post('/sellers', async ({ req }) => {
    const order = await readBody(req.raw, sellerOrder);
    if (order instanceof Response) return order;
    const { id, ...fields } = core.addSeller(order);
    return jsonReply(201, { seller_id: id, ...fields });
  });

  app.patch('/sellers/:id', async ({ req }) => {
    const seller = core.market().sellers.get(req.param('id'));
    if (!seller) return noSuch('seller');
    const change = await readBody(req.raw, sellerOrder);
    if (change instanceof Response) return change;
    const { id, ...fields } = Object.assign(seller, change);
    core.changed('state');
    return jsonReply(200, { seller_id: id, ...fields });
  });

  app.delete('/sellers/:id', ({ req }) => {
    const id = req.param('id');
    if (!removeSeller(core.market(), id)) return noSuch('seller');
    core.changed('state');
    return jsonReply(200, { seller_id: id });
  });

  return app;
}

const noSuch = (what: string) => errorsReply(404, [`There is no such ${what}.`]);
