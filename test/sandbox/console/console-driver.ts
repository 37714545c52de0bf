/** A plain form, as a browser without scripts posts it. */
export const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** The text of one part of a page. */
export function part(page: unknown, id: string): string {
  const [, text = ''] =
    new RegExp(`<section[^>]*? id="${id}"(.*?)</section>`, 's').exec(` ${String(page)}`) ?? [];
  return textOf(text);
}

/** The text of markup, with its spaces made one. */
export const textOf = (markup: unknown): string =>
  String(markup)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
