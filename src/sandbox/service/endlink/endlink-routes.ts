import { Hono } from 'hono';
import type { Outcome } from '../../../protocol/index.ts';
import { previewReport, reportOutcome } from '../../market/market.ts';
import type { Reply } from '../behaviour/reply-table.ts';
import type { Behaviour } from '../behaviour/switch-table.ts';
import type { CallNotes, ServiceContext, ServiceEnvironment } from '../service-context.ts';
import { explainRefusal, refusalReply } from '../http/refusal.ts';
import type { Refusal } from '../http/refusal.ts';
import { errorsReply, jsonReply, reply, seeOther } from '../http/reply.ts';
import { consolePath } from '../pages/console-path.ts';
import { explain, quoted, tokenEnd } from '../reasons.ts';
import { endedPage } from './ended-page.ts';
import { ENDLINK_CALLS } from './endlink-calls.ts';
import type { EndlinkCall } from './endlink-calls.ts';
import { endlinkRefusal } from './endlink-refusals.ts';
import type { EndlinkRefusal } from './endlink-refusals.ts';

/** Creates the eight endlink endpoints. @see interface §4.4 */
export function endlinkRoutes(service: ServiceContext): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  for (const [path, call] of ENDLINK_CALLS) {
    app.all(path, ({ req, env }) => {
      if (req.method === 'GET' || req.method === 'HEAD') {
        return respond(service, call, req.raw, env.entry);
      }
      const allow = `GET, HEAD${service.behaviour.cors && call.form === 'api' ? ', OPTIONS' : ''}`;
      if (req.method === 'OPTIONS' && allow.endsWith('OPTIONS')) {
        explain(env.entry, null, preflightText(req.raw));
        return preflightReply(allow);
      }
      const reason = `Refused: ${wrongMethodText(req.raw, path, call)}`;
      if (req.method !== 'OPTIONS') explain(env.entry, '4.4', reason);
      else explain(env.entry, null, reason, { switches: call.form === 'api' ? ['cors'] : [] });
      return errorsReply(405, [`${req.method} is not allowed.`], { allow });
    });
  }
  return app;
}

function respond(
  service: ServiceContext,
  call: EndlinkCall,
  request: Request,
  notes: CallNotes,
): Response | Promise<Response> {
  const refusal = handleReport(service, call, request, notes);
  const { outcome, form } = call;
  if (form === 'html') return htmlResponse(service, refusal?.reason ?? outcome, refusal, notes);
  if (refusal) return refusalReply(service, refusal);
  const { status, shape, fields } = service.replies.outcome_success;
  if (shape === 'empty') return reply(status, null);
  return jsonReply(status, { message: 'Outcome recorded', outcome, ...fields });
}

/** Reports an outcome, unless the request may change nothing. @returns the refusal; `undefined` if it is accepted */
function handleReport(
  service: ServiceContext,
  { outcome }: EndlinkCall,
  request: Request,
  notes: CallNotes,
): ReturnType<typeof endlinkRefusal> | undefined {
  const { token } = notes;
  const market = service.market();
  const atMs = service.clock.nowMs();
  const spends = !isHarmless(service.behaviour, request);
  const result = token ? previewReport(market, token, atMs) : 'missing_token';
  // Explain before the report: it changes the records that the explanation reads.
  const refusal =
    result === 'accepted' ? undefined : endlinkRefusal(service, notes, result, request, spends);
  if (refusal) explainRefusal(notes, refusal);
  else {
    const switches = switchesOf(request);
    explain(notes, spends ? '3.1' : null, acceptedText(notes, outcome, request, spends), {
      switches,
    });
  }
  if (token && spends) {
    reportOutcome(market, token, outcome, { atMs, request: notes.number });
    notes.spent = result === 'accepted' || result === 'decided_packet';
    if (notes.spent) service.emitChange('state');
  }
  return refusal;
}

const isHarmless = (behaviour: Behaviour, { method, headers }: Request) =>
  (method === 'HEAD' && !behaviour.head_consumes) ||
  (!behaviour.prefetch_consumes && isPrefetch(headers));

/** Returns the switch that decides whether a request spends its token. */
const switchesOf = ({ method, headers }: Request): (keyof Behaviour)[] =>
  isPrefetch(headers) ? ['prefetch_consumes'] : method === 'HEAD' ? ['head_consumes'] : [];

const isPrefetch = (headers: Headers) => headers.get('sec-purpose')?.includes('prefetch') === true;

/** Explains an accepted report. Says that a prefetch or a HEAD spent the token, which the buyer may not have wanted. */
function acceptedText(
  { token }: CallNotes,
  outcome: Outcome,
  { method, headers }: Request,
  spends: boolean,
): string {
  const end = tokenEnd(token ?? '');
  if (!spends) return `Changed nothing: a HEAD or a prefetch does not spend token ${end}.`;
  const next = outcome === 'complete' ? 'published' : 'filtered';
  const spent = `Spent token ${end}: ${outcome} → ${next}.`;
  if (isPrefetch(headers)) {
    return `${spent} It was a prefetch: the browser looked ahead, and the switch prefetch_consumes is on.`;
  }
  return method === 'HEAD' ? `${spent} It was a HEAD, and the switch head_consumes is on.` : spent;
}

/** Creates the response of the `.html` form: a page, or a redirect to the console. */
function htmlResponse(
  service: ServiceContext,
  ending: Outcome | EndlinkRefusal,
  refusal: Refusal | undefined,
  { token }: CallNotes,
): Response | Promise<Response> {
  const { behaviour, replies } = service;
  const sellerId = service.market().tokens.get(token ?? '')?.seller_id;
  if (!refusal && behaviour.html_answer === 'redirect') {
    return seeOther(service.address(consolePath(sellerId)));
  }
  const { status = 200 }: Reply = replies[refusal?.reason ?? 'outcome_success'];
  return endedPage(service, status, ending, sellerId);
}

/** Answers the preflight of a page that adds a header of its own to a report. */
const preflightReply = (allow: string) =>
  reply(204, null, {
    allow,
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': '*',
  });

/** Says why a method is refused, as the end of a sentence. */
function wrongMethodText(
  { method, headers }: Request,
  path: string,
  { form }: EndlinkCall,
): string {
  if (method !== 'OPTIONS') {
    return `${method} is not allowed here, so no token was spent. Send a GET with the token in the query.`;
  }
  const origin = headers.get('origin');
  const asked = `a page${origin === null ? '' : ` of ${quoted(origin)}`} asked by a preflight whether it may call.`;
  return form === 'html'
    ? `${asked} The .html form is for going there: let a script call ${path.replace('.html', '')}.`
    : `${asked} The switch cors is off: turn it on, or call without headers of your own, which needs no preflight.`;
}

/** Says what a preflight asked for, and whether the browser will send the request. */
function preflightText({ headers }: Request): string {
  const method = headers.get('access-control-request-method') ?? 'GET';
  const names = headers.get('access-control-request-headers') ?? '';
  const asked = 'Answered the preflight of a page';
  if (method !== 'GET' && method !== 'HEAD') {
    return `${asked}: it wants to send ${quoted(method)}, so the browser will not let it. Only GET and HEAD are allowed.`;
  }
  // The wildcard does not stand for this one: https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name
  return /\bauthorization\b/i.test(names)
    ? `${asked}: it wants to send the header Authorization, so the browser will not let it. Leave it out: the token is enough.`
    : `${asked}: it may call and read.`;
}
