import { Hono } from 'hono';
import type { Market } from '../../market/market.ts';
import { endlinkOf } from '../../market/packets.ts';
import type { Packet } from '../../market/packets.ts';
import { isAwaitingOutcome, updatedAtMs } from '../../market/sellers-packets.ts';
import type { SellersPacket } from '../../market/sellers-packets.ts';
import { PUSH_PATH } from '../service-paths.ts';
import type { ReplyReason } from '../behaviour/reply-table.ts';
import type { CallNotes, ServiceContext, ServiceEnvironment } from '../service-context.ts';
import { noObjectText, readJson } from '../http/read-request.ts';
import type { ReadJson } from '../http/read-request.ts';
import { postOnly } from '../http/post-only.ts';
import { refuse } from '../http/refusal.ts';
import type { Refusal } from '../http/refusal.ts';
import { jsonReply } from '../http/reply.ts';
import { checkAccessToken, endEarlierRefreshToken } from '../oauth/issued-tokens.ts';
import { explain, listText, quoted, shortened } from '../reasons.ts';
import { timestamp } from '../../market/clock.ts';
import { pushAnswers } from '../../market/pushes.ts';
import { accountId } from '../oauth/access-token.ts';

/** Creates the routes of the push endpoint. @see interface §4.3 */
export function pushRoutes(service: ServiceContext): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  app.post(PUSH_PATH, async ({ req, env }) => {
    const result = await push(service, req.raw, req.param('packet_id'), env.entry);
    return 'reason' in result
      ? refuse(service, env.entry, result)
      : jsonReply(service.replies.push_success.status, {
          message: 'Data successfully synced',
          sellers_packet: sellersPacketRecord(service, result),
        });
  });
  app.all(PUSH_PATH, postOnly(service, '4.3'));
  return app;
}

/** Saves the answers of a push, and explains it in the log. */
async function push(
  service: ServiceContext,
  request: Request,
  packetId: string,
  notes: CallNotes,
): Promise<SellersPacket | Refusal> {
  const authorization = request.headers.get('authorization');
  const [, accessToken] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (accessToken === undefined) {
    const messages = ['An access token is required.'];
    const explanation = noBearerText(authorization);
    return { reason: 'unauthorized', messages, section: '5.3', explanation, isAnonymous: true };
  }
  // Read the body first: no other request may run between checking the token and saving the answers.
  const read = await readJson(request);
  const pair = checkAccessToken(service, accessToken);
  // A pair of a scenario may have any other field.
  if (!('grant_id' in pair)) return pair;
  const use = { atMs: service.clock.nowMs(), request: notes.number };
  endEarlierRefreshToken(service.market(), pair, use);

  if (read.kind === 'content_type') {
    const message = 'The Content-Type must be application/json.';
    return refusal('push_content_type', message, read.reason);
  }
  const { client_id, seller_id } = pair;
  const packet = service.market().packets.get(packetId);
  if (packet?.client_id !== client_id) return foreignPacket(service, packet, packetId, client_id);
  const answers = answersIn(service, packet, read);
  if (!(answers instanceof Map)) return answers;
  const order = { client_id, seller_id, request: notes.number };
  const saved = saveAnswers(service, packet, answers, order);
  notes.interaction_id = saved.id;
  const names = [...answers.keys()].join(', ') || 'no answers';
  const rest = isAwaitingOutcome(saved) ? ' The outcome of its endlink is still to come.' : '';
  explain(notes, '3.1', `Saved in the vault of ${seller_id}: ${names}.${rest}`);
  return saved;
}

const refusal = (
  reason: ReplyReason,
  message: string,
  explanation: string,
  section = '4.3',
): Refusal => ({ reason, messages: [message], section, explanation });

/** Refuses a push into a packet that the client did not create. @see interface §4.3 rule 2 */
function foreignPacket(
  service: ServiceContext,
  packet: Packet | undefined,
  id: string,
  clientId: string,
): Refusal {
  const own = ownPacketsText(service.market(), clientId);
  if (!packet) {
    const explanation = `there is no packet ${quoted(id)}. ${own}`;
    return refusal('unknown_packet', 'There is no such packet.', explanation);
  }
  const explanation =
    packet.client_id === null
      ? `packet ${packet.id} was created from no client, so nothing can be pushed into it.`
      : `packet ${packet.id} was created from client ${packet.client_id}, not from ${clientId}.`;
  const message = 'The packet was not created from this client.';
  return refusal('foreign_packet', message, `${explanation} ${own}`);
}

/** Returns the answers in a body, or the refusal of the push. @see interface §2.4, §4.3 rules 1 and 4 */
function answersIn(
  { behaviour }: ServiceContext,
  packet: Packet,
  read: ReadJson,
): Map<string, string | null> | Refusal {
  const body = read.kind === 'json' ? read.body : undefined;
  if (!isObject(body)) {
    const explanation = read.kind === 'json' ? noObjectText(body) : read.reason;
    return refusal('invalid_push', 'The body must be a JSON object.', explanation);
  }
  if (typeof body.id === 'string' && body.id !== packet.id) {
    const message = 'The id in the body is not the packet id in the path.';
    const explanation = `the id in the body is ${quoted(body.id)} and the path has ${quoted(packet.id)}. Send the same id in both.`;
    return refusal('id_mismatch', message, explanation);
  }
  const { payload } = body;
  const answers = isObject(payload) ? Object.entries(payload) : [];
  const names = new Set(packet.questions.map(({ name }) => name));
  const endlink = behaviour.endlink_answers === 'refuse' ? endlinkOf(packet)?.name : undefined;
  const messages = [
    ...(typeof body.id === 'string' ? [] : ['id must be a string.']),
    ...(isObject(payload) ? [] : ['payload must be an object.']),
    ...answers
      .filter(([, answer]) => typeof answer !== 'string' && answer !== null)
      .map(([question]) => `${question}: the answer must be a string or null.`),
    ...answers
      .filter(([question]) => isRefused(question))
      .map(([question]) => `${question}: the packet has no such question.`),
    ...answers
      .filter(([question]) => question === endlink)
      .map(([question]) => `${question}: the outcome answers an endlink question, not a push.`),
  ];
  if (messages.length) {
    const isMisspelt = answers.some(([question]) => isRefused(question));
    const known = isMisspelt
      ? ` Packet ${packet.id} has ${listText([...names].filter((name) => name !== endlink))}. The switch unknown_questions is "refuse".`
      : '';
    const explanation = shortened(messages.join(' ')) + known;
    return { reason: 'invalid_push', messages, section: '2.4', explanation };
  }
  return new Map(answers as [string, string | null][]);

  function isRefused(question: string): boolean {
    return behaviour.unknown_questions === 'refuse' && !names.has(question);
  }
}

function noBearerText(authorization: string | null): string {
  const needed = 'Send the header "Authorization: Bearer …" with an access token.';
  if (authorization === null) return `there is no header Authorization. ${needed}`;
  // Show only the name of the scheme: the rest is a secret.
  const [, scheme] = /^([a-z]{1,12}) /i.exec(authorization) ?? [];
  return scheme === undefined || /^bearer$/i.test(scheme)
    ? `the header Authorization is not "Bearer", a space and a token. ${needed}`
    : `the header Authorization begins with ${quoted(scheme)}. ${needed}`;
}

const MAX_LOOKED_AT = 1000;

/** Names some packets that a client can push into. */
function ownPacketsText({ packets }: Market, clientId: string): string {
  const own: string[] = [];
  let count = 0;
  for (const packet of packets.values()) {
    if ((count += 1) > MAX_LOOKED_AT) break;
    if (packet.client_id === clientId) own.push(packet.id);
  }
  return own.length
    ? `Client ${clientId} can push into ${listText(own)}.`
    : `Client ${clientId} has no packet to push into: create one on the page Buyer.`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Client, seller and request number of a push. */
interface PushOrder {
  client_id: string;
  seller_id: string;
  request: number;
}

/**
 * Saves answers in a seller's vault. The sellers packet keeps its id at every later push.
 *
 * @param answers by question; `null` saves the question without an answer
 * @see interface §2.4 §3.1 §4.3
 */
function saveAnswers(
  service: ServiceContext,
  packet: Packet,
  answers: ReadonlyMap<string, string | null>,
  { client_id, seller_id, request }: PushOrder,
): SellersPacket {
  const { behaviour, clock } = service;
  const push = { client_id, atMs: clock.nowMs(), request };
  const saved = pushAnswers(service.market(), packet, seller_id, answers, push, {
    keepsOmitted: behaviour.omitted_questions === 'keep',
    decidesEndlink: behaviour.outcome_after_push === 'refused',
  });
  service.emitChange('state');
  return saved;
}

/** Returns a sellers packet in the form of the response to a push. @see interface §2.3 */
const sellersPacketRecord = (
  { replies }: Pick<ServiceContext, 'replies'>,
  saved: SellersPacket,
) => ({
  id: saved.id,
  packet_id: saved.packet_id,
  account_id: accountId(saved.seller_id),
  beneficiary_account_id: null,
  status: 'published',
  autosell_setting: 'enabled_for_any_price',
  created_at: timestamp(saved.createdAtMs),
  updated_at: timestamp(updatedAtMs(saved)),
  first_published_at: timestamp(saved.publishedAtMs ?? saved.createdAtMs),
  ...replies.push_success.fields,
});
