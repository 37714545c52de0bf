import { Hono } from 'hono';
import type { SandboxCore } from '../core/core.ts';
import { saveScenario } from '../core/scenario/saved-state.ts';
import { scenarioJsonSchema } from '../core/scenario/scenario-schema.ts';
import {
  addClient,
  addPacket,
  addSeller,
  changeClient,
  changePacket,
  changeSeller,
  deleteClient,
  deletePacket,
  deleteSeller,
  rotateSecret,
} from '../actions/buyer-acts.ts';
import { Refused } from '../actions/refused.ts';
import { authorize, open, revoke } from '../actions/seller-acts.ts';
import { stateView } from '../actions/state-view.ts';
import {
  addFault,
  clearFaults,
  clearLog,
  clockView,
  faultsView,
  listOpenings,
  listRequests,
  loadScenario,
  releaseRequests,
  removeFault,
  reset,
  setBehaviour,
  setClock,
  setReplies,
} from '../actions/tester-acts.ts';
import type { Seller } from '../market/market.ts';
import type { Packet } from '../market/packets.ts';
import { replyList } from '../service/behaviour/reply-table.ts';
import { switchList } from '../service/behaviour/switch-table.ts';
import { errorsReply, jsonReply, reply } from '../service/http/reply.ts';
import { openApiDocument } from './openapi/openapi-document.ts';

/** A call of a control route. */
interface ControlCall {
  core: SandboxCore;
  /** The `:id` of the path. */
  id: string;
  /** The JSON of the body; `{}` if it is empty. The query of a GET. */
  fields: unknown;
  url: string;
}

type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  status: 200 | 201,
  act: (call: ControlCall) => unknown,
];

/** The calls below `/sandbox` that answer with JSON: the status of a success, and the act that they make. */
const ROUTES: readonly Route[] = [
  ['GET', '/state', 200, ({ core }) => stateView(core)],
  ['POST', '/reset', 200, ({ core, fields }) => reset(core, fields)],
  ['GET', '/clock', 200, ({ core }) => clockView(core)],
  ['POST', '/clock', 200, ({ core, fields }) => setClock(core, fields)],
  ['GET', '/behaviour', 200, ({ core }) => ({ switches: switchList(core.behaviour) })],
  ['POST', '/behaviour', 200, ({ core, fields }) => setBehaviour(core, fields)],
  ['GET', '/replies', 200, ({ core }) => ({ replies: replyList(core.replies) })],
  ['POST', '/replies', 200, ({ core, fields }) => setReplies(core, fields)],
  ['GET', '/faults', 200, ({ core }) => faultsView(core)],
  ['POST', '/faults', 201, ({ core, fields }) => addFault(core, fields)],
  ['DELETE', '/faults/:id', 200, ({ core, id }) => removeFault(core, id)],
  ['DELETE', '/faults', 200, ({ core }) => clearFaults(core)],
  ['POST', '/faults/release', 200, ({ core }) => releaseRequests(core)],
  ['GET', '/requests', 200, ({ core, fields }) => listRequests(core, fields)],
  ['GET', '/openings', 200, ({ core }) => listOpenings(core)],
  ['DELETE', '/requests', 200, ({ core }) => clearLog(core)],
  ['GET', '/scenario', 200, ({ core }) => saveScenario(core)],
  ['PUT', '/scenario', 200, ({ core, fields }) => loadScenario(core, fields)],
  ['GET', '/scenario.schema.json', 200, () => scenarioJsonSchema()],
  ['GET', '/openapi.json', 200, ({ core, url }) => openApiDocument(core.baseUrl(url))],
  ['POST', '/endlinks', 201, ({ core, fields }) => open(core, fields)],
  ['POST', '/authorizations', 201, ({ core, fields, url }) => authorize(core, fields, url)],
  ['POST', '/tokens/revoke', 200, ({ core, fields }) => revoke(core, fields)],
  ['POST', '/clients', 201, ({ core, fields }) => addClient(core, fields)],
  ['PATCH', '/clients/:id', 200, ({ core, id, fields }) => changeClient(core, id, fields)],
  ['POST', '/clients/:id/rotate_secret', 200, ({ core, id }) => rotateSecret(core, id)],
  ['DELETE', '/clients/:id', 200, ({ core, id }) => deleteClient(core, id)],
  ['POST', '/packets', 201, ({ core, fields }) => packetView(addPacket(core, fields))],
  [
    'PATCH',
    '/packets/:id',
    200,
    ({ core, id, fields }) => packetView(changePacket(core, id, fields)),
  ],
  ['DELETE', '/packets/:id', 200, ({ core, id }) => deletePacket(core, id)],
  ['POST', '/sellers', 201, ({ core, fields }) => sellerView(addSeller(core, fields))],
  [
    'PATCH',
    '/sellers/:id',
    200,
    ({ core, id, fields }) => sellerView(changeSeller(core, id, fields)),
  ],
  ['DELETE', '/sellers/:id', 200, ({ core, id }) => deleteSeller(core, id)],
];

/** Creates the routes below `/sandbox` by which tests and tools steer the sandbox. */
export function controlRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  for (const [method, path, status, act] of ROUTES) {
    app.on(method, path, async ({ req }) => {
      const fields = method === 'GET' ? req.query() : jsonIn(await req.text());
      if (fields === undefined) return errorsReply(400, ['The body is not JSON.']);
      const result = act({ core, id: req.param('id') ?? '', fields, url: req.url });
      return result instanceof Refused
        ? errorsReply(result.status, result.messages)
        : jsonReply(status, result);
    });
  }

  app.get('/events', () =>
    reply(200, core.events.stream(), {
      'content-type': 'text/event-stream',
      // Without this header, nginx holds the events back until they fill a buffer. @see https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
      'x-accel-buffering': 'no',
    }),
  );

  return app;
}

/** Reads the JSON of a body. Reads an empty body as `{}`. @returns `undefined` if it is not JSON */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}

/** Names the id of a packet as the other calls do. */
function packetView(packet: Packet | Refused) {
  if (packet instanceof Refused) return packet;
  const { id, ...fields } = packet;
  return { packet_id: id, ...fields };
}

/** Names the id of a seller as the other calls do. */
function sellerView(seller: Seller | Refused) {
  if (seller instanceof Refused) return seller;
  const { id, ...fields } = seller;
  return { seller_id: id, ...fields };
}
