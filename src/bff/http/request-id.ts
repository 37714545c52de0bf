import { randomId } from '../grants/hash.ts';
import type { RouteResponse } from './replies.ts';
import { withHeaders } from './replies.ts';
import type { RouteRequest } from './route-request.ts';

/** Header in which a proxy gives each request an id, and in which an error response names it. */
const REQUEST_ID_HEADER = 'x-request-id';

/** The lowest status of an error. */
const FIRST_ERROR_STATUS = 400;

/** Ids that proxies create. Anything else could be a stranger's text, and does not reach the log. */
const REQUEST_ID = /^[\w.:=+/-]{1,100}$/;

/** Ids of failed requests to which no proxy has given one. */
const createdIds = new WeakMap<RouteRequest, string>();

/** Returns the id that the proxy has given a request, as a field of an event. Without one, there is no field. */
export function givenIdOf({ header }: RouteRequest): { requestId?: string } {
  const requestId = header(REQUEST_ID_HEADER);
  return requestId !== null && REQUEST_ID.test(requestId) ? { requestId } : {};
}

/** Returns the id of a request that has failed: the one that the proxy has given it, or a random one. It is the same each time. */
export function requestIdOf(request: RouteRequest): string {
  const id = givenIdOf(request).requestId ?? createdIds.get(request) ?? randomId();
  createdIds.set(request, id);
  return id;
}

/** Names the id of a request in its response if that is an error. */
export const withRequestId = (request: RouteRequest, response: RouteResponse): RouteResponse =>
  response.status < FIRST_ERROR_STATUS
    ? response
    : withHeaders(response, { [REQUEST_ID_HEADER]: requestIdOf(request) });
