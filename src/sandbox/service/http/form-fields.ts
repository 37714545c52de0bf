import type { Context } from 'hono';

/** What a plain form posted: its text fields by name. */
export async function fieldsOf({ req }: Context): Promise<Record<string, string>> {
  const fields = Object.entries(await req.parseBody());
  return Object.fromEntries(
    fields.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
