/**
 * Reads a body as text, up to a maximum number of bytes.
 *
 * @returns `undefined` if the body is longer; the rest is not read
 * @throws if the body is cut off
 */
export async function readTextWithin(
  body: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): Promise<string | undefined> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
