import type { BrowserLauncher } from '@web/test-runner';
import { startWebkit } from './web-driver.ts';
import type { WebDriver } from './web-driver.ts';

/** Runs the tests of the elements in WebKitGTK: one browser, which goes from one file to the next. */
export function webkitLauncher(): BrowserLauncher {
  let browser: Promise<WebDriver> | undefined;
  let active: string | undefined;
  const goTo = async (url: string) => {
    browser ??= startWebkit();
    await (await browser).command('POST', 'url', { url });
  };
  return {
    name: 'WebKitGTK',
    type: 'webkit',
    // It has one window, and a page in the background would get no animation frame.
    concurrency: 1,
    async startSession(sessionId, url) {
      active = sessionId;
      await goTo(url);
    },
    isActive: (sessionId) => sessionId === active,
    getBrowserUrl: async () => (await browser)?.command('GET', 'url'),
    async stopSession() {
      active = undefined;
      await goTo('about:blank');
      return {};
    },
    startDebugSession: () => Promise.reject(new Error('There is no debugging in WebKitGTK.')),
    async stop() {
      await (await browser)?.close();
    },
  };
}
