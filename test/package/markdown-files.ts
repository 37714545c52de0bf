import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the README and of every page of the docs. The site beside them is no page. */
export function markdownFiles(): string[] {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('site/'))
    .map((path) => join('docs', path));
  return ['README.md', ...pages.sort()];
}
