import { BrowserContext } from './browser-context.ts';
import { PlaywrightObject } from './uncovered.ts';

/** Playwright's `Browser`. Each of its contexts is a WebKitGTK of its own, so it has nothing to start or to close. */
export class Browser extends PlaywrightObject {
  newContext(): Promise<BrowserContext> {
    return BrowserContext.start();
  }

  /** Does nothing: a context that is open stays so. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  isConnected(): boolean {
    return true;
  }
}
