/**
 * A `test` of Playwright with the fixture `sandbox`: a marketplace of its own for each test, on a free port of this machine.
 *
 * @module
 */
import { expect as playwrightExpect, test as base } from '@playwright/test';
import type { BrowserContext, Route } from '@playwright/test';
import type { TestSandboxOptions } from './sandbox.ts';
import { withServedSandbox } from './serve-sandbox.ts';
import type { ServedSandbox } from './serve-sandbox.ts';

export type { TestSandboxOptions } from './sandbox.ts';
export type { ServedSandbox } from './serve-sandbox.ts';

/** Options that can be set by `test.use({ sandboxOptions: … })` and in `use` of the configuration. */
export interface SandboxFixtureOptions extends TestSandboxOptions {
  /**
   * The base URL that your pages have, such as `https://service.example`: what they send there reaches the sandbox. Its path is the sandbox's
   * `basePath`. Default: nothing is redirected.
   */
  serviceUrl?: string | undefined;
}

/** Fixtures that a test gets. */
export interface SandboxFixtures {
  /** A marketplace with one seller, one endlink and one packet to push into. */
  sandbox: ServedSandbox;
  /** Options of the fixture. */
  sandboxOptions: SandboxFixtureOptions;
}

/** The `expect` of Playwright. */
export const expect: typeof playwrightExpect = playwrightExpect;

/**
 * The `test` of Playwright with the fixture `sandbox`. Pages of the test reach the sandbox under `serviceUrl`.
 *
 * @example
 * import { test, expect } from 'vaultlink/testing/playwright';
 *
 * test.use({ sandboxOptions: { pageUrl: 'http://localhost:5173/', serviceUrl: 'https://service.example' } });
 *
 * test('pays the seller', async ({ page, sandbox }) => {
 *   const { url, token } = await sandbox.startEndlink();
 *   await page.goto(url);
 *   expect(await sandbox.waitForOutcome({ token })).toMatchObject({ outcome: 'complete' });
 * });
 */
export const test = base.extend<SandboxFixtures>({
  sandboxOptions: [{}, { option: true }],
  sandbox: ({ sandboxOptions }, use) => withServedSandbox(withPathOf(sandboxOptions), use),
  context: async ({ context, sandbox, sandboxOptions }, use) => {
    const { serviceUrl } = sandboxOptions;
    if (serviceUrl !== undefined) await routeToSandbox(context, serviceUrl, sandbox);
    await use(context);
  },
});

/** A sandbox below the path that pages know. */
function withPathOf({ serviceUrl, ...options }: SandboxFixtureOptions): TestSandboxOptions {
  return serviceUrl === undefined
    ? options
    : { basePath: new URL(serviceUrl).pathname, ...options };
}

/** Answers what the pages send to `serviceUrl` by the sandbox. */
async function routeToSandbox(
  context: BrowserContext,
  serviceUrl: string,
  sandbox: ServedSandbox,
): Promise<void> {
  const { origin } = new URL(serviceUrl);
  await context.route(
    (url) => url.origin === origin,
    (route) => answer(route, sandbox),
  );
}

async function answer(route: Route, sandbox: ServedSandbox): Promise<void> {
  const request = route.request();
  const { origin, pathname, search } = new URL(request.url());
  const headers = await request.allHeaders();
  // The service's own pages post forms to it: for the sandbox, its own origin is where it listens.
  if (headers.origin === origin) headers.origin = sandbox.origin;
  const body = request.postDataBuffer();
  const response = await sandbox.fetch(
    new Request(sandbox.origin + pathname + search, {
      method: request.method(),
      // The address has the host. HTTP/2 has names such as ":authority", which no Request accepts.
      headers: Object.entries(headers).filter(([name]) => name !== 'host' && !name.startsWith(':')),
      ...(body && { body: new Uint8Array(body) }),
    }),
  );
  // The connection is cut.
  if (response.type === 'error') return route.abort();
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
