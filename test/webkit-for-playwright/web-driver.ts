import { request } from 'undici';
import { startDriverProcess } from './driver-process.ts';
import type { DriverProcess } from './driver-process.ts';

/** A WebDriver session in a WebKitGTK of its own, with its own cookies and storage. */
export interface WebDriver {
  /** Sends a command to the session and returns its value. @throws {@link WebDriverError} */
  command: <Value = null>(method: Method, path: string, body?: object) => Promise<Value>;
  close: () => Promise<void>;
}

/** The HTTP methods of WebDriver commands. */
export type Method = 'GET' | 'POST' | 'DELETE';

/** Thrown when the driver refuses a command. */
export class WebDriverError extends Error {
  override name = 'WebDriverError';
  /** The error code of the standard, for example `no such window`. */
  readonly code: string;

  constructor(command: string, { error, message }: { error: string; message: string }) {
    super(`${command}: ${error}: ${message}`);
    this.code = error;
  }
}

/** On a busy machine the driver sometimes never answers the first command of a browser that it has started: it gets this long, and another one is started. */
const START_LIMIT_MS = 20_000;

/** How many browsers are started before the test fails. */
const MAX_STARTS = 4;

/**
 * Starts a browser and a WebDriver session in it.
 *
 * @param proxy host and port of the HTTP proxy for all its requests
 * @see https://www.w3.org/TR/webdriver2/
 * @throws Error if WebKitGTK is not installed, or if no browser starts
 */
export async function startWebDriver(proxy?: string): Promise<WebDriver> {
  for (let start = 1; ; start += 1) {
    const driver = await startDriverProcess();
    try {
      return await startSession(driver, proxy);
    } catch (error) {
      await driver.stop();
      if (start === MAX_STARTS) throw error;
    }
  }
}

async function startSession(driver: DriverProcess, proxy: string | undefined): Promise<WebDriver> {
  const signal = AbortSignal.timeout(START_LIMIT_MS);
  const capabilities = {
    browserName: 'MiniBrowser',
    unhandledPromptBehavior: 'ignore',
    // A script timeout would be a timer of the page, whose clock may be paused.
    timeouts: { script: null },
    ...(proxy && { proxy: { proxyType: 'manual', httpProxy: proxy } }),
  };
  const body = { capabilities: { alwaysMatch: capabilities } };
  const url = `${driver.origin}/session`;
  const { sessionId } = await send<{ sessionId: string }>('POST', url, body, signal);

  const session = `${url}/${sessionId}`;
  await send('GET', `${session}/window/handles`, undefined, signal);
  return {
    command: (method, path, body) =>
      send(method, `${session}/${path}`, body ?? (method === 'POST' ? {} : undefined)),
    async close() {
      // The driver may close the connection before it responds, or never respond.
      await send('DELETE', session, undefined, AbortSignal.timeout(START_LIMIT_MS)).catch(
        () => undefined,
      );
      await driver.stop();
    },
  };
}

async function send<Value>(
  method: Method,
  url: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Value> {
  // `reset`: use each connection once, because the driver closes idle connections without notice.
  const response = await request(url, {
    method,
    reset: true,
    ...(signal && { signal }),
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.body.json()) as {
    value: Value & { error: string; message: string };
  };
  if (response.statusCode !== 200)
    throw new WebDriverError(`${method} ${new URL(url).pathname}`, value);
  return value;
}
