import type { BrowserContext } from 'playwright-core';

/** The name of the function that pages report to. */
const BINDING = 'vaultlinkCheckServiceWorker';

/** The parts of a page's `window` that are used here. */
interface PageWindow {
  top: unknown;
  document: { baseURI: string };
  navigator: { serviceWorker?: ServiceWorkers };
}

interface ServiceWorkers {
  register(script: string | URL, options?: object): Promise<unknown>;
}

/**
 * Collects the addresses of the service workers that the pages of a visit want to register. The browser context has to switch them off: they would
 * answer requests that nobody sees.
 */
export async function watchServiceWorkers(context: BrowserContext): Promise<ReadonlySet<string>> {
  const addresses = new Set<string>();
  await context.exposeFunction(BINDING, (address: string) => addresses.add(address));
  await context.addInitScript(reportServiceWorkers, BINDING);
  return addresses;
}

/** Runs in each page before its scripts. Its source text is sent to the browser, so it must use nothing from outside itself. */
function reportServiceWorkers(binding: string): void {
  const page = globalThis as unknown as PageWindow;
  const workers = page.navigator.serviceWorker;
  if (page.top !== globalThis || !workers) return;
  const { [binding]: send } = page as unknown as Record<string, (address: string) => unknown>;
  workers.register = (script, options) => {
    const { origin, pathname } = new URL(script, page.document.baseURI);
    send?.(origin + pathname);
    // The browser context has put the function that switches them off there.
    const switchedOff = Object.getPrototypeOf(workers) as ServiceWorkers;
    return switchedOff.register.call(workers, script, options);
  };
}
