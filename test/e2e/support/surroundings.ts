import type { BrowserContext, Page } from '@playwright/test';
import type { Buyer } from './buyer.ts';

/** What a service worker does with a request. */
export const WORKERS = {
  handsOn: 'event.respondWith(fetch(event.request));',
  failsReports: `if (/\\/api\\/v3\\/endlinks\\/\\w+\\?/.test(event.request.url)) event.respondWith(Response.error());`,
  answersItself: `event.respondWith(fetch(event.request).catch(() => new Response('You are offline.')));`,
  cachesReports: `if (/\\/api\\/v3\\/endlinks\\/\\w+\\?/.test(event.request.url)) event.respondWith((async () => {
    const cache = await caches.open('reports');
    const cached = await cache.match(event.request, { ignoreSearch: true });
    if (cached) return cached;
    const response = await fetch(event.request);
    await cache.put(event.request, response.clone());
    return response;
  })());`,
} as const;

/**
 * Puts a service worker of the buyer's own in charge of every page from the first load on.
 *
 * @param onFetch what it does at a request, such as one of {@link WORKERS}
 */
export async function controlBy(page: Page, buyer: Buyer, onFetch: string): Promise<void> {
  const worker = `
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => { ${onFetch} });`;
  buyer.handle('/worker.js', () => {
    return new Response(worker, { headers: { 'content-type': 'text/javascript' } });
  });
  buyer.page('/before', { tag: false });
  await page.goto(buyer.url('/before'));
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => !!navigator.serviceWorker.controller);
}

/** Stops every report that a page would fetch, as an ad blocker does. */
export const blockReports = (pages: Page | BrowserContext): Promise<unknown> =>
  pages.route(/\/api\/v3\/endlinks\/\w+\?/, (route) => route.abort('blockedbyclient'));

/** Runs in a page: lets storages throw at their mere name, as they do where a browser blocks them. Default: both. */
export function refuseStorages(names: readonly string[] = ['sessionStorage', 'localStorage']) {
  for (const name of names)
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
}

/** Blocks both storages. */
export const blockStorage = (pages: Page | BrowserContext): Promise<unknown> =>
  // Without an argument, which the stand-in for WebKit does not pass on.
  pages.addInitScript(refuseStorages);

/** A script that leaves no room in the storages for another character. */
export const FILL = `<script>
  for (const storage of [sessionStorage, localStorage])
    for (let length = 2 ** 22, key = 0; length >= 1; ) {
      try { storage.setItem('filled' + key++, 'x'.repeat(length)); } catch { length /= 2; }
    }
</script>`;
