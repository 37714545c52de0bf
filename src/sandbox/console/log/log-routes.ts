import { Hono } from 'hono';
import { clearLog } from '../../actions/tester-acts.ts';
import { undoably } from '../../actions/undo.ts';
import type { SandboxCore } from '../../core/core.ts';
import { isOpening } from '../../core/request-log.ts';
import type { LoggedRequest } from '../../core/request-log.ts';
import { seeOther } from '../../service/http/reply.ts';
import { INTERFACE_PATH, LOG_PATH } from '../../service/pages/console-path.ts';
import { messagePage } from '../../service/pages/message-page.ts';
import { entryPath } from './entry-view.ts';
import { readFilter } from './log-filter.ts';
import { entryPage, logPage } from './log-page.ts';
import { interfacePage } from './sections.ts';

/** Sends a request to the service of the sandbox, as the repetition of another. */
export type SendAgain = (request: Request, repeats: number) => Promise<Response>;

/** Milliseconds for which a page waits for the answer to a request that is sent again. A fault may hold it. */
const MAX_WAIT_MS = 1000;

/** Creates the routes of the log of requests. */
export function logRoutes(core: SandboxCore, sendAgain: SendAgain): Hono {
  const app = new Hono();

  app.get(LOG_PATH, ({ req }) => {
    const { searchParams } = new URL(req.url);
    return logPage(core, readFilter(searchParams), core.baseUrl(req.url));
  });

  app.get(`${LOG_PATH}/:key{\\d+|opening-\\d+}`, ({ req }) => {
    const entry = core.log.find(req.param('key'));
    return entry ? entryPage(core, entry, core.baseUrl(req.url)) : forgottenPage(core);
  });

  app.post(`${LOG_PATH}/:key{\\d+}/again`, async ({ req }) => {
    const entry = core.log.find(req.param('key'));
    if (!entry || isOpening(entry) || entry.body_truncated) return forgottenPage(core);
    const answered = sendAgain(requestOf(entry, core.baseUrl(req.url)), entry.number);
    const repetition = core.log.entries().at(-1) ?? entry;
    await promiseWithin(answered, MAX_WAIT_MS);
    return seeOther(core.address(entryPath(repetition.number)));
  });

  app.get(INTERFACE_PATH, () => interfacePage(core));

  app.post(`${LOG_PATH}/clear`, () => {
    undoably(core, 'Cleared the log', () => clearLog(core));
    return seeOther(core.address(LOG_PATH));
  });

  return app;
}

/** Returns the request of an entry once more. */
const requestOf = ({ method, path, query, headers, body }: LoggedRequest, baseUrl: string) =>
  new Request(`${baseUrl}${path}${query && `?${query}`}`, {
    method,
    headers,
    ...(body !== null && { body }),
  });

/** Waits for a promise, for `ms` at most. Rejects if it rejects within that time. */
async function promiseWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

const forgottenPage = (core: SandboxCore) =>
  messagePage(
    core,
    404,
    'The log does not have this entry',
    [
      'It was cleared, so many came after it that it was forgotten, or it came before the sandbox was started, reset or given a scenario.',
    ],
    'neutral',
    { label: 'Back to the log', path: LOG_PATH },
  );
