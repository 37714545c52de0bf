import { existsSync, readFileSync } from 'node:fs';
import { listen } from '../../../src/node/index.ts';
import type { Site } from './site-parts.ts';

/** Its name leads nowhere, so a request that is not intercepted fails. */
const NO_SERVICE = 'https://service.example';

const built = (path: string) => readFileSync(`dist${path}`, 'utf8');

const isBuilt = (path: string) => /^\/vaultlink[\w-]*\.js$/.test(path) && existsSync(`dist${path}`);

/**
 * Serves a site on free ports of this machine.
 *
 * @param service where its pages report to. Default: nowhere
 * @param isDebugged whether its tags show the self-check panel to the console of a sandbox
 */
export async function serveSite(
  { pages, statuses = {}, headers = {}, files = {}, holdTagUntil }: Site,
  { service = NO_SERVICE, isDebugged = false } = {},
) {
  const foreign = await listen(() => new Response('', { headers: { 'content-type': 'text/css' } }));
  const origins = { own: '', other: '', foreign: foreign.origin };
  let releaseTag: () => void = () => undefined;
  const tagReleased = new Promise<void>((resolve) => (releaseTag = resolve));
  if (holdTagUntil === undefined) releaseTag();
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === holdTagUntil) releaseTag();
    if (pathname === '/vaultlink.js') await tagReleased;
    const file = files[pathname];
    if (file) return file(request);
    if (isBuilt(pathname))
      return new Response(built(pathname), { headers: { 'content-type': 'text/javascript' } });
    const html = pages[pathname];
    if (html === undefined) return new Response(null, { status: 204 });
    const filled = html
      .replaceAll('{service}', service)
      .replaceAll('{debug}', isDebugged ? 'data-debug="query"' : '')
      .replaceAll('{debugInjected}', isDebugged ? "s.dataset.debug='query';" : '')
      .replaceAll('{otherHost}', new URL(origins.other).host)
      .replaceAll('{own}', origins.own)
      .replaceAll('{other}', origins.other)
      .replaceAll('{foreign}', origins.foreign);
    return new Response(filled, {
      status: statuses[pathname] ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8', ...headers[pathname] },
    });
  };
  const other = await listen(answer);
  origins.other = other.origin;
  const own = await listen(answer);
  origins.own = own.origin;
  return {
    origin: own.origin,
    close: () => Promise.all([own.close(), other.close(), foreign.close()]),
  };
}
