import { startDemo } from '../../../demo/demo.ts';
import type { Demo } from '../../../demo/demo.ts';
import { test as base } from './in-engine.ts';

/** Playwright's `test` with the demo. */
export const test = base.extend<{ demo: Demo }>({
  demo: async ({}, use) => {
    const demo = await startDemo({ port: 0 });
    await use(demo);
    await demo.close();
  },
});

export { expect } from './in-engine.ts';
