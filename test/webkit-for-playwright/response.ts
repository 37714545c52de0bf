import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { injectScripts } from './inject-scripts.ts';
import { PlaywrightObject } from './uncovered.ts';

/** Playwright's `Response`: the response of a server to a page. */
export class Response extends PlaywrightObject {
  readonly #url: string;
  readonly #message: IncomingMessage;
  readonly #body = Promise.withResolvers<string>();

  /** @param message the server's response, whose body has not been read */
  constructor(url: string, message: IncomingMessage) {
    super();
    this.#url = url;
    this.#message = message;
    // A failure is not unhandled if no test waits for the body.
    this.#body.promise.catch(() => undefined);
  }

  url(): string {
    return this.#url;
  }

  status(): number {
    return this.#message.statusCode ?? 0;
  }

  headers(): Record<string, string> {
    return this.#message.headers as Record<string, string>;
  }

  text(): Promise<string> {
    return this.#body.promise;
  }

  finished(): Promise<null> {
    return this.#body.promise.then(() => null);
  }

  /** Sends the response to the browser. If it is an HTML document, the scripts run in it before its own. */
  async sendTo(
    browser: ServerResponse,
    headers: Record<string, string>,
    scripts: readonly string[],
  ): Promise<void> {
    const isChanged = scripts.length > 0 && this.headers()['content-type']?.startsWith('text/html');
    // Each connection is used once: WebKit would repeat a request by itself if a reused connection broke.
    const sentHeaders: Record<string, string> = { ...headers, connection: 'close' };
    if (isChanged) delete sentHeaders['content-length'];
    browser.writeHead(this.status(), sentHeaders);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of this.#message) {
        chunks.push(chunk as Buffer);
        if (!isChanged) browser.write(chunk);
      }
    } catch (error) {
      this.#body.reject(error);
      browser.destroy();
      return;
    }
    const text = Buffer.concat(chunks).toString();
    const policy = this.headers()['content-security-policy'];
    browser.end(isChanged ? injectScripts(text, scripts, policy) : undefined);
    this.#body.resolve(text);
  }
}

/** Sends the request of a page to its server, and returns the response. */
export async function fetchResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Response> {
  const { hostname, port, pathname, search, href } = new URL(incoming.url ?? '');
  const { method, headers } = incoming;
  const path = pathname + search;
  const upstream = request({ hostname, port, path, method, headers, agent: false });
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
  const [message] = (await once(upstream, 'response')) as [IncomingMessage];
  return new Response(href, message);
}
