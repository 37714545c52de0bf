import { ENDLINK_CALLS } from '../service/endlink/endlink-calls.ts';
import { givenUpText, watchClient } from './client-watch.ts';
import type { ClientWatch } from './client-watch.ts';
import type { Fault } from '../core/faults.ts';
import { isClientCall } from '../service/service-paths.ts';
import { errorsReply, jsonReply, reply, textOfReply } from '../service/http/reply.ts';
import { isMagic, SLOW_ANSWER_MS } from '../service/magic-sellers.ts';
import { admit } from './admission.ts';
import type { SandboxRefusal } from './admission.ts';
import { explain } from '../service/reasons.ts';
import { boundedHeaders, boundedText } from '../core/request-log.ts';
import type { LoggedRequest, LoggedResponse } from '../core/request-log.ts';
import { noAddressText, unreadableText } from './request-reasons.ts';
import { relatedIdsOf } from './related-ids.ts';
import type { SandboxCore } from '../core/core.ts';

/** Handler of requests to the service. */
export type ServiceHandler = (
  request: Request,
  bindings: { entry: LoggedRequest },
) => Response | Promise<Response>;

/**
 * Handles a request to the service: logs it, applies faults and adds CORS headers.
 *
 * @param path path of the request without the base path
 * @param repeats number of the request that it repeats; `null` if it repeats none
 */
export async function handleServiceRequest(
  core: SandboxCore,
  request: Request,
  path: string,
  handle: ServiceHandler,
  repeats: number | null = null,
): Promise<Response> {
  const entry = core.log.begin(request, path, core.clock.nowMs());
  entry.repeats = repeats;
  const call = { entry, client: watchClient(request.signal) };
  const answer = await respondTo(core, call, request, handle);
  if (isReadable(core, entry.path, answer)) {
    answer.headers.set('access-control-allow-origin', '*');
    // Without this header, a page cannot read how long it should wait.
    answer.headers.set('access-control-expose-headers', 'Retry-After');
  }
  noteResponse(core, call, answer);
  core.log.finish(entry);
  core.emitChange('log');
  return answer;
}

/** A request in progress, and the watch over its client. */
interface Call {
  entry: LoggedRequest;
  client: ClientWatch;
}

async function respondTo(
  core: SandboxCore,
  call: Call,
  request: Request,
  handle: ServiceHandler,
): Promise<Response> {
  const { entry } = call;
  const refuse = (refusal: SandboxRefusal) => refuseRequest(core, entry, refusal);
  return admit(core, request, refuse, (bounded) => {
    if (bounded.body !== null) noteBody(entry, bounded.body);
    Object.assign(entry, relatedIdsOf(core.market(), request, entry, bounded.body));
    core.emitChange('log');
    return handleWithFaults(core, call, async () => {
      if (!isMagic(entry.seller_id, 'magic-slow')) return handle(bounded.request, { entry });
      const isAnswered = await holdRequest(core, call, SLOW_ANSWER_MS);
      const answer = isAnswered ? await handle(bounded.request, { entry }) : Response.error();
      addReason(entry, `Seller magic-slow is always answered ${SLOW_ANSWER_MS / 1000} s late.`);
      return answer;
    });
  });
}

const INCOMPLETE =
  'The connection ended before the body was complete. The service did not see the request, so it changed nothing.';

/** Returns the response to a request that the sandbox itself refuses, and logs the reason. */
function refuseRequest(
  core: SandboxCore,
  entry: LoggedRequest,
  { status, explanation }: SandboxRefusal,
): Response {
  if (status === 400) {
    explain(entry, null, INCOMPLETE);
    return Response.error();
  }
  explain(entry, null, `Refused: ${explanation}`);
  core.emitChange('log');
  return errorsReply(status, [`Refused: ${explanation}`]);
}

function noteBody(entry: LoggedRequest, body: string): void {
  const { text, isTruncated } = boundedText(body);
  entry.body = text;
  entry.body_truncated = isTruncated;
}

function noteResponse(core: SandboxCore, { entry, client }: Call, answer: Response): void {
  entry.status = answer.status;
  entry.response = answer.type === 'error' ? null : loggedResponse(answer);
  if (entry.reason === null && answer.status === 404) {
    explain(entry, '4', `Refused: ${noAddressText(entry)}`);
  }
  const unreadable = unreadableText(core.behaviour, entry);
  if (unreadable) addReason(entry, unreadable.text, unreadable);
  if (entry.repeats !== null) {
    const causes = [entry.repeats];
    addReason(entry, `Sent again from the log: request ${entry.repeats}.`, { causes });
  }
  const afterMs = client.gaveUpAfterMs();
  if (afterMs !== undefined) addReason(entry, givenUpText(core.market(), entry, afterMs));
}

function loggedResponse(answer: Response): LoggedResponse {
  const { status } = answer;
  const headers = boundedHeaders(answer.headers);
  const body = textOfReply(answer);
  if (body === null) return { status, headers, body, body_truncated: false };
  const { text, isTruncated } = boundedText(body);
  return { status, headers, body: text, body_truncated: isTruncated };
}

/** Applies the first fault that matches a request, or handles the request. */
async function handleWithFaults(
  core: SandboxCore,
  call: Call,
  handle: () => Promise<Response>,
): Promise<Response> {
  const { entry } = call;
  const fault = core.faults.take(entry);
  if (!fault) return handle();
  const { id, kind } = fault;
  entry.fault = { id, kind };
  core.emitChange('state');
  if (fault.delay_ms > 0 && !(await holdRequest(core, call, fault.delay_ms))) {
    noteFault(entry, fault, 'cut the connection while the request waited');
    return Response.error();
  }
  const answered = await applyFault(core, call, fault, handle);
  if (fault.delay_ms > 0) addReason(entry, `It waited ${fault.delay_ms} ms for fault ${id}.`);
  return answered;
}

/** Applies a fault to a request. */
async function applyFault(
  core: SandboxCore,
  call: Call,
  fault: Fault,
  handle: () => Promise<Response>,
): Promise<Response> {
  const { entry } = call;
  const answer = fault.processed ? await handle() : undefined;
  switch (fault.kind) {
    case 'drop':
      noteFault(entry, fault, 'cut the connection');
      return Response.error();
    case 'status':
      noteFault(entry, fault, `answered ${fault.status}`);
      return faultReply(fault);
    case 'hold': {
      const released = await holdRequest(core, call);
      if (released) {
        const late = answer ?? (await handle());
        addReason(entry, `Fault ${fault.id} held it until it was released.`);
        return late;
      }
      noteFault(entry, fault, 'cut the connection while the request was held');
      return Response.error();
    }
    case 'cut': {
      const half = await cutInHalf(answer ?? (await handle()));
      noteFault(entry, fault, 'cut the answer off in the middle');
      return half;
    }
    case 'loop':
      noteFault(entry, fault, 'redirected to the same address');
      return reply(302, null, { location: core.address(`${entry.path}?${entry.query}`) });
    case 'delay':
      return answer ?? handle();
  }
}

/**
 * Holds a request until it is released, or for `ms`. If the client closes the connection meanwhile, the request stays held all the same.
 *
 * @returns `false` if the connection shall be dropped instead
 */
async function holdRequest(
  core: SandboxCore,
  { entry, client }: Call,
  ms?: number,
): Promise<boolean> {
  const released = core.heldRequests.hold(ms);
  core.emitChange('state');
  const { reason, section } = entry;
  const isReleased = await client.during(released, () => {
    addReason(entry, givenUpText(core.market(), entry, client.gaveUpAfterMs() ?? 0, true));
    core.emitChange('log');
  });
  // Remove the preliminary note: at the end, `noteResponse` adds the final one, which names the outcome recorded by then.
  Object.assign(entry, { reason, section });
  return isReleased;
}

/** Adds the effect of a fault after the reason that the service noted. */
function noteFault(entry: LoggedRequest, { id }: Fault, what: string): void {
  const isSeen = entry.reason !== null;
  const after = isSeen ? '' : ' The service did not see the request, so it changed nothing.';
  addReason(entry, `Fault ${id} ${what}.${after}`);
}

function addReason(
  entry: LoggedRequest,
  sentence: string,
  { causes = [], switches = [] }: Partial<Pick<LoggedRequest, 'causes' | 'switches'>> = {},
): void {
  const before = entry.reason === null ? '' : `${entry.reason} `;
  explain(entry, entry.section, `${before}${sentence}`, {
    causes: [...new Set([...entry.causes, ...causes])],
    switches: [...new Set([...entry.switches, ...switches])],
  });
}

function faultReply({ status, headers, body }: Extract<Fault, { kind: 'status' }>): Response {
  if (typeof body === 'string') {
    return reply(status, body, { 'content-type': 'text/plain', ...headers });
  }
  return body === undefined
    ? errorsReply(status, ['A fault of the sandbox.'], headers)
    : jsonReply(status, body, headers);
}

/** Returns a response that announces the length of the whole body, but contains half of it, so that the connection ends too early. */
async function cutInHalf(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  const headers = new Headers(answer.headers);
  headers.set('content-length', `${Math.max(body.byteLength, 1)}`);
  headers.set('connection', 'close');
  return new Response(body.slice(0, body.byteLength / 2), { status: answer.status, headers });
}

/** Returns whether pages of other origins may read a response. Applies to the responses of faults too. */
const isReadable = ({ behaviour }: SandboxCore, path: string, answer: Response) =>
  answer.type !== 'error' &&
  (isClientCall(path)
    ? behaviour.oauth_cors
    : behaviour.cors && ENDLINK_CALLS.get(path)?.form === 'api') &&
  !answer.headers.has('access-control-allow-origin');
