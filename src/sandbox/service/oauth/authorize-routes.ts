import { Hono } from 'hono';
import { consentPage } from './consent-page.ts';
import { messagePage } from '../pages/message-page.ts';
import { fieldsOf } from '../http/form-fields.ts';
import { AUTHORIZE_PATH } from '../addresses.ts';
import { decide, refusalLocation } from './authorization-answer.ts';
import { readAuthorizationRequest } from './authorization-request.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { ServiceEnvironment } from '../context.ts';
import { errorsReply, seeOther } from '../http/reply.ts';
import type { ServiceContext } from '../context.ts';

/** The page on which a user authorizes a client. @see interface §4 (not shown), RFC 6749 section 4.1.1 */
export function authorizeRoutes(service: ServiceContext): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();

  app.get(AUTHORIZE_PATH, async ({ req }) => {
    const request = await requestOf(service, req.url);
    if (request instanceof Response) return request;
    return consentPage(service, request, new URL(req.url).searchParams);
  });

  app.post(AUTHORIZE_PATH, async (context) => {
    const { req } = context;
    if (!isOwnForm(req.raw)) return foreignPage();
    const request = await requestOf(service, req.url);
    if (request instanceof Response) return request;
    const { seller_id = '', decision } = await fieldsOf(context);
    const seller = service.market().sellers.get(seller_id);
    if (!seller || (decision !== 'allow' && decision !== 'deny')) {
      return messagePage(
        400,
        'Nothing was decided',
        ['Choose a seller, then allow or deny.'],
        'bad',
      );
    }
    return seeOther(decide(service, request, seller, decision, new URL(req.url).origin));
  });

  app.all(AUTHORIZE_PATH, ({ req }) =>
    errorsReply(405, [`${req.method} is not allowed.`], { allow: 'GET, HEAD, POST' }),
  );

  return app;
}

/** The request in an authorization URL, or the answer to one that is not right: a page, or the way back to the client. */
function requestOf(
  service: ServiceContext,
  url: string,
): AuthorizationRequest | Response | Promise<Response> {
  const { origin, searchParams } = new URL(url);
  const read = readAuthorizationRequest(service.market(), searchParams);
  switch (read.kind) {
    case 'valid':
      return read.request;
    case 'refused':
      return seeOther(refusalLocation(service, read.refusal, origin));
    case 'stranger':
      return messagePage(400, 'This link cannot be trusted', [read.message], 'bad');
  }
}

/** Nobody consents by a form on a page of another's. Browsers without Fetch Metadata send an Origin. */
function isOwnForm({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === new URL(url).origin : site === 'same-origin';
}

const foreignPage = () =>
  messagePage(403, 'This did not come from here', ['Allow or deny on our own page.'], 'bad');
