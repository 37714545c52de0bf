import type { Context } from 'hono';

/** Reads the text fields of a posted form, by name. */
export async function fieldsOf({ req }: Context): Promise<Record<string, string>> {
  const fields = Object.entries(await req.parseBody());
  return Object.fromEntries(
    fields.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/**
 * Returns whether `origin`, the value of an `Origin` header, has the host that the request was sent to. Compares hosts without schemes, because a
 * proxy may end TLS before the sandbox.
 */
export function isOwnOrigin(origin: string, { headers, url }: Request): boolean {
  const host = headers.get('host') ?? new URL(url).host;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
