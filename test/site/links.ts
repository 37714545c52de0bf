import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attribute, named } from './built-site.ts';
import type { BuiltPage } from './built-site.ts';

/** Links that lead nowhere, each once, with a page that has it. */
export function complaintsAboutLinks(
  pages: readonly BuiltPage[],
  folder: string,
  base = '/',
): string[] {
  const anchors = new Map(
    pages.map(({ address, elements }) => [
      address,
      new Set(elements.flatMap((element) => attribute(element, 'id') ?? [])),
    ]),
  );
  const complaints = new Map<string, string>();
  for (const { address, elements } of pages) {
    for (const link of named(elements, 'a', 'link', 'script', 'area')) {
      const value = attribute(link, 'href') ?? attribute(link, 'src');
      if (value === undefined || value === '') continue;
      const complaint = complaintAbout(value, address);
      if (complaint) complaints.set(`${value}: ${complaint}`, address);
    }
  }
  return [...complaints].map(([complaint, address]) => `${address} has ${complaint}`);

  function complaintAbout(value: string, address: string): string | undefined {
    const here = new URL(address.slice(1), `http://site.example${base}`);
    const url = new URL(value, here);
    if (url.origin !== here.origin) return undefined;
    if (!url.pathname.startsWith(base)) return 'outside of the site';
    const path = `/${decodeURI(url.pathname.slice(base.length))}`;
    const ids = anchors.get(path);
    if (!ids) return existsSync(join(folder, path)) && !path.endsWith('/') ? undefined : 'no page';
    const anchor = decodeURIComponent(url.hash.slice(1));
    return anchor === '' || ids.has(anchor) ? undefined : 'no such anchor';
  }
}
