import { ENDLINK_CALLS } from './endlink-calls.ts';
import type { Fault } from './faults.ts';
import { isClientCall } from './oauth/addresses.ts';
import { errorsReply, jsonReply, reply } from './reply.ts';
import type { LoggedRequest } from './request-log.ts';
import type { Service } from './service.ts';

/** What a route of the service gets beside the request: the entry in the log, to be completed. */
export interface ServiceEnvironment {
  Bindings: { entry: LoggedRequest };
}

/** A route, or all of them together. */
export type ServiceHandler = (
  request: Request,
  bindings: ServiceEnvironment['Bindings'],
) => Response | Promise<Response>;

/** Takes a request to the service through the log, the faults and the CORS switch. */
export async function throughService(
  service: Service,
  request: Request,
  handle: ServiceHandler,
): Promise<Response> {
  const entry = service.log.begin(request, service.clock.nowMs());
  if (isClientCall(entry.path)) entry.body = await bodyOf(request.clone());
  service.changed('log');
  const answer = await throughFaults(service, entry, async () => handle(request, { entry }));
  if (isReadable(service, entry.path, answer)) {
    answer.headers.set('access-control-allow-origin', '*');
  }
  entry.status = answer.status;
  service.changed('log');
  return answer;
}

async function throughFaults(
  service: Service,
  entry: LoggedRequest,
  handle: () => Promise<Response>,
): Promise<Response> {
  const fault = service.faults.take(entry);
  if (!fault) return handle();
  service.changed('state');
  const answer = fault.processed ? await handle() : undefined;
  switch (fault.kind) {
    case 'drop':
      return Response.error();
    case 'status':
      return faultReply(fault);
    case 'hold': {
      const released = service.faults.hold();
      service.changed('state');
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
const isReadable = ({ behaviour }: Service, path: string, answer: Response) =>
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
