import { readFile } from 'node:fs/promises';
import { listen } from '../../src/node/index.ts';
import type { Listener } from '../../src/node/index.ts';

/** What a buyer would write by hand: read one parameter, store it, take it out of the address. Nothing else, no check. */
const BARE = `(function(){var u=new URL(location.href),t=u.searchParams.get("service_endlink_token");if(t){sessionStorage.setItem("token",t);u.searchParams.delete("service_endlink_token");u.searchParams.delete("seller_id");history.replaceState(history.state,"",u)}})();`;

/** Marks the moment at which everything that the tag put off has run. */
const SETTLED = `window.longTasks=0;new PerformanceObserver(l=>{window.longTasks+=l.getEntries().length}).observe({type:"longtask",buffered:true});addEventListener("load",()=>setTimeout(()=>setTimeout(()=>performance.mark("settled"),50)));`;

const page = (script: string) =>
  `<!doctype html><html lang="en"><head><script src="${script}" data-base-url="https://service.example"></script><title>Survey</title></head><body><h1>Survey</h1><p>${'A question. '.repeat(200)}</p><script>${SETTLED}</script></body></html>`;

const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
const javascript = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };

/** A landing page with the bare loader, one with the tag, and their scripts. */
export function servePages(): Promise<Listener> {
  return listen(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/bare') return new Response(page('/bare.js'), { headers: html });
    if (pathname === '/tag') return new Response(page('/vaultlink.js'), { headers: html });
    if (pathname === '/bare.js') return new Response(BARE, { headers: javascript });
    if (!/^\/vaultlink[\w-]*\.js$/.test(pathname)) return new Response('', { status: 404 });
    return new Response(await readFile(`dist${pathname}`), { headers: javascript });
  });
}
