/** Where the sandbox is on its origin. Inside the sandbox, a path has no prefix; only what is here knows it. */
export interface BasePath {
  /** The prefix, such as `/market`; empty where there is none. */
  readonly basePath: string;
  /** The path under which others find `path` of this sandbox, such as `/market/oauth/token` for `/oauth/token`. */
  address(path: string): string;
  /** The path within the sandbox that a URL leads to; `undefined` where the URL is not below the prefix. */
  pathOf(url: string): string | undefined;
  /** The `{base_url}` of the sandbox for somebody who reached it at this URL. */
  baseUrl(url: string): string;
}

/**
 * Puts everything below a prefix.
 *
 * @param prefix such as `/market`. Slashes around it do not count; without anything else there is no prefix
 * @throws Error where a URL parser would make something else of it
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
