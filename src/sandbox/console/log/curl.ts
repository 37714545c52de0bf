import type { LoggedRequest } from '../../control/log/request-log.ts';

/** What curl adds itself, or what only belongs to that one connection. */
const LEFT_OUT =
  /^(host|connection|content-length|accept-encoding|sec-.*|cookie|transfer-encoding)$/;

/** The same request as a command, for a shell of Unix. */
export function curlOf(
  { method, path, query, headers, body }: LoggedRequest,
  baseUrl: string,
): string {
  const url = quotedForShell(`${baseUrl}${path}${query && `?${query}`}`);
  const parts = [
    method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`,
    ...Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.test(name))
      .map(([name, value]) => `-H ${quotedForShell(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quotedForShell(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Nothing has a meaning between single quotes but the quote itself. */
export const quotedForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
