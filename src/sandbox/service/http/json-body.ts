/** What came of reading the JSON of a request to the service: `content_type` and `syntax` say why it is none. */
export type ReadJson =
  { kind: 'json'; body: unknown } | { kind: 'content_type' } | { kind: 'syntax' };

/** Reads a body that must be called `application/json`. @see interface §4.2 §4.3 */
export async function readJson(request: Request): Promise<ReadJson> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return { kind: 'content_type' };
  try {
    return { kind: 'json', body: JSON.parse(await request.text()) };
  } catch {
    return { kind: 'syntax' };
  }
}
