import type { IncomingMessage } from 'node:http';
import { PlaywrightObject } from './uncovered.ts';

/** Playwright's `Request`: a request of a page. */
export class Request extends PlaywrightObject {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    super();
    this.#incoming = incoming;
  }

  url(): string {
    return this.#incoming.url ?? '';
  }

  allHeaders(): Promise<Record<string, string>> {
    return Promise.resolve(this.#incoming.headers as Record<string, string>);
  }
}
