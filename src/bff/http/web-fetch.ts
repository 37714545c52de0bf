import { VaultError } from '../../protocol/index.ts';
import { readTextWithin } from '../text-within.ts';
import type { RouteResponse } from './replies.ts';
import type { RouteRequest } from './route-request.ts';
import type { AnswerRequest } from './routes.ts';

/** Creates the function that answers a `Request` of the Web with a `Response`. */
export const fetchOf =
  (answer: AnswerRequest): ((request: Request) => Promise<Response>) =>
  async (request) =>
    webResponseOf(await answer(routeRequestOf(request)), request.method === 'HEAD');

const BODY_IS_GONE =
  'A middleware has read the body of this request. Let the backend handle the request first, or give it a copy that was made before: request.clone().';

function routeRequestOf(request: Request): RouteRequest {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  return {
    method,
    target: pathname + search,
    header: (name) => headers.get(name),
    clientAddress: undefined,
    webRequest: request,
    async readText(mostBytes) {
      if (request.bodyUsed) throw new VaultError('configuration_error', BODY_IS_GONE);
      const length = headers.get('content-length');
      if (length === null || !/^\d+$/.test(length)) return readTextWithin(request.body, mostBytes);
      if (Number(length) > mostBytes) return undefined;
      // The server enforces the announced length, so counting bytes would only add cost.
      const text = await request.text();
      return text.length > mostBytes ? undefined : text;
    },
  };
}

function webResponseOf(
  { status, headers, cookies, body }: RouteResponse,
  hasNoBody: boolean,
): Response {
  const response = new Response(hasNoBody ? null : body, { status, headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
