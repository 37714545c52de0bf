import { ENDLINK_CALLS } from '../service/endlink/endlink-calls.ts';
import type { Fault } from './faults.ts';
import { isClientCall } from '../service/addresses.ts';
import { errorsReply, jsonReply, reply } from '../service/http/reply.ts';
import type { LoggedRequest } from './request-log.ts';
import type { SandboxCore } from './core.ts';

/** A route, or all of them together. */
export type ServiceHandler = (
  request: Request,
  bindings: { entry: LoggedRequest },
) => Response | Promise<Response>;

/** Takes a request to the service through the log, the faults and the CORS switch. */
export async function throughService(
  core: SandboxCore,
  request: Request,
  handle: ServiceHandler,
): Promise<Response> {
  const entry = core.log.begin(request, core.clock.nowMs());
  if (isClientCall(entry.path)) entry.body = await bodyOf(request.clone());
  core.changed('log');
  const answer = await throughFaults(core, entry, async () => handle(request, { entry }));
  if (isReadable(core, entry.path, answer)) {
    answer.headers.set('access-control-allow-origin', '*');
  }
  entry.status = answer.status;
  core.changed('log');
  return answer;
}

async function throughFaults(
  core: SandboxCore,
  entry: LoggedRequest,
  handle: () => Promise<Response>,
): Promise<Response> {
  const fault = core.faults.take(entry);
  if (!fault) return handle();
  core.changed('state');
  const answer = fault.processed ? await handle() : undefined;
  switch (fault.kind) {
    case 'drop':
      return Response.error();
    case 'status':
      return faultReply(fault);
    case 'hold': {
      const released = core.faults.hold();
      core.changed('state');
      return (await released) ? (answer ?? handle()) : Response.error();
    }
    case 'cut':
      return cutInHalf(answer ?? (await handle()));
    case 'loop':
      return reply(302, null, { location: `${entry.path}?${entry.query}` });
  }
}

function faultReply({ status, headers, body }: Extract<Fault, { kind: 'status' }>): Response {
  if (typeof body === 'string') {
    return reply(status, body, { 'content-type': 'text/plain', ...headers });
  }
  return body === undefined
    ? errorsReply(status, ['A fault of the sandbox.'], headers)
    : jsonReply(status, body, headers);
}

/** The whole body is announced and half of it comes, if any; then the connection ends. */
async function cutInHalf(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  const headers = new Headers(answer.headers);
  headers.set('content-length', `${Math.max(body.byteLength, 1)}`);
  headers.set('connection', 'close');
  return new Response(body.slice(0, body.byteLength / 2), { status: answer.status, headers });
}

/** Faults included: what a buyer's page can read of an answer is the service's decision, not the fault's. */
const isReadable = ({ behaviour }: SandboxCore, path: string, answer: Response) =>
  answer.type !== 'error' &&
  (isClientCall(path)
    ? behaviour.oauth_cors
    : behaviour.cors && ENDLINK_CALLS.get(path)?.form === 'api') &&
  !answer.headers.has('access-control-allow-origin');

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
