import { Hono } from 'hono';
import type { ZodError } from 'zod/v4';
import { DEVELOPER_PATH } from '../console/console-path.ts';
import { developerPage, newClientPage } from '../console/developer-page.ts';
import { messagePage } from '../console/ended-page.ts';
import { mistakesOf } from '../control-body.ts';
import { fieldsOf } from '../form-fields.ts';
import { clientOrder, dataPacketOrder } from '../buyer-orders.ts';
import { seeOther } from '../reply.ts';
import type { Service } from '../service.ts';

/** The developer settings, and what their forms post to. */
export function developerRoutes(service: Service): Hono {
  const app = new Hono();

  app.get(DEVELOPER_PATH, () => developerPage(service));

  app.post('/sandbox/console/clients', async (context) => {
    const { name, redirect_uri } = await fieldsOf(context);
    const order = clientOrder(service).safeParse({ name, redirect_uri });
    if (!order.success) {
      return mistakenPage('The client was not created', order.error);
    }
    return newClientPage(service.addClient(order.data));
  });

  app.post('/sandbox/console/data-packets', async (context) => {
    const { name, client_id, questions = '' } = await fieldsOf(context);
    const names = questions
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const order = dataPacketOrder(service).safeParse({ name, client_id, questions: names });
    if (!order.success) {
      return mistakenPage('The packet was not created', order.error);
    }
    service.addPacket(order.data);
    return seeOther(DEVELOPER_PATH);
  });

  return app;
}

const mistakenPage = (title: string, error: ZodError) =>
  messagePage(400, title, mistakesOf(error), 'bad', {
    label: 'Back to the developer settings',
    path: DEVELOPER_PATH,
  });
