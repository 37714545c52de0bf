import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exampleOf, fileAnchor } from './examples.ts';
import { REPOSITORY, idOf } from './pages.ts';
import type { MdastPluginEntry } from 'satteri';

/**
 * Where a relative link of a Markdown file leads on the site: to the page of the Markdown file, or to the page that shows the example. `undefined`
 * where the site has no page for it.
 *
 * @param from the Markdown file, from the root of the repository
 * @param base the path under which the site is served, with a slash at both ends
 */
export function siteAddress(link: string, from: string, base: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  if (!path) return link;
  const target = posix.normalize(posix.join(posix.dirname(from), decodeURI(path)));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (target.endsWith('.md') && !exampleOf(target))
    return `${pageAddress(idOf(target), base)}${hash}`;
  // A folder of examples is the page that introduces it.
  const example = exampleOf(target.replace(/\/$/, ''));
  if (example) {
    const file = posix.relative(example, target);
    return `${pageAddress(example, base)}${file ? `#${fileAnchor(file)}` : hash}`;
  }
  return target.startsWith('docs/') && isFolder(target)
    ? pageAddress(idOf(posix.join(target, 'index.md')), base)
    : undefined;
}

/** The address of a page. */
export const pageAddress = (id: string, base: string) => (id ? `${base}${id}/` : base);

const isFolder = (path: string) =>
  existsSync(join(REPOSITORY, path)) && statSync(join(REPOSITORY, path)).isDirectory();

const isRelative = (url: string) => !/^([a-z][a-z+.-]*:|\/)/i.test(url);

/** Leads the relative links of Markdown files to pages of the site. What the site does not show becomes a path in plain text. */
export const rewriteLinks =
  (base: string): MdastPluginEntry =>
  ({ fileURL }) => {
    if (!fileURL) return undefined;
    const from = posix.relative(REPOSITORY, fileURLToPath(fileURL));
    return {
      name: 'rewrite-links',
      link(node, context) {
        if (!isRelative(node.url)) return;
        const address = siteAddress(node.url, from, base);
        if (address !== undefined) context.setProperty(node, 'url', address);
        else context.replaceNode(node, { type: 'text', value: context.textContent(node) });
      },
      definition(node, context) {
        if (!isRelative(node.url)) return;
        const address = siteAddress(node.url, from, base);
        if (address !== undefined) context.setProperty(node, 'url', address);
      },
    };
  };
