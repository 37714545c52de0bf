import { pageAddress } from './links.ts';
import { componentPages, readPages } from './pages.ts';

/** What the header links to, where it exists. */
const LINKS: [label: string, id: string][] = [
  ['Get started', 'start'],
  ['Playground', 'playground'],
  ['Recipes', 'recipes'],
  ['Frameworks', 'frameworks'],
  ['Reference', 'reference'],
];

/** The links of the header, with their addresses. */
export function headerLinks(base: string): { label: string; address: string }[] {
  const ids = new Set([...readPages(), ...componentPages()].map(({ id }) => id));
  return LINKS.filter(([, id]) => ids.has(id)).map(([label, id]) => ({
    label,
    address: pageAddress(id, base),
  }));
}
