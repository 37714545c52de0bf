import { Hono } from 'hono';
import type { Context } from 'hono';
import {
  addClient,
  addPacket,
  changeClient,
  changePacket,
  deleteClient,
  deletePacket,
  rotateSecret,
} from '../../actions/buyer-acts.ts';
import { Refused } from '../../actions/refused.ts';
import { undoably } from '../../actions/undo.ts';
import type { SandboxCore } from '../../core/core.ts';
import { createToken, SYSTEM_RANDOM } from '../../market/random-token.ts';
import { fieldsOf } from '../../service/http/read-request.ts';
import { seeOther } from '../../service/http/reply.ts';
import { DEVELOPER_PATH } from '../../service/pages/console-path.ts';
import { messagePage } from '../../service/pages/message-page.ts';
import { playedSeller } from '../../service/pages/played-seller.ts';
import { mistakesIn } from '../fields.ts';
import { clientName } from '../seller/seller-view.ts';
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
    return buyerPage(core, { ...viewOf(req.raw), draft });
  });

  app.get(SECRET_PATH, ({ req }) => {
    const ticket = req.query('ticket') ?? '';
    const { clientId, isNew = false } = unseen.get(ticket) ?? {};
    unseen.delete(ticket);
    const client = core.market().clients.get(clientId ?? '');
    return client ? secretPage(core, client, isNew, core.baseUrl(req.url)) : seenPage(core);
  });

  app.post('/sandbox/console/clients', async (context) => {
    const values = clientFieldsIn(await fieldsOf(context));
    const client = addClient(core, values);
    if (client instanceof Refused) return refusedForm(context, 'client', values, client);
    return showSecretOnce(client.client_id, true);
  });

  app.post('/sandbox/console/clients/change', async (context) => {
    const { client_id = '', ...fields } = await fieldsOf(context);
    const values = clientFieldsIn(fields);
    const client = changeClient(core, client_id, values);
    if (client instanceof Refused) {
      return refusedForm(context, changeClientForm(client_id), values, client);
    }
    return seeOther(
      core.address(`${DEVELOPER_PATH}#${encodeURIComponent(`client-row-${client_id}`)}`),
    );
  });

  app.post('/sandbox/console/clients/rotate', async (context) => {
    const { client_id = '' } = await fieldsOf(context);
    const client = undoably(core, `Rotated the secret of ${clientName(core, client_id)}`, () =>
      rotateSecret(core, client_id),
    );
    return client instanceof Refused
      ? gonePage(core, client)
      : showSecretOnce(client.client_id, false);
  });

  app.post('/sandbox/console/clients/delete', async (context) => {
    const { client_id = '' } = await fieldsOf(context);
    undoably(core, `Deleted client ${clientName(core, client_id)}`, () =>
      deleteClient(core, client_id),
    );
    return seeOther(core.address(DEVELOPER_PATH));
  });

  for (const [path, form] of [
    ['/sandbox/console/data-packets', 'data-packet'],
    ['/sandbox/console/packets', 'endlink'],
  ] as const) {
    app.post(path, async (context) => {
      const values = trimmed(await fieldsOf(context));
      const { client_id = '' } = values;
      const packet = addPacket(core, {
        ...packetFieldsIn(values),
        ...(client_id && { client_id }),
      });
      if (packet instanceof Refused) return refusedForm(context, form, values, packet);
      return seeOther(core.address(packetPath(packet.id)));
    });
  }

  app.post('/sandbox/console/packets/change', async (context) => {
    const { packet_id = '', ...fields } = await fieldsOf(context);
    const packet = changePacket(core, packet_id, packetFieldsIn(trimmed(fields)));
    if (packet instanceof Refused) {
      return refusedForm(context, changePacketForm(packet_id), fields, packet);
    }
    return seeOther(core.address(packetPath(packet_id)));
  });

  app.post('/sandbox/console/packets/delete', async (context) => {
    const { packet_id = '' } = await fieldsOf(context);
    const name = core.market().packets.get(packet_id)?.name ?? packet_id;
    undoably(core, `Deleted packet ${name}`, () => deletePacket(core, packet_id));
    return seeOther(core.address(DEVELOPER_PATH));
  });

  return app;

  /** Shows the page again with the posted values and their mistakes, or says that the record is gone. */
  function refusedForm(
    { req }: Context,
    form: string,
    values: Record<string, string>,
    refused: Refused,
  ): Promise<Response> {
    if (refused.status === 404) return gonePage(core, refused);
    const draft = { form, values, mistakes: mistakesIn(refused, values) };
    return buyerPage(core, { ...viewOf(req.raw), draft }, 400);
  }

  function viewOf(request: Request) {
    return { baseUrl: core.baseUrl(request.url), seller: playedSeller(core.market(), request) };
  }
}

const clientFieldsIn = ({ name = '', redirect_uri = '' }: Fields) => ({
  name: name.trim(),
  redirect_uri: redirect_uri.trim(),
});

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

const gonePage = (core: SandboxCore, { messages }: Refused) =>
  messagePage(
    core,
    404,
    'This is gone',
    [...messages, 'It was deleted in the meantime.'],
    'bad',
    back,
  );

const seenPage = (core: SandboxCore) =>
  messagePage(
    core,
    410,
    'The secret was shown once',
    ['Rotate the secret of the client to see a new one.'],
    'neutral',
    back,
  );
