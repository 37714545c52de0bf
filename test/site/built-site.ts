import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultTreeAdapter, parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

/** An element of a built page. */
export type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Where `npm run docs:build` puts the site. */
export const SITE = 'docs/site/dist';

/** A page as it was built. */
export interface BuiltPage {
  /** Such as `/frameworks/react/`. */
  address: string;
  html: string;
  /** All elements, in their order. */
  elements: Element[];
}

/** Folders of HTML files that are no pages of the site: parts of the search, and the survey of the playground. */
const NO_PAGES = /^(pagefind|play)\//;

/** All pages of a built site. `npm run docs:build` makes it. */
export function builtPages(folder = SITE): BuiltPage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !NO_PAGES.test(file))
    .sort()
    .map((file) => {
      const html = readFileSync(join(folder, file), 'utf8');
      const address = `/${file}`.replace(/index\.html$/, '');
      return { address, html, elements: [...elementsIn(parse(html))] };
    });
}

/** An attribute's value. */
export const attribute = ({ attrs }: Element, name: string) =>
  attrs.find((one) => one.name === name)?.value;

/** The elements of a name. */
export const named = (elements: readonly Element[], ...names: string[]) =>
  elements.filter(({ tagName }) => names.includes(tagName));

/** The first element that has a value of an attribute. */
export const withAttribute = (elements: readonly Element[], name: string, value: string) =>
  elements.find((element) => attribute(element, name) === value);

/** All elements inside, a template's own content too. */
export function* elementsIn(node: Node): Generator<Element> {
  if (defaultTreeAdapter.isElementNode(node)) yield node;
  for (const child of childrenOf(node)) yield* elementsIn(child);
}

function childrenOf(node: Node): Node[] {
  if ('content' in node) return node.content.childNodes;
  return 'childNodes' in node ? node.childNodes : [];
}

/** The text of a node as it is shown: without scripts and styles. */
export function textOf(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  if ('tagName' in node && ['script', 'style', 'template'].includes(node.tagName)) return '';
  return childrenOf(node).map(textOf).join('');
}

/** The text of each block of code. */
export function codeBlocks(elements: readonly Element[]): string[] {
  return named(elements, 'pre').map((block) =>
    [...elementsIn(block)]
      .filter((element) => attribute(element, 'class') === 'ec-line')
      .map((line) => textOf(line).replace(/\n$/, ''))
      .join('\n'),
  );
}
