import { Hono } from 'hono';
import { runConsole } from './client.ts';
import { consolePath } from '../service/pages/console-path.ts';
import { STYLE_PATH } from '../service/pages/document.ts';
import { messagePage } from '../service/pages/message-page.ts';
import { SCRIPT_PATH } from './frame.ts';
import { consolePage } from './page.ts';
import { style } from './style/style.ts';
import { mistakesOf } from '../control/control-body.ts';
import { fieldsOf } from '../service/http/form-fields.ts';
import { revokeTokens } from '../service/oauth/grants.ts';
import { mistakeInOpening, openEndlink } from '../service/endlink/open-endlink.ts';
import { endlinkPacketOrder } from '../control/buyer-orders.ts';
import { reply, seeOther } from '../service/http/reply.ts';
import type { SandboxCore } from '../control/core.ts';
import { endlinkPacket } from '../market/market.ts';

/** The page for people, and what its forms post to. Each form leads back to a page, so all of it works without a script. */
export function consoleRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  app.get('/', ({ req }) => consolePage(core, req.query('seller') ?? ''));

  app.get(STYLE_PATH, () => reply(200, style, { 'content-type': 'text/css; charset=utf-8' }));

  app.get(SCRIPT_PATH, () =>
    reply(200, `(${runConsole.toString()})();`, {
      'content-type': 'text/javascript; charset=utf-8',
    }),
  );

  app.post('/sandbox/console/open', async (context) => {
    const { packet_id = '', seller_id = '' } = await fieldsOf(context);
    const market = core.market();
    const packet = endlinkPacket(market, packet_id);
    const seller = market.sellers.get(seller_id);
    if (!packet || !seller) return gonePage();
    if (mistakeInOpening(core, packet, seller) !== undefined) return gonePage();
    // Only what the URL parser makes of it is sure to fit into a header; the browser would make the same of it.
    return seeOther(new URL(openEndlink(core, packet, seller).url).href);
  });

  app.post('/sandbox/console/advance', async (context) => {
    const { hours, ...fields } = await fieldsOf(context);
    core.clock.advance(hours === '24' ? 86_400 : 3600);
    core.changed('state');
    return backToConsole(fields);
  });

  app.post('/sandbox/console/cors', async (context) => {
    const fields = await fieldsOf(context);
    core.setBehaviour({ cors: fields.cors === 'on' });
    return backToConsole(fields);
  });

  app.post('/sandbox/console/reset', async (context) => {
    core.reset(true);
    return backToConsole(await fieldsOf(context));
  });

  app.post('/sandbox/console/packets', async (context) => {
    const { name, endlink_url, reward, ...fields } = await fieldsOf(context);
    const order = endlinkPacketOrder.safeParse({ name, endlink_url, reward: Number(reward) });
    if (!order.success) {
      return messagePage(400, 'The packet was not added', mistakesOf(order.error), 'bad');
    }
    core.addPacket(order.data);
    return backToConsole(fields);
  });

  app.post('/sandbox/console/disconnect', async (context) => {
    const { client_id = '', ...fields } = await fieldsOf(context);
    revokeTokens(core.market(), { client_id, seller_id: fields.seller ?? '' });
    core.changed('state');
    return backToConsole(fields);
  });

  return app;
}

/** To the same seller's packets. */
const backToConsole = ({ seller }: Record<string, string>) => seeOther(consolePath(seller));

const gonePage = () =>
  messagePage(409, 'This packet is not in the list', ['It cannot be opened any more.'], 'bad');
