import { Hono } from 'hono';
import type { ErrorShape } from '../behaviour/switch-values.ts';
import { readJson } from '../http/json-body.ts';
import { PUSH_PATH } from '../addresses.ts';
import { judgeAccessToken, noteUse } from '../oauth/grants.ts';
import { postOnly } from '../http/post-only.ts';
import { unauthorizedReply } from '../oauth/error-replies.ts';
import type { ServiceEnvironment } from '../context.ts';
import { errorsReply, jsonReply } from '../http/reply.ts';
import type { ServiceContext } from '../context.ts';
import { endlinkOf } from '../../market/packets.ts';
import type { Packet } from '../../market/packets.ts';
import { isAwaitingOutcome } from '../../market/sellers-packets.ts';
import { continued, explain, quoted } from '../reasons.ts';
import { saveAnswers, sellersPacketRecord } from './save-answers.ts';

/** Pushes into a packet. @see interface §4.3 */
export function pushRoutes(service: ServiceContext): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  app.post(PUSH_PATH, async ({ req, env }) => {
    const { behaviour } = service;
    const refuse = (section: string, reason: string) => {
      explain(env.entry, section, `Refused: ${reason}`);
    };
    const [, accessToken] = /^bearer +(\S+)$/i.exec(req.header('authorization') ?? '') ?? [];
    if (accessToken === undefined) {
      refuse('5.3', 'there is no header "Authorization: Bearer …" with an access token.');
      return unauthorizedReply(behaviour);
    }
    // Read first: from the judgement on nothing else may come in between.
    const read = await readJson(req.raw);
    const verdict = judgeAccessToken(service, accessToken);
    if (verdict.kind === 'refused') {
      refuse('3.2', verdict.reason);
      return unauthorizedReply(behaviour, verdict.description);
    }
    noteUse(service.market(), verdict.pair);

    if (read.kind === 'content_type') {
      const message = 'The Content-Type must be application/json.';
      refuse('4.3', continued(message));
      return errorsReply(behaviour.content_type_status, [message]);
    }
    const { client_id, seller_id } = verdict.pair;
    const packet = pushablePacket(service, req.param('packet_id'), client_id, refuse);
    if (packet instanceof Response) return packet;
    const body = read.kind === 'json' ? read.body : undefined;
    const answers = answersIn(service, packet, body, refuse);
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
  app.all(PUSH_PATH, postOnly(service));
  return app;
}

/** Notes why a push is refused: the end of a sentence, and the section of the interface. */
type Refuse = (section: string, reason: string) => void;

/** @see interface §4.3 rule 2 */
function pushablePacket(
  service: ServiceContext,
  id: string,
  clientId: string,
  refuse: Refuse,
): Packet | Response {
  const { behaviour } = service;
  const packet = service.market().packets.get(id);
  if (!packet) {
    refuse('4.3', `there is no packet ${quoted(id)}.`);
    return errorsReply(behaviour.unknown_packet_status, ['There is no such packet.']);
  }
  if (packet.client_id === clientId) return packet;
  refuse('4.3', `packet ${packet.id} was not created from client ${clientId}.`);
  const message = 'The packet was not created from this client.';
  return refusalIn(behaviour.foreign_packet_shape, behaviour.foreign_packet_status, message);
}

/** @see interface §2.4, §4.3 rules 1 and 4 */
function answersIn(
  { behaviour }: ServiceContext,
  packet: Packet,
  body: unknown,
  refuse: Refuse,
): Map<string, string | null> | Response {
  if (!isObject(body)) {
    refuse('4.3', 'the body is not a JSON object.');
    return errorsReply(behaviour.validation_status, ['The body must be a JSON object.']);
  }
  if (typeof body.id === 'string' && body.id !== packet.id) {
    const message = 'The id in the body is not the packet id in the path.';
    refuse(
      '4.3',
      `the id in the body is ${quoted(body.id)} and the path has ${quoted(packet.id)}.`,
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
    refuse('2.4', messages.join(' '));
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
