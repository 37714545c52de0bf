import { REQUEST_HEADER } from '../../protocol/index.ts';

/**
 * A request, as the routes read it. Servers that have no `Request` of the Web implement it: building one would cost more than a session check.
 */
export interface RouteRequest {
  readonly method: string;
  /** Path and query, as in the first line of the request. */
  readonly target: string;
  /** Returns the value of a header; `null` if it is missing. Works unbound. @param name in lower case */
  readonly header: (name: string) => string | null;
  /** IP address of the client. `undefined`: the server does not know it. */
  readonly clientAddress: string | undefined;
  /** The same request for the functions in the options of the host, created when one of them needs it. Its body belongs to the routes. */
  readonly webRequest: Request;
  /**
   * Reads the body as text, once.
   *
   * @returns `undefined` if it is longer than `mostBytes`
   * @throws if the body is cut off
   */
  readText(mostBytes: number): Promise<string | undefined>;
}

/** Returns the path of a request. */
export const pathOf = ({ target }: Pick<RouteRequest, 'target'>): string =>
  target.split('?', 1)[0] ?? '';

/** Returns the query of a request. */
export const queryOf = ({ target }: Pick<RouteRequest, 'target'>): URLSearchParams =>
  new URLSearchParams(target.slice(pathOf({ target }).length));

const PAGE_HEADER = REQUEST_HEADER.name.toLowerCase();

/** Returns the value of the header that pages send with each request; `null` if it is missing. */
export const pageHeaderOf = ({ header }: Pick<RouteRequest, 'header'>): string | null =>
  header(PAGE_HEADER);
