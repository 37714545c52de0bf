import { Hono } from 'hono';
import { explain } from '../reasons.ts';
import { explainResult } from './endlink-reasons.ts';
import { preflightText, wrongMethodText } from './method-reasons.ts';
import { consolePath } from '../pages/console-path.ts';
import { endedPage } from './ended-page.ts';
import type { Behaviour } from '../behaviour/behaviour.ts';
import { ENDLINK_CALLS } from './endlink-calls.ts';
import type { EndlinkCall } from './endlink-calls.ts';
import type { ServiceEnvironment } from '../context.ts';
import { refusalReply, REFUSALS } from './endlink-refusals.ts';
import type { Refusal } from './endlink-refusals.ts';
import { errorsReply, jsonReply, reply, seeOther } from '../http/reply.ts';
import type { CallNotes } from '../context.ts';
import type { ServiceContext } from '../context.ts';
import { previewReport, reportOutcome } from '../../market/market.ts';

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
        explain(env.entry, '4.4', preflightText(req.raw));
        return preflightReply(allow);
      }
      explain(env.entry, '4.4', `Refused: ${wrongMethodText(req.raw, path, call)}`);
      return errorsReply(405, [`${req.method} is not allowed.`], { allow });
    });
  }
  return app;
}

function respond(
  service: ServiceContext,
  call: EndlinkCall,
  request: Request,
  entry: CallNotes,
): Response | Promise<Response> {
  const result = handleReport(service, call, request, entry);
  if (call.form === 'html') return htmlResponse(service, call, result, entry);
  if (result !== 'accepted') return refusalReply(service.behaviour, result);
  const { success_status: status, success_body: body } = service.behaviour;
  if (body === 'empty') return reply(status, null);
  return jsonReply(status, { message: 'Outcome recorded', outcome: call.outcome });
}

function handleReport(
  service: ServiceContext,
  { outcome }: EndlinkCall,
  request: Request,
  entry: CallNotes,
): 'accepted' | Refusal {
  if (!entry.token) {
    explainResult(service, entry, 'missing', { outcome, request });
    return 'missing';
  }
  const market = service.market();
  const nowMs = service.clock.nowMs();
  if (isHarmless(service.behaviour, request)) {
    const expected = previewReport(market, entry.token, nowMs);
    explainResult(service, entry, expected, { outcome, request });
    return expected;
  }
  // Explain before the report: it changes the records that the explanation reads.
  const expected = previewReport(market, entry.token, nowMs);
  explainResult(service, entry, expected, { outcome, request, effect: 'spends' });
  const result = reportOutcome(market, entry.token, outcome, {
    atMs: nowMs,
    request: entry.number,
  });
  entry.spent = result === 'accepted' || result === 'decided';
  if (entry.spent) service.changed('state');
  return result;
}

const isHarmless = (behaviour: Behaviour, { method, headers }: Request) =>
  (method === 'HEAD' && !behaviour.head_consumes) ||
  (!behaviour.prefetch_consumes && headers.get('sec-purpose')?.includes('prefetch') === true);

function htmlResponse(
  service: ServiceContext,
  { outcome }: EndlinkCall,
  result: 'accepted' | Refusal,
  { token }: CallNotes,
): Response | Promise<Response> {
  const { behaviour } = service;
  const sellerId = service.market().tokens.get(token ?? '')?.seller_id;
  if (result !== 'accepted') {
    return endedPage(service, REFUSALS[result].status(behaviour), result, sellerId);
  }
  if (behaviour.html_answer === 'redirect') {
    return seeOther(service.address(consolePath(sellerId)));
  }
  return endedPage(service, behaviour.success_status, outcome, sellerId);
}

/** Answers the preflight of a page that adds a header of its own to a report. */
const preflightReply = (allow: string) =>
  reply(204, null, {
    allow,
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': '*',
  });
