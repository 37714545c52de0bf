/**
 * Returns whether a text holds a token: as it is, encoded once or twice for an address, or as Base64 with other text around it, as some analytics
 * tools send addresses.
 */
export function holdsToken(text: string | null | undefined, token: string): boolean {
  if (!text) return false;
  const encoded = encodeURIComponent(token);
  return [token, encoded, encodeURIComponent(encoded), ...base64Forms(token)].some((form) =>
    text.includes(form),
  );
}

/** Returns what Base64 makes of a text at each place of a longer text: three bytes become four characters. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = all.subarray(0, all.length - (all.length % 3)).toString('base64');
    // The first characters depend on the text before.
    const form = whole.slice(before && before + 1);
    return [form, encodeURIComponent(form), form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
