import { readFile } from 'node:fs/promises';
import { installFolder } from '../../build/install-folder.ts';
import { listen } from '../../src/node/index.ts';
import type { Listener } from '../../src/node/index.ts';
import { bundlePage } from '../support/bundle-page.ts';

/** What a buyer would write by hand: read one parameter, store it, take it out of the address. Nothing else, no check. */
const BARE = `(function(){var u=new URL(location.href),t=u.searchParams.get("service_endlink_token");if(t){sessionStorage.setItem("token",t);u.searchParams.delete("service_endlink_token");u.searchParams.delete("seller_id");history.replaceState(history.state,"",u)}})();`;

/** Scripts of other products that belong on any page too, with the least that a page has to call. They talk to this page's own server. */
const PEERS = {
  'plausible-tracker': `import Plausible from 'plausible-tracker';
    Plausible({ domain: 'buyer.example', apiHost: location.origin, trackLocalhost: true }).trackPageview();`,
  'hcaptcha-loader': `import { hCaptchaLoader } from '@hcaptcha/loader';
    hCaptchaLoader({ scriptSource: '/empty.js' }).catch(() => {});`,
};

/** Marks the moment at which everything that the tag put off has run. */
const SETTLED = `window.longTasks=0;new PerformanceObserver(l=>{window.longTasks+=l.getEntries().length}).observe({type:"longtask",buffered:true});addEventListener("load",()=>setTimeout(()=>setTimeout(()=>performance.mark("settled"),50)));`;

const page = (script: string) =>
  `<!doctype html><html lang="en"><head><script src="${script}" data-base-url="https://service.example"></script><title>Survey</title></head><body><h1>Survey</h1><p>${'A question. '.repeat(200)}</p><script>${SETTLED}</script></body></html>`;

const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
const javascript = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };

/**
 * Serves a landing page each with the bare loader, the tag and the scripts of other products: `/NAME` has `/NAME.js` in its head.
 *
 * @param others checkouts that have a build: `/beside/0/vaultlink` has the tag of the first one
 */
export async function servePages(others: readonly string[] = []): Promise<Listener> {
  const fileOf = (path: string) => {
    const [, index, file = path] = /^\/beside\/(\d+)(\/.*)/.exec(path) ?? [];
    return `${others[Number(index)] ?? '.'}/dist${file}`;
  };
  const scripts = new Map([
    ['/bare.js', BARE],
    ['/empty.js', ''],
  ]);
  installFolder('test/bench');
  for (const [name, code] of Object.entries(PEERS))
    scripts.set(`/${name}.js`, `(() => {${await bundlePage(code, { root: 'test/bench' })}})()`);
  return listen(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/api/')) return new Response(null, { status: 202 });
    if (!pathname.endsWith('.js')) return new Response(page(`${pathname}.js`), { headers: html });
    const script = scripts.get(pathname) ?? (await readFile(fileOf(pathname)));
    return new Response(script, { headers: javascript });
  });
}
