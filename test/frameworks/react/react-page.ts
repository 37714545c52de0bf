import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Buyer } from '../../e2e/support/buyer.ts';
import { expect } from '../../e2e/support/fixtures.ts';
import type { Panel } from '../../e2e/support/panel.ts';
import { serveBundle } from '../../e2e/libraries/serve.ts';

/** How a page shows an app of `pages/apps.js`. */
interface ReactPage {
  app: string;
  /** Whether a server has rendered the app. */
  isServerRendered?: boolean;
  /** Whether the page waits for {@link start}. The elements are defined before. */
  waits?: boolean;
  /** Whether the page has the script tag. Default: it does. */
  hasTag?: boolean;
}

/** Serves an app at `/app`. */
export async function serveApp(
  buyer: Buyer | Panel,
  { app, isServerRendered = false, waits = false, hasTag = true }: ReactPage,
): Promise<void> {
  await serveBundle(buyer, '../../frameworks/react/pages');
  const packetId = 'packetId' in buyer ? buyer.packetId : '';
  const html = isServerRendered ? await renderOnServer(app, { packetId }) : '';
  const data = `data-app="${app}" data-packet-id="${packetId}"${waits ? ' data-waits="yes"' : ''}`;
  buyer.page('/app', {
    ...(!hasTag && { tag: false }),
    body: `<div id="root" ${data}>${html}</div><script type="module" src="/bundle/start.js"></script>`,
  });
}

/** The HTML of an app as Node renders it. */
export async function renderOnServer(app: string, props: object = {}): Promise<string> {
  const script = fileURLToPath(new URL('render.js', import.meta.url));
  const parameters = ['--conditions=vaultlink-source', script, app, JSON.stringify(props)];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stderr).toBe('');
  return stdout;
}

/** Lets a page that waits render its app. */
export async function start(page: Page): Promise<void> {
  await page.waitForFunction('!!globalThis.start');
  await page.evaluate('start()');
}

/** What a handler was called with. */
interface Heard {
  type: string;
  state?: string;
  target?: string;
  render?: number;
}

/** Returns the arguments with which the handlers of the app were called. */
export const heardIn = (page: Page): Promise<Heard[]> => page.evaluate('globalThis.heard ?? []');

/**
 * Collects the errors and warnings of the console, and what the page throws, from now on. That an outcome is late is none: on a slow machine, the
 * console says so rightly.
 */
export function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type());
    if (isProblem && !message.text().includes('waits for its outcome'))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}
