import { request } from 'undici';
import { startDriverProcess } from './driver-process.ts';

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

/**
 * Starts a browser and a WebDriver session in it.
 *
 * @param proxy host and port of the HTTP proxy for all its requests
 * @see https://www.w3.org/TR/webdriver2/
 * @throws Error if WebKitGTK is not installed
 */
export async function startWebDriver(proxy?: string): Promise<WebDriver> {
  const driver = await startDriverProcess();
  const capabilities = {
    browserName: 'MiniBrowser',
    unhandledPromptBehavior: 'ignore',
    // A script timeout would be a timer of the page, whose clock may be paused.
    timeouts: { script: null },
    ...(proxy && { proxy: { proxyType: 'manual', httpProxy: proxy } }),
  };
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driver.origin}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });

  const session = `${driver.origin}/session/${sessionId}`;
  return {
    command: (method, path, body) =>
      send(method, `${session}/${path}`, body ?? (method === 'POST' ? {} : undefined)),
    async close() {
      // The driver may close the connection before it responds.
      await send('DELETE', session).catch(() => undefined);
      await driver.stop();
    },
  };
}

async function send<Value>(method: Method, url: string, body?: object): Promise<Value> {
  // `reset`: use each connection once, because the driver closes idle connections without notice.
  const response = await request(url, {
    method,
    reset: true,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.body.json()) as {
    value: Value & { error: string; message: string };
  };
  if (response.statusCode !== 200)
    throw new WebDriverError(`${method} ${new URL(url).pathname}`, value);
  return value;
}
