import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { webkitPrograms } from './engines.ts';

/** WebKitGTK with one page. */
export interface WebkitBrowser {
  goTo: (url: string) => Promise<void>;
  url: () => Promise<string>;
  reload: () => Promise<void>;
  back: () => Promise<void>;
  /** Runs the body of a function in the page: the value that it returns, once that is settled. */
  run: <Value>(body: string, ...parameters: unknown[]) => Promise<Value>;
  /** Clicks, as a person does, the element that such a body returns. */
  click: (body: string, ...parameters: unknown[]) => Promise<void>;
  close: () => Promise<void>;
}

/** The key under which an element travels. @see https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** How often is asked whether the driver listens, which it does not tell. */
const POLL_MS = 20;

/**
 * Starts a browser over W3C WebDriver, on a display of its own.
 *
 * @see https://www.w3.org/TR/webdriver2/
 * @throws Error where WebKitGTK is not installed or refuses a command
 */
export async function openWebkit(): Promise<WebkitBrowser> {
  const programs = webkitPrograms();
  if (!programs) throw new Error('WebKitGTK is not installed.');
  const display = spawn(programs.display, ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
  });
  const base = `http://127.0.0.1:${port}`;
  await untilListening(base, driver);
  const { sessionId } = await call<{ sessionId: string }>('POST', `${base}/session`, {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } },
  });

  const session = `${base}/session/${sessionId}`;
  const post = <Value>(path: string, body = {}) => call<Value>('POST', `${session}/${path}`, body);
  const run = <Value>(script: string, ...args: unknown[]) =>
    post<Value>('execute/sync', { script, args });
  return {
    run,
    goTo: (url) => post('url', { url }),
    url: () => call('GET', `${session}/url`),
    reload: () => post('refresh'),
    back: () => post('back'),
    click: async (body, ...parameters) => {
      const element = await run<Record<string, string>>(body, ...parameters);
      await post(`element/${element[ELEMENT]}/click`);
    },
    async close() {
      await call('DELETE', session);
      for (const child of [driver, display]) await end(child);
    },
  };
}

async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Value & { error: string; message: string } };
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

/** The driver takes a port and does not choose one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilListening(base: string, driver: ChildProcess): Promise<void> {
  for (;;) {
    const isThere = await fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    if (driver.exitCode !== null) throw new Error(`The driver ended with ${driver.exitCode}.`);
    await wait(POLL_MS);
  }
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
