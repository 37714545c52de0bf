import { Hono } from 'hono';
import { z } from 'zod/v4';
import { enteredEndlinkUrl } from '../../core/packet-fields.ts';
import type { SandboxCore } from '../../core/core.ts';
import { OUTCOMES } from '../../service/endlink/endlink-calls.ts';
import { fieldsOf } from '../../service/http/read-request.ts';
import { reply, seeOther } from '../../service/http/reply.ts';
import { CHECK_PATH } from '../../service/pages/console-path.ts';
import { messagePage } from '../../service/pages/message-page.ts';
import { playedSeller } from '../../service/pages/played-seller.ts';
import { mistakesIn } from '../fields.ts';
import { checkPage, startPage } from './check-page.ts';
import { createSiteChecks } from './site-checks.ts';

/** Schema of a check that a buyer starts. */
const checkOrder = z.object({
  url: enteredEndlinkUrl,
  expected: z.enum(['', ...OUTCOMES]),
});

/**
 * Creates the routes of the page on which a buyer checks their own pages, and of its forms and script. The sandbox never requests the entered address:
 * the buyer's browser opens it.
 */
export function checkRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  const checks = createSiteChecks(core);
  const ONE = `${CHECK_PATH}/:id{[\\w-]+}`;

  app.get(CHECK_PATH, ({ req }) => startPage(core, core.baseUrl(req.url)));

  app.post(CHECK_PATH, async (context) => {
    const { url = '', expected = '' } = await fieldsOf(context);
    const values = { url: url.trim(), expected };
    const order = checkOrder.safeParse(values);
    if (!order.success) {
      const draft = { form: 'check', values, mistakes: mistakesIn(order.error, values) };
      return startPage(core, core.baseUrl(context.req.url), draft);
    }
    const check = checks.add({ url: order.data.url, expected: order.data.expected || undefined });
    return seeOther(core.address(`${CHECK_PATH}/${check.id}`));
  });

  app.get(ONE, ({ req }) => {
    const check = checks.find(req.param('id'));
    return check ? checkPage(core, check, core.baseUrl(req.url)) : gonePage(core);
  });

  app.post(`${ONE}/open`, ({ req }) => {
    const check = checks.find(req.param('id'));
    const seller = playedSeller(core.market(), req.raw);
    const url = check && seller && checks.open(check, seller);
    return url === undefined ? gonePage(core) : seeOther(url);
  });

  app.post(`${ONE}/messages`, async (context) => {
    const check = checks.find(context.req.param('id'));
    const { message = '', gone } = await fieldsOf(context);
    if (!check?.visit) return reply(404, null);
    if (gone !== undefined) check.isTabGone = true;
    else if (!checks.addMessage(check, message)) return reply(400, null);
    core.emitChange('log');
    return reply(204, null);
  });

  app.post(`${ONE}/answers`, async (context) => {
    const check = checks.find(context.req.param('id'));
    if (!check) return gonePage(core);
    const { banner, over } = await fieldsOf(context);
    if (banner === 'none' || banner === 'in the way') check.banner = banner;
    if (over !== undefined) check.isOver = over === 'true';
    core.emitChange('log');
    return seeOther(core.address(`${CHECK_PATH}/${check.id}`));
  });

  return app;
}

const gonePage = (core: SandboxCore) =>
  messagePage(
    core,
    410,
    'This check is over',
    ['It was opened already, replaced by a newer one, or the sandbox was reset. Start a new one.'],
    'neutral',
    { label: 'Start a new check', path: CHECK_PATH },
  );
