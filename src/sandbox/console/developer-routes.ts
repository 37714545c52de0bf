import { Hono } from 'hono';
import type { ZodError } from 'zod/v4';
import { DEVELOPER_PATH } from '../service/pages/console-path.ts';
import { developerPage, newClientPage } from './developer-page.ts';
import { messagePage } from '../service/pages/message-page.ts';
import { mistakesOf } from '../control/control-body.ts';
import { fieldsOf } from '../service/http/form-fields.ts';
import { clientOrder, dataPacketOrder } from '../control/buyer-orders.ts';
import { seeOther } from '../service/http/reply.ts';
import type { SandboxCore } from '../control/core.ts';

/** The developer settings, and what their forms post to. */
export function developerRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  app.get(DEVELOPER_PATH, () => developerPage(core));

  app.post('/sandbox/console/clients', async (context) => {
    const { name, redirect_uri } = await fieldsOf(context);
    const order = clientOrder(core).safeParse({ name, redirect_uri });
    if (!order.success) {
      return mistakenPage('The client was not created', order.error);
    }
    return newClientPage(core.addClient(order.data));
  });

  app.post('/sandbox/console/data-packets', async (context) => {
    const { name, client_id, questions = '' } = await fieldsOf(context);
    const names = questions
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const order = dataPacketOrder(core).safeParse({ name, client_id, questions: names });
    if (!order.success) {
      return mistakenPage('The packet was not created', order.error);
    }
    core.addPacket(order.data);
    return seeOther(DEVELOPER_PATH);
  });

  return app;
}

const mistakenPage = (title: string, error: ZodError) =>
  messagePage(400, title, mistakesOf(error), 'bad', {
    label: 'Back to the developer settings',
    path: DEVELOPER_PATH,
  });
