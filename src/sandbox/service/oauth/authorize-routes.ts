import { Hono } from 'hono';
import { consentPage } from './consent-page.ts';
import { messagePage } from '../pages/message-page.ts';
import { fieldsOf } from '../http/read-request.ts';
import { isOwnOrigin } from '../http/read-request.ts';
import { findSeller, isMagic } from '../magic-sellers.ts';
import { AUTHORIZE_PATH } from '../service-paths.ts';
import { decideAuthorization, refusalUrl } from './authorization-response.ts';
import { readAuthorizationRequest } from './authorization-request.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { ServiceEnvironment } from '../service-context.ts';
import { errorsReply, seeOther } from '../http/reply.ts';
import type { CallNotes, ServiceContext } from '../service-context.ts';
import { continued, explain, quoted } from '../reasons.ts';

/** Creates the routes of the consent page. @see interface §4 (not shown), RFC 6749 section 4.1.1 */
export function authorizeRoutes(service: ServiceContext): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();

  app.get(AUTHORIZE_PATH, async ({ req, env }) => {
    const request = await requestOf(service, req.url, env.entry);
    if (request instanceof Response) return request;
    explain(env.entry, '4', `Asked for consent to client ${request.client.client_id}.`);
    return consentPage(service, request, req.raw);
  });

  app.post(AUTHORIZE_PATH, async (context) => {
    const { req, env } = context;
    if (!isOwnForm(req.raw)) {
      const reason =
        'Refused: consent is given by the form on the page of the service alone. Send the browser to the authorization URL with a GET.';
      explain(env.entry, null, reason);
      return foreignPage(service);
    }
    const request = await requestOf(service, req.url, env.entry);
    if (request instanceof Response) return request;
    const { seller_id = '', decision } = await fieldsOf(context);
    const seller = findSeller(service.market(), seller_id);
    if (!seller || (decision !== 'allow' && decision !== 'deny')) {
      const what =
        seller === undefined
          ? `there is no seller ${quoted(seller_id)}`
          : 'the form has neither decision=allow nor decision=deny';
      explain(env.entry, null, `Refused: ${what}. Decide on the page of the service.`);
      return messagePage(
        service,
        400,
        'Nothing was decided',
        ['Choose a seller, then allow or deny.'],
        'bad',
      );
    }
    const isAllowed = decision === 'allow' && !isMagic(seller.id, 'magic-denies');
    const { client_id } = request.client;
    const reason = isAllowed
      ? `${seller.id} allowed client ${client_id}: the callback gets a code.`
      : `${seller.id} denied client ${client_id}: the callback gets error=access_denied and no code.${decision === 'allow' ? ' This seller always denies.' : ''}`;
    explain(env.entry, isAllowed ? '4.1' : null, reason);
    return seeOther(
      decideAuthorization(service, request, seller, decision, service.baseUrl(req.url)),
    );
  });

  app.all(AUTHORIZE_PATH, ({ req, env }) => {
    const reason = `Refused: ${req.method} is not allowed here. Send the browser to the authorization URL with a GET.`;
    explain(env.entry, null, reason);
    return errorsReply(405, [`${req.method} is not allowed.`], { allow: 'GET, HEAD, POST' });
  });

  return app;
}

/** Reads the request in an authorization URL. Returns a response if it is invalid: an error page, or a redirect to the client. */
function requestOf(
  service: ServiceContext,
  url: string,
  notes: CallNotes,
): AuthorizationRequest | Response | Promise<Response> {
  const { searchParams } = new URL(url);
  const read = readAuthorizationRequest(service.market(), searchParams);
  switch (read.kind) {
    case 'valid':
      return read.request;
    case 'refused': {
      const { error, error_description, section } = read.refusal;
      const reason = `Refused, and told the client ${error}: ${continued(error_description)}`;
      explain(notes, section, reason);
      return seeOther(refusalUrl(service, read.refusal, service.baseUrl(url)));
    }
    case 'stranger':
      explain(
        notes,
        '2.1',
        `Refused: ${continued(read.message)}${clientText(service, searchParams)}`,
      );
      return messagePage(service, 400, 'This link cannot be trusted', [read.message], 'bad');
  }
}

/** Describes a missing, repeated or unknown client_id: a sentence that begins with a space, or an empty string. */
function clientText(service: ServiceContext, query: URLSearchParams): string {
  const [id, ...others] = query.getAll('client_id');
  if (others.length) return ' It has client_id more than once.';
  if (!id) return ' It has no client_id.';
  return service.market().clients.has(id) ? '' : ` Its client_id is ${quoted(id)}.`;
}

/** Returns whether the form of the consent page posted a request. Browsers without Fetch Metadata send an Origin. */
function isOwnForm(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return isOwnOrigin(request.headers.get('origin') ?? '', request);
}

const foreignPage = (service: ServiceContext) =>
  messagePage(
    service,
    403,
    'This did not come from here',
    ['Allow or deny on our own page.'],
    'bad',
  );
