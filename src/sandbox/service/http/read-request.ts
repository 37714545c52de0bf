import type { Context } from 'hono';
import { quoted } from '../reasons.ts';

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

/** Result of reading the JSON of a request. `reason` says why the body is not JSON, as the end of a sentence. */
export type ReadJson =
  { kind: 'json'; body: unknown } | { kind: 'content_type' | 'syntax'; reason: string };

/** Reads a body whose Content-Type must be `application/json`. @see interface §4.2 §4.3 */
export async function readJson(request: Request): Promise<ReadJson> {
  const header = request.headers.get('content-type');
  if (header?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    const given =
      header === null ? 'there is no Content-Type' : `the Content-Type is ${quoted(header)}`;
    const reason = `${given}. Send the body as JSON, with Content-Type: application/json.`;
    return { kind: 'content_type', reason };
  }
  const text = await request.text();
  try {
    return { kind: 'json', body: JSON.parse(text) };
  } catch {
    const what = text.trim() === '' ? 'the body is empty' : 'the body is not valid JSON';
    return { kind: 'syntax', reason: `${what}. It must be a JSON object.` };
  }
}

/** Says which type a body has that should be an object, as the end of a sentence. */
export const noObjectText = (value: unknown): string =>
  `the body is ${Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`}. It must be a JSON object.`;
