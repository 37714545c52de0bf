import type { LoggedRequest } from '../../../src/sandbox/index.ts';
import { startDemo } from '../../../demo/demo.ts';
import type { Demo } from '../../../demo/demo.ts';
import { watchContext } from './claims.ts';
import { test as base } from './in-engine.ts';
import type { Counter, SellersPacket } from './service.ts';
import { expectNothingWrong } from './verdict.ts';

/** What the marketplace of the demo knows. */
export interface MarketState {
  packets: { id: string; name: string }[];
  sellers: { id: string; name: string }[];
  sellers_packets: (SellersPacket & { seller_id: string })[];
}

/** A call below `/sandbox` of the marketplace: with an order a POST, else a GET. */
export async function control<Body>(demo: Demo, path: string, order?: object): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  const init = order && { method: 'POST', headers, body: JSON.stringify(order) };
  return (await (await fetch(`${demo.service}/sandbox/${path}`, init)).json()) as Body;
}

/** Playwright's `test` with the demo, and what its marketplace received. */
export const test = base.extend<{ demo: Demo; market: Counter }>({
  demo: async ({}, use) => {
    const demo = await startDemo({ port: 0 });
    await use(demo);
    await demo.close();
  },
  market: [
    async ({ context, demo }, use) => {
      const market: Counter = {
        claims: watchContext(context, demo.service),
        async requests(endlink) {
          const { requests } = await control<{ requests: LoggedRequest[] }>(demo, 'requests');
          return requests.filter(({ token }) => !endlink || token === endlink.token);
        },
        async packetOf({ packet_id }) {
          const { sellers_packets } = await control<MarketState>(demo, 'state');
          const found = sellers_packets.find((one) => one.packet_id === packet_id);
          if (!found) throw new Error(`no seller has ${packet_id}`);
          return found;
        },
      };
      await use(market);
      await expectNothingWrong(market);
    },
    { auto: true },
  ],
});

export { expect } from './in-engine.ts';
