import { Hono } from 'hono';
import type { Context } from 'hono';
import type { z } from 'zod/v4';
import { clientChange, clientOrder, packetOrder } from '../../control/buyer/buyer-orders.ts';
import type { SandboxCore } from '../../control/core.ts';
import { packetChange } from '../../control/buyer/packet-schema.ts';
import { removeClient, removePacket } from '../../market/changes.ts';
import { createToken, SYSTEM_RANDOM } from '../../market/random-token.ts';
import { fieldsOf } from '../../service/http/form-fields.ts';
import { seeOther } from '../../service/http/reply.ts';
import { DEVELOPER_PATH } from '../../service/pages/console-path.ts';
import { messagePage } from '../../service/pages/message-page.ts';
import { mistakesIn } from '../fields.ts';
import { buyerPage } from './buyer-page.ts';
import { changeClientForm, secretPage } from './client-parts.ts';
import { changePacketForm } from './packet-parts.ts';

/** Fields of a posted form. */
type Fields = Record<string, string>;

const SECRET_PATH = '/sandbox/console/secret';

/** Creates the routes of the buyer's page and of its forms. */
export function buyerConsoleRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  /** Clients whose secret was not shown yet, by the ticket in the address of the page that shows it. */
  const unseen = new Map<string, { clientId: string; isNew: boolean }>();

  function showSecretOnce(clientId: string, isNew: boolean): Response {
    const ticket = createToken(SYSTEM_RANDOM, 'base64url');
    unseen.set(ticket, { clientId, isNew });
    return seeOther(core.address(`${SECRET_PATH}?ticket=${ticket}`));
  }

  app.get(DEVELOPER_PATH, ({ req }) => {
    const query = req.query();
    const draft =
      'endlink_url' in query ? { form: 'endlink', values: query, mistakes: {} } : undefined;
    return buyerPage(core, core.baseUrl(req.url), draft);
  });

  app.get(SECRET_PATH, ({ req }) => {
    const ticket = req.query('ticket') ?? '';
    const { clientId, isNew = false } = unseen.get(ticket) ?? {};
    unseen.delete(ticket);
    const client = core.market().clients.get(clientId ?? '');
    return client ? secretPage(core, client, isNew, core.baseUrl(req.url)) : seenPage(core);
  });

  app.post('/sandbox/console/clients', async (context) => {
    const { name = '', redirect_uri = '' } = await fieldsOf(context);
    const values = { name: name.trim(), redirect_uri: redirect_uri.trim() };
    const order = clientOrder(core).safeParse(values);
    if (!order.success) return showMistakes(context, 'client', values, order.error);
    return showSecretOnce(core.addClient(order.data).client_id, true);
  });

  app.post('/sandbox/console/clients/change', async (context) => {
    const { client_id = '', name = '', redirect_uri = '' } = await fieldsOf(context);
    const client = core.market().clients.get(client_id);
    if (!client) return gonePage(core, 'client');
    const values = { name: name.trim(), redirect_uri: redirect_uri.trim() };
    const change = clientChange.safeParse(values);
    if (!change.success) {
      return showMistakes(context, changeClientForm(client_id), values, change.error);
    }
    Object.assign(client, change.data);
    core.changed('state');
    return seeOther(
      core.address(`${DEVELOPER_PATH}#${encodeURIComponent(`client-row-${client_id}`)}`),
    );
  });

  app.post('/sandbox/console/clients/rotate', async (context) => {
    const client = core.market().clients.get((await fieldsOf(context)).client_id ?? '');
    if (!client) return gonePage(core, 'client');
    client.client_secret = createToken(core.random, 'base64url');
    core.changed('state');
    return showSecretOnce(client.client_id, false);
  });

  app.post('/sandbox/console/clients/delete', async (context) => {
    const { client_id = '' } = await fieldsOf(context);
    if (removeClient(core.market(), client_id)) core.changed('state');
    return seeOther(core.address(DEVELOPER_PATH));
  });

  for (const [path, form] of [
    ['/sandbox/console/data-packets', 'data-packet'],
    ['/sandbox/console/packets', 'endlink'],
  ] as const) {
    app.post(path, async (context) => {
      const values = trimmed(await fieldsOf(context));
      const { client_id = '' } = values;
      const order = packetOrder(core).safeParse({
        ...packetFieldsIn(values),
        ...(client_id && { client_id }),
      });
      if (!order.success) return showMistakes(context, form, values, order.error);
      return seeOther(core.address(packetPath(core.addPacket(order.data).id)));
    });
  }

  app.post('/sandbox/console/packets/change', async (context) => {
    const { packet_id = '', ...fields } = await fieldsOf(context);
    const packet = core.market().packets.get(packet_id);
    if (!packet) return gonePage(core, 'packet');
    const change = packetChange(packet).safeParse(packetFieldsIn(trimmed(fields)));
    if (!change.success) {
      return showMistakes(context, changePacketForm(packet_id), fields, change.error);
    }
    Object.assign(packet, change.data);
    core.changed('state');
    return seeOther(core.address(packetPath(packet_id)));
  });

  app.post('/sandbox/console/packets/delete', async (context) => {
    const { packet_id = '' } = await fieldsOf(context);
    if (removePacket(core.market(), packet_id)) core.changed('state');
    return seeOther(core.address(DEVELOPER_PATH));
  });

  return app;

  /** Shows the page again with the posted values and their mistakes. */
  function showMistakes(
    { req }: Context,
    form: string,
    values: Record<string, string>,
    error: z.ZodError,
  ): Promise<Response> {
    const draft = { form, values, mistakes: mistakesIn(error, values) };
    return buyerPage(core, core.baseUrl(req.url), draft, 400);
  }
}

const packetPath = (id: string) => `${DEVELOPER_PATH}#${encodeURIComponent(`packet-${id}`)}`;

/** Turns the fields of a form about a packet into those of the control routes. */
const packetFieldsIn = ({ name = '', endlink_url, reward, questions }: Fields) => ({
  name,
  ...(endlink_url !== undefined && { endlink_url }),
  ...(reward !== undefined && { reward: numberIn(reward) }),
  ...(questions !== undefined && { questions: linesOf(questions) }),
});

/** Removes spaces around the values of a form. Keeps lines of questions unchanged, so that a person can correct them. */
const trimmed = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name === 'questions' ? value : value.trim(),
    ]),
  );

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Reads a number. Returns NaN for an empty text, for which `Number` returns 0. */
const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

const back = { label: 'Back to the buyer’s page', path: DEVELOPER_PATH };

const gonePage = (core: SandboxCore, what: string) =>
  messagePage(core, 404, `This ${what} is gone`, ['It was deleted in the meantime.'], 'bad', back);

const seenPage = (core: SandboxCore) =>
  messagePage(
    core,
    410,
    'The secret was shown once',
    ['Rotate the secret of the client to see a new one.'],
    'neutral',
    back,
  );
