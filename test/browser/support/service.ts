/** A request that a page made. */
export interface SeenRequest {
  url: string;
  init: RequestInit;
}

/** An answer, or what happens instead of one. */
export type Reply = Response | Error | Promise<Response>;

/** Stands in for the service: takes the place of a page's `fetch`. */
export class Service {
  readonly requests: SeenRequest[] = [];
  /** What it answers next; after these, 200: as the service to a GET, as a relay to a POST. */
  readonly replies: Reply[] = [];
  /** Called when a request arrives, before it is answered. */
  onRequest?: (request: SeenRequest) => void;

  /** In place of `fetch`. */
  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const request = { url, init };
    this.requests.push(request);
    this.onRequest?.(request);
    const body = init.method === 'POST' ? '{"result":"confirmed"}' : '{"message":"ok"}';
    const reply = await (this.replies.shift() ?? new Response(body));
    if (reply instanceof Error) throw reply;
    // As an answer from another origin has it; a test may have made it another one.
    return Object.hasOwn(reply, 'type') ? reply : ofType('cors', reply);
  };

  /** The addresses that were asked, in order. */
  get urls(): string[] {
    return this.requests.map(({ url }) => url);
  }
}

/** An answer of this status. */
export const status = (code: number, headers: Record<string, string> = {}): Response =>
  new Response(code === 204 ? null : `{"status":${code}}`, { status: code, headers });

/** The same answer, with another way that it came: `cors` from another origin, `basic` from the own one, `default` from nowhere. */
export const ofType = (type: ResponseType, answer: Response): Response =>
  Object.defineProperty(answer, 'type', { value: type });

/** Creates the error that `fetch` throws when there is no readable response. */
export const networkError = (): Error => new TypeError('Failed to fetch');

/** The same answer, with the address that it came from. */
export const from = (url: string, answer: Response): Response =>
  Object.defineProperty(answer, 'url', { value: url });
