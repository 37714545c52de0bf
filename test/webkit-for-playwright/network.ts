import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Request } from './request.ts';
import { fetchResponse } from './response.ts';
import type { Response } from './response.ts';
import { Route } from './route.ts';
import { urlPattern } from './url-pattern.ts';

/** What the network emits, and the parameter of each listener. */
interface NetworkEvents {
  request: [Request];
  response: [Response];
  requestfailed: [Request];
}

type RouteHandler = (route: Route) => unknown;

interface RouteRule {
  pattern: RegExp;
  handler: RouteHandler;
  remainingUses: number;
}

/** The path of {@link Network.blankPageUrls}. */
const BLANK_PAGE_PATH = '/blank-page-of-the-proxy';

/** The HTTP proxy of a browser. It observes, changes and blocks requests, which WebDriver cannot. */
export class Network extends EventEmitter<NetworkEvents> {
  readonly #server: Server;
  #rules: RouteRule[] = [];
  #isOffline = false;
  readonly #initScripts = new Set<string>();
  readonly #origins = new Set<string>();

  private constructor() {
    super();
    this.#server = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing));
  }

  /** Starts a proxy on a free port. */
  static async start(): Promise<Network> {
    const network = new Network();
    network.#server.listen(0, '127.0.0.1');
    await once(network.#server, 'listening');
    return network;
  }

  /** Its host and port. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Calls a handler for each request that matches, instead of sending it. */
  route(glob: string | RegExp, handler: RouteHandler, { times = Infinity } = {}): void {
    this.#rules.unshift({ pattern: urlPattern(glob), handler, remainingUses: times });
  }

  unrouteAll(): void {
    this.#rules = [];
  }

  /** While offline, each request fails. */
  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
  }

  /** Returns the next request or response whose URL matches. */
  next(event: keyof NetworkEvents, pattern = /./): Promise<Request | Response> {
    return new Promise((resolve) => {
      const listener = (payload: Request | Response) => {
        if (!pattern.test(payload.url())) return;
        this.off(event, listener);
        resolve(payload);
      };
      this.on(event, listener);
    });
  }

  /** Runs a script in each document that is loaded from now on, before its own scripts. */
  addInitScript(source: string): void {
    this.#initScripts.add(source);
  }

  /** Returns the URL of an empty page on each origin that the browser has used. The proxy serves these pages. */
  blankPageUrls(): string[] {
    return [...this.#origins].map((origin) => origin + BLANK_PAGE_PATH);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = new Request(incoming);
    const url = request.url();
    this.emit('request', request);
    if (url.endsWith(BLANK_PAGE_PATH)) {
      outgoing.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end();
      return;
    }
    this.#origins.add(new URL(url).origin);
    const abort = () => {
      this.emit('requestfailed', request);
      incoming.socket.destroy();
    };
    if (this.#isOffline) {
      abort();
      return;
    }
    const route = new Route({
      request,
      abort,
      fetch: () => fetchResponse(incoming, outgoing),
      send: async (response, headers = response.headers()) => {
        this.emit('response', response);
        await response.sendTo(outgoing, headers, [...this.#initScripts]);
      },
    });
    try {
      await this.#handlerFor(url)(route);
    } catch {
      abort();
    }
  }

  #handlerFor(url: string): RouteHandler {
    const rule = this.#rules.find(
      ({ pattern, remainingUses }) => remainingUses > 0 && pattern.test(url),
    );
    if (!rule) return (route) => route.continue();
    rule.remainingUses -= 1;
    return rule.handler;
  }
}
