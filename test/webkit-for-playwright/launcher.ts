import type { BrowserLauncher } from '@web/test-runner';
import { startWebDriver } from './web-driver.ts';
import type { WebDriver } from './web-driver.ts';

/** Returns a launcher for Web Test Runner that runs all test files in one WebKitGTK, one after the other. */
export function webkitLauncher(): BrowserLauncher {
  let browser: Promise<WebDriver> | undefined;
  let activeSession: string | undefined;
  const navigate = async (url: string) => {
    browser ??= startWebDriver();
    await (await browser).command('POST', 'url', { url });
  };
  return {
    name: 'WebKitGTK',
    type: 'webkit',
    // The browser has one window. A page in a background window would get no animation frames.
    concurrency: 1,
    async startSession(sessionId, url) {
      activeSession = sessionId;
      await navigate(url);
    },
    isActive: (sessionId) => sessionId === activeSession,
    getBrowserUrl: async () => (await browser)?.command('GET', 'url'),
    async stopSession() {
      activeSession = undefined;
      await navigate('about:blank');
      return {};
    },
    startDebugSession: () =>
      Promise.reject(new Error('Web Test Runner cannot debug in WebKitGTK.')),
    async stop() {
      await (await browser)?.close();
    },
  };
}
