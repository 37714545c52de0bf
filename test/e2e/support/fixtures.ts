import { watchContext } from './claims.ts';
import { startBuyer } from './buyer.ts';
import type { Buyer } from './buyer.ts';
import { test as base } from './in-engine.ts';
import { startPanel } from './panel.ts';
import type { Panel } from './panel.ts';
import { startService } from './service.ts';
import type { Service } from './service.ts';
import { expectNothingWrong } from './verdict.ts';

/** The servers that a flow runs against: each test has its own. */
export interface Servers {
  service: Service;
  buyer: Buyer;
  /** A second host of the same buyer. */
  otherBuyer: Buyer;
  /** A buyer with the backend for the front end. */
  panel: Panel;
}

/** What `test.use` can set. */
export interface ServerOptions {
  /** The base path of the service. Default: none. */
  basePath: string;
}

/** Playwright's `test`, with {@link Servers}. */
export const test = base.extend<Servers & ServerOptions>({
  basePath: ['', { option: true }],
  service: async ({ basePath }, use) => {
    const service = await startService({ basePath });
    await use(service);
    await service.close();
  },
  context: async ({ context, service }, use) => {
    service.watch(watchContext(context, service.baseUrl));
    await use(context);
    // Also where the flow has failed: a wait may have ended for such a reason.
    await expectNothingWrong(service);
  },
  buyer: async ({ service }, use) => {
    const buyer = await startBuyer(service.baseUrl);
    await use(buyer);
    await buyer.close();
  },
  otherBuyer: async ({ service }, use) => {
    const buyer = await startBuyer(service.baseUrl);
    await use(buyer);
    await buyer.close();
  },
  panel: async ({ service }, use) => {
    const panel = await startPanel(service);
    await use(panel);
    await panel.close();
  },
});

export { expect } from './in-engine.ts';
