import type { LoggedRequest } from '../../core/request-log.ts';

/** Headers that curl adds itself, or that belong to one connection. */
const LEFT_OUT =
  /^(host|connection|content-length|accept-encoding|sec-.*|cookie|transfer-encoding)$/;

/** Returns the command that sends a request again, for a Unix shell. */
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

/** Quotes a text for a Unix shell. */
export const quotedForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
