import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { webkitPrograms } from './engines.ts';
import { exited } from './exited.ts';
import { freePort } from './free-port.ts';

/** A WebKitGTK of its own, with its cookies and storage, over W3C WebDriver. */
export interface WebDriver {
  /** A command of the session: its value. @throws {@link WebDriverError} */
  command: <Value = null>(method: Method, path: string, body?: object) => Promise<Value>;
  close: () => Promise<void>;
}

/** The methods that commands have. */
export type Method = 'GET' | 'POST' | 'DELETE';

/** A command was refused. */
export class WebDriverError extends Error {
  override name = 'WebDriverError';
  /** As the standard names it: `no such window`. */
  readonly error: string;

  constructor(command: string, { error, message }: { error: string; message: string }) {
    super(`${command}: ${error}: ${message}`);
    this.error = error;
  }
}

/** How often is asked whether the driver listens, which it does not tell. */
const POLL_MS = 20;

/**
 * Starts a browser on a display of its own.
 *
 * @param proxy host and port of the proxy that its requests take
 * @see https://www.w3.org/TR/webdriver2/
 * @throws Error where WebKitGTK is not installed
 */
export async function startWebkit(proxy?: string): Promise<WebDriver> {
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
  // Nothing of it outlives a run that is broken off: the browser ends with its display.
  const endAll = () => [driver, display].forEach((child) => child.kill());
  process.once('exit', endAll);
  const base = `http://127.0.0.1:${port}`;
  await untilListening(base, driver);
  const capabilities = {
    browserName: 'MiniBrowser',
    unhandledPromptBehavior: 'ignore',
    // It would be a timer of the page, which may have a clock of its own.
    timeouts: { script: null },
    ...(proxy && { proxy: { proxyType: 'manual', httpProxy: proxy } }),
  };
  const { sessionId } = await call<{ sessionId: string }>('POST', `${base}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });

  const session = `${base}/session/${sessionId}`;
  return {
    command: (method, path, body) =>
      call(method, `${session}/${path}`, body ?? (method === 'POST' ? {} : undefined)),
    async close() {
      // The driver may have closed the connection before it answers.
      await call('DELETE', session).catch(() => undefined);
      for (const child of [driver, display]) {
        // The driver ends by itself at times, where a command is under way as its session ends.
        const end = exited(child);
        child.kill();
        await end;
      }
      process.off('exit', endAll);
    },
  };
}

async function call<Value>(method: Method, url: string, body?: object): Promise<Value> {
  // Over a connection of its own: the driver closes them as it likes.
  const answer = await request(url, {
    method,
    reset: true,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.body.json()) as {
    value: Value & { error: string; message: string };
  };
  if (answer.statusCode !== 200)
    throw new WebDriverError(`${method} ${new URL(url).pathname}`, value);
  return value;
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
