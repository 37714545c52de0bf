import { Hono } from 'hono';
import type { SandboxCore } from '../../control/core.ts';
import { sellerOrder } from '../../control/buyer/buyer-orders.ts';
import { removeSeller } from '../../market/changes.ts';
import { endlinkPacket } from '../../market/market.ts';
import { mistakeInOpening, openEndlink } from '../../service/endlink/open-endlink.ts';
import { fieldsOf } from '../../service/http/form-fields.ts';
import { seeOther } from '../../service/http/reply.ts';
import { revokeTokens } from '../../service/oauth/grants.ts';
import { consolePath } from '../../service/pages/console-path.ts';
import { messagePage } from '../../service/pages/message-page.ts';
import { sellerPage } from './seller-page.ts';

/** Creates the routes of the seller's page and of its forms. */
export function sellerRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  app.get('/', ({ req }) => sellerPage(core, req.raw));

  app.post('/sandbox/console/open', async (context) => {
    const { packet_id = '', seller_id = '' } = await fieldsOf(context);
    const market = core.market();
    const packet = endlinkPacket(market, packet_id);
    const seller = market.sellers.get(seller_id);
    if (!packet || !seller) return gonePage(core, seller_id);
    if (mistakeInOpening(core, packet, seller) !== undefined) return gonePage(core, seller_id);
    // Normalize the URL: the entered text may hold characters that are invalid in a header.
    return seeOther(new URL(openEndlink(core, packet, seller).url).href);
  });

  app.post('/sandbox/console/disconnect', async (context) => {
    const { client_id = '', seller = '' } = await fieldsOf(context);
    const end = { atMs: core.clock.nowMs(), request: null, cause: 'order' } as const;
    revokeTokens(core.market(), { client_id, seller_id: seller }, end);
    core.changed('state');
    return seeOther(core.address(consolePath(seller)));
  });

  app.post('/sandbox/console/sellers', async (context) => {
    const { name = '' } = await fieldsOf(context);
    const order = sellerOrder.safeParse({ name: name.trim() });
    if (!order.success) return namelessPage(core);
    return seeOther(core.address(consolePath(core.addSeller(order.data).id)));
  });

  app.post('/sandbox/console/sellers/rename', async (context) => {
    const { seller: id = '', name = '' } = await fieldsOf(context);
    const seller = core.market().sellers.get(id);
    if (!seller) return seeOther(core.address(consolePath()));
    if (!name.trim()) return namelessPage(core);
    seller.name = name.trim();
    core.changed('state');
    return seeOther(core.address(consolePath(id)));
  });

  app.post('/sandbox/console/sellers/delete', async (context) => {
    const { seller = '' } = await fieldsOf(context);
    if (removeSeller(core.market(), seller)) core.changed('state');
    return seeOther(core.address(consolePath()));
  });

  return app;
}

const gonePage = (core: SandboxCore, seller: string) =>
  messagePage(
    core,
    409,
    'This packet is not in the list',
    ['It cannot be opened any more.'],
    'bad',
    {
      label: 'Back to your packets',
      path: consolePath(seller),
    },
  );

const namelessPage = (core: SandboxCore) =>
  messagePage(core, 400, 'A seller needs a name', ['Go back and fill in the name.'], 'bad');
