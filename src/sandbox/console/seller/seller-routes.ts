import { Hono } from 'hono';
import { addSeller, changeSeller, deleteSeller } from '../../actions/buyer-acts.ts';
import { Refused, resultOf } from '../../actions/refused.ts';
import { open, revoke } from '../../actions/seller-acts.ts';
import { undoably } from '../../actions/undo.ts';
import type { SandboxCore } from '../../core/core.ts';
import { fieldsOf } from '../../service/http/read-request.ts';
import { seeOther } from '../../service/http/reply.ts';
import { consolePath } from '../../service/pages/console-path.ts';
import { rememberedSeller } from '../../service/pages/played-seller.ts';
import { messagePage } from '../../service/pages/message-page.ts';
import { clientName } from './seller-view.ts';
import { PLAY_AGAIN_PATH } from './packet-list.ts';
import { sellerPage } from './seller-page.ts';

/** Creates the routes of the seller's page and of its forms. */
export function sellerRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  app.get('/', ({ req }) => sellerPage(core, req.raw));

  app.post('/sandbox/console/open', async (context) => {
    const { packet_id = '', seller_id = '' } = await fieldsOf(context);
    const opened = open(core, { packet_id, seller_id });
    if (opened instanceof Refused) return gonePage(core, seller_id);
    // Normalize the URL: the entered text may hold characters that are invalid in a header.
    return seeOther(new URL(opened.url).href);
  });

  app.post(PLAY_AGAIN_PATH, async (context) => {
    const { packet_id = '', seller_id = '' } = await fieldsOf(context);
    const { sellers, packets } = core.market();
    if (!packets.has(packet_id)) return gonePage(core, seller_id);
    const isFree = seller_id !== '' && !sellers.has(seller_id);
    const seller = resultOf(addSeller(core, {}, isFree ? seller_id : undefined));
    const opened = open(core, { packet_id, seller_id: seller.id });
    if (opened instanceof Refused) return gonePage(core, seller.id);
    const away = seeOther(new URL(opened.url).href);
    away.headers.set('set-cookie', rememberedSeller(core, seller.id, context.req.url));
    return away;
  });

  app.post('/sandbox/console/disconnect', async (context) => {
    const { client_id = '', seller = '' } = await fieldsOf(context);
    undoably(core, `Disconnected ${clientName(core, client_id)}`, () =>
      revoke(core, { client_id, seller_id: seller }),
    );
    return seeOther(core.address(consolePath(seller)));
  });

  app.post('/sandbox/console/sellers', async (context) => {
    const { name = '' } = await fieldsOf(context);
    const seller = addSeller(core, { name: name.trim() });
    if (seller instanceof Refused) return namelessPage(core);
    return seeOther(core.address(consolePath(seller.id)));
  });

  app.post('/sandbox/console/sellers/rename', async (context) => {
    const { seller: id = '', name = '' } = await fieldsOf(context);
    const seller = changeSeller(core, id, { name: name.trim() });
    if (!(seller instanceof Refused)) return seeOther(core.address(consolePath(id)));
    return seller.status === 404 ? seeOther(core.address(consolePath())) : namelessPage(core);
  });

  app.post('/sandbox/console/sellers/delete', async (context) => {
    const { seller: id = '' } = await fieldsOf(context);
    const name = core.market().sellers.get(id)?.name ?? id;
    undoably(core, `Deleted seller ${name}`, () => deleteSeller(core, id));
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
