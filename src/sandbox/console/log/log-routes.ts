import { Hono } from 'hono';
import { clearLog } from '../../actions/tester-acts.ts';
import type { SandboxCore } from '../../core/core.ts';
import { seeOther } from '../../service/http/reply.ts';
import { LOG_PATH } from '../../service/pages/console-path.ts';
import { messagePage } from '../../service/pages/message-page.ts';
import { readFilter } from './log-filter.ts';
import { entryPage, logPage } from './log-page.ts';

/** Creates the routes of the log of requests. */
export function logRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  app.get(LOG_PATH, ({ req }) => {
    const { searchParams } = new URL(req.url);
    return logPage(core, readFilter(searchParams), core.baseUrl(req.url));
  });

  app.get(`${LOG_PATH}/:number{\\d+}`, ({ req }) => {
    const number = Number(req.param('number'));
    const [entry] = core.log.onlyAfter(number - 1, 1);
    if (entry?.number !== number) return forgottenPage(core);
    return entryPage(core, entry, core.baseUrl(req.url));
  });

  app.post(`${LOG_PATH}/clear`, () => {
    clearLog(core);
    return seeOther(core.address(LOG_PATH));
  });

  return app;
}

const forgottenPage = (core: SandboxCore) =>
  messagePage(
    core,
    404,
    'The log does not have this request',
    [
      'It was cleared, so many came after it that it was forgotten, or it came before the sandbox was started, reset or given a scenario.',
    ],
    'neutral',
    { label: 'Back to the log', path: LOG_PATH },
  );
