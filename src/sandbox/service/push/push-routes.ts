import { Hono } from 'hono';
import type { ErrorShape } from '../behaviour/switch-values.ts';
import { noObjectText, readJson } from '../http/json-body.ts';
import type { ReadJson } from '../http/json-body.ts';
import { PUSH_PATH } from '../addresses.ts';
import { checkAccessToken, endEarlierRefreshToken } from '../oauth/grants.ts';
import { postOnly } from '../http/post-only.ts';
import { unauthorizedReply } from '../oauth/error-replies.ts';
import type { ServiceEnvironment } from '../context.ts';
import { errorsReply, jsonReply } from '../http/reply.ts';
import type { ServiceContext } from '../context.ts';
import type { Market } from '../../market/market.ts';
import { endlinkOf } from '../../market/packets.ts';
import type { Packet } from '../../market/packets.ts';
import { isAwaitingOutcome } from '../../market/sellers-packets.ts';
import { explain, listText, quoted, shortened } from '../reasons.ts';
import { saveAnswers, sellersPacketRecord } from './save-answers.ts';

/** Creates the routes of the push endpoint. @see interface §4.3 */
export function pushRoutes(service: ServiceContext): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  app.post(PUSH_PATH, async ({ req, env }) => {
    const { behaviour } = service;
    const refuse = (section: string, reason: string) => {
      explain(env.entry, section, `Refused: ${reason}`);
    };
    const authorization = req.header('authorization');
    const [, accessToken] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
    if (accessToken === undefined) {
      refuse('5.3', noBearerText(authorization));
      return unauthorizedReply(behaviour);
    }
    // Read the body first: no other request may run between checking the token and saving the answers.
    const read = await readJson(req.raw);
    const check = checkAccessToken(service, accessToken);
    if (check.kind === 'refused') {
      refuse(check.section, check.reason);
      return unauthorizedReply(behaviour, check.description);
    }
    const use = { atMs: service.clock.nowMs(), request: env.entry.number };
    endEarlierRefreshToken(service.market(), check.pair, use);

    if (read.kind === 'content_type') {
      refuse('4.3', read.reason);
      const message = 'The Content-Type must be application/json.';
      return errorsReply(behaviour.content_type_status, [message]);
    }
    const { client_id, seller_id } = check.pair;
    const packet = pushablePacket(service, req.param('packet_id'), client_id, refuse);
    if (packet instanceof Response) return packet;
    const answers = answersIn(service, packet, read, refuse);
    if (answers instanceof Response) return answers;
    const order = { client_id, seller_id, request: env.entry.number };
    const saved = saveAnswers(service, packet, answers, order);
    env.entry.interaction_id = saved.id;
    const names = [...answers.keys()].join(', ') || 'no answers';
    const rest = isAwaitingOutcome(saved) ? ' The outcome of its endlink is still to come.' : '';
    explain(env.entry, '3.1', `Saved in the vault of ${seller_id}: ${names}.${rest}`);
    return jsonReply(behaviour.push_success_status, {
      message: 'Data successfully synced',
      sellers_packet: sellersPacketRecord(service, saved),
    });
  });
  app.all(PUSH_PATH, postOnly(service, '4.3'));
  return app;
}

/** Notes why a push is refused: the section of the interface, and the end of a sentence. */
type Refuse = (section: string, reason: string) => void;

/** Returns the packet if the client may push into it, or the response that refuses the push. @see interface §4.3 rule 2 */
function pushablePacket(
  service: ServiceContext,
  id: string,
  clientId: string,
  refuse: Refuse,
): Packet | Response {
  const { behaviour } = service;
  const packet = service.market().packets.get(id);
  if (!packet) {
    const own = ownPacketsText(service.market(), clientId);
    refuse('4.3', `there is no packet ${quoted(id)}. ${own}`);
    return errorsReply(behaviour.unknown_packet_status, ['There is no such packet.']);
  }
  if (packet.client_id === clientId) return packet;
  const reason =
    packet.client_id === null
      ? `packet ${packet.id} was created from no client, so nothing can be pushed into it.`
      : `packet ${packet.id} was created from client ${packet.client_id}, not from ${clientId}.`;
  refuse('4.3', `${reason} ${ownPacketsText(service.market(), clientId)}`);
  const message = 'The packet was not created from this client.';
  return refusalIn(behaviour.foreign_packet_shape, behaviour.foreign_packet_status, message);
}

/** Returns the answers in a body, or the response that refuses the push. @see interface §2.4, §4.3 rules 1 and 4 */
function answersIn(
  { behaviour }: ServiceContext,
  packet: Packet,
  read: ReadJson,
  refuse: Refuse,
): Map<string, string | null> | Response {
  const body = read.kind === 'json' ? read.body : undefined;
  if (!isObject(body)) {
    refuse('4.3', read.kind === 'json' ? noObjectText(body) : read.reason);
    return errorsReply(behaviour.validation_status, ['The body must be a JSON object.']);
  }
  if (typeof body.id === 'string' && body.id !== packet.id) {
    const message = 'The id in the body is not the packet id in the path.';
    refuse(
      '4.3',
      `the id in the body is ${quoted(body.id)} and the path has ${quoted(packet.id)}. Send the same id in both.`,
    );
    return errorsReply(behaviour.id_mismatch_status, [message]);
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
    refuse('2.4', shortened(messages.join(' ')) + known);
    return errorsReply(behaviour.validation_status, messages);
  }
  return new Map(answers as [string, string | null][]);

  function isRefused(question: string): boolean {
    return behaviour.unknown_questions === 'refuse' && !names.has(question);
  }
}

const refusalIn = (shape: ErrorShape, status: number, message: string): Response =>
  shape === 'errors'
    ? errorsReply(status, [message])
    : jsonReply(status, { error: 'insufficient_scope', error_description: message });

function noBearerText(authorization: string | undefined): string {
  const needed = 'Send the header "Authorization: Bearer …" with an access token.';
  if (authorization === undefined) return `there is no header Authorization. ${needed}`;
  // Show only the name of the scheme: the rest is a secret.
  const [, scheme] = /^([a-z]{1,12}) /i.exec(authorization) ?? [];
  return scheme === undefined || /^bearer$/i.test(scheme)
    ? `the header Authorization is not "Bearer", a space and a token. ${needed}`
    : `the header Authorization begins with ${quoted(scheme)}. ${needed}`;
}

const MOST_LOOKED_AT = 1000;

/** Names some packets that a client can push into. */
function ownPacketsText({ packets }: Market, clientId: string): string {
  const own: string[] = [];
  let count = 0;
  for (const packet of packets.values()) {
    if ((count += 1) > MOST_LOOKED_AT) break;
    if (packet.client_id === clientId) own.push(packet.id);
  }
  return own.length
    ? `Client ${clientId} can push into ${listText(own)}.`
    : `Client ${clientId} has no packet to push into: create one on the page Buyer.`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
