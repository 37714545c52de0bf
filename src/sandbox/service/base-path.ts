/** Prefix of the sandbox on its origin. Every other module uses paths without the prefix. */
export interface BasePath {
  /** The prefix, such as `/market`; empty if there is none. */
  readonly basePath: string;
  /** Adds the prefix to a path, such as `/market/oauth/token` for `/oauth/token`. */
  address(path: string): string;
  /** Returns the path of a URL without the prefix; `undefined` if the URL is not below the prefix. */
  pathOf(url: string): string | undefined;
  /** Returns the `{base_url}` of the sandbox for the URL of a request to it. */
  baseUrl(url: string): string;
}

/**
 * Creates the base path of a sandbox.
 *
 * @param prefix such as `/market`. Slashes around it are removed. Default: none
 * @throws Error if a URL parser would change it
 */
export function createBasePath(prefix = ''): BasePath {
  const name = prefix.replace(/^\/+|\/+$/g, '');
  const segments = name === '' ? [] : name.split('/');
  if (!segments.every((segment) => /^(?!\.\.?$)[\w.~-]+$/.test(segment))) {
    throw new Error(
      `The base path "${prefix}" is not usable. Name it like /market or /team/market: letters, digits, "-", "_", "~" and dots between slashes.`,
    );
  }
  const basePath = segments.map((segment) => `/${segment}`).join('');
  return {
    basePath,
    address: (path) => basePath + path,
    pathOf(url) {
      const { pathname } = new URL(url);
      return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined;
    },
    baseUrl: (url) => new URL(url).origin + basePath,
  };
}
