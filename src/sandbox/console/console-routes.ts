import { Hono } from 'hono';
import type { SandboxCore } from '../core/core.ts';
import { reply, seeOther } from '../service/http/reply.ts';
import { consolePath } from '../service/pages/console-path.ts';
import { STYLE_PATH } from '../service/pages/document.ts';
import { buyerConsoleRoutes } from './buyer/buyer-console-routes.ts';
import { checkRoutes } from './check/check-routes.ts';
import { watchVisit } from './check/visit-client.ts';
import { runConsole } from './console-client.ts';
import { SCRIPT_PATH } from './frame.ts';
import { labRoutes } from './lab/lab-routes.ts';
import { logRoutes } from './log/log-routes.ts';
import type { SendAgain } from './log/log-routes.ts';
import { sellerRoutes } from './seller/seller-routes.ts';
import { undoRoutes } from './undo-part.ts';
import { check } from './style/check-style.ts';
import { foundation } from './style/foundation.ts';
import { lab } from './style/lab-style.ts';
import { layout } from './style/layout.ts';
import { lists } from './style/lists.ts';
import { log } from './style/log-style.ts';
import { widgets } from './style/widgets.ts';

/** The style of every page of the sandbox. */
const STYLE = foundation + widgets + layout + lists + log + lab + check;

/** Creates the routes of the console. Each form leads back to a page, so that the console works without a script. */
export function consoleRoutes(core: SandboxCore, sendAgain: SendAgain): Hono {
  const app = new Hono();
  app.route('/', sellerRoutes(core));
  app.route('/', buyerConsoleRoutes(core));
  app.route('/', logRoutes(core, sendAgain));
  app.route('/', labRoutes(core));
  app.route('/', checkRoutes(core));
  app.route('/', undoRoutes(core));

  for (const path of ['/sandbox', '/sandbox/'])
    app.get(path, () => seeOther(core.address(consolePath())));

  app.get(STYLE_PATH, () => reply(200, STYLE, { 'content-type': 'text/css; charset=utf-8' }));

  app.get(SCRIPT_PATH, () =>
    reply(200, `(${runConsole.toString()})();(${watchVisit.toString()})();`, {
      'content-type': 'text/javascript; charset=utf-8',
    }),
  );

  return app;
}
