import type { Request } from './request.ts';
import type { Response } from './response.ts';
import { PlaywrightObject } from './uncovered.ts';

/** What the proxy does for a route. */
interface RouteActions {
  request: Request;
  abort: () => void;
  fetch: () => Promise<Response>;
  send: (response: Response, headers?: Record<string, string>) => Promise<void>;
}

/** Playwright's `Route`: a request that waits until a test decides about it. */
export class Route extends PlaywrightObject {
  readonly #actions: RouteActions;

  constructor(actions: RouteActions) {
    super();
    this.#actions = actions;
  }

  request(): Request {
    return this.#actions.request;
  }

  abort(): void {
    this.#actions.abort();
  }

  async continue(): Promise<void> {
    await this.#actions.send(await this.#actions.fetch());
  }

  fetch(): Promise<Response> {
    return this.#actions.fetch();
  }

  async fulfill(options: { response: Response; headers: Record<string, string> }): Promise<void> {
    await this.#actions.send(options.response, options.headers);
  }
}
