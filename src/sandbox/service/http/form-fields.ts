import type { Context } from 'hono';

/** Reads the text fields of a posted form, by name. */
export async function fieldsOf({ req }: Context): Promise<Record<string, string>> {
  const fields = Object.entries(await req.parseBody());
  return Object.fromEntries(
    fields.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
