import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtPages, codeBlocks, elementsIn, named, textOf, withAttribute } from './built-site.ts';
import type { BuiltPage } from './built-site.ts';
import { blocksOf, countPlaceholders, inlineCodeOf, sources } from './markdown.ts';

const pages = new Map(builtPages().map((page) => [page.address, page]));

/** The part of a page that is made of the Markdown. */
const contentOf = (page: BuiltPage) => {
  const content = page.elements.find(({ attrs }) =>
    attrs.some(({ name, value }) => name === 'class' && /\bsl-markdown-content\b/.test(value)),
  );
  assert.ok(content, page.address);
  return content;
};

describe('The built site', () => {
  for (const { path, id, title, description, markdown } of sources) {
    const address = id ? `/${id}/` : '/';

    it(`has a page for ${path}, with its heading as the title`, () => {
      const page = pages.get(address);
      assert.ok(page, `${address} is not built`);
      const headings = named(page.elements, 'h1').map((heading) => textOf(heading).trim());
      assert.deepEqual(headings, [title]);
      const [titleElement] = named(page.elements, 'title');
      assert.match(titleElement ? textOf(titleElement) : '', /\S/);
      assert.equal(
        withAttribute(page.elements, 'name', 'description')?.attrs.find(
          ({ name }) => name === 'content',
        )?.value,
        description,
      );
      assert.ok(description.length >= 20, `${path} has no first paragraph: "${description}"`);
    });

    it(`shows the placeholders, elements and code of ${path} as they are written`, () => {
      const page = pages.get(address);
      assert.ok(page);
      const content = contentOf(page);
      const shown = countPlaceholders(textOf(content));
      for (const [placeholder, count] of countPlaceholders(markdown.replace(/<!--[^]*?-->/g, '')))
        assert.ok((shown.get(placeholder) ?? 0) >= count, `${placeholder} is missing`);

      const elements = [...elementsIn(content)];
      assert.deepEqual(
        codeBlocks(elements),
        blocksOf(path, markdown).map(({ code }) => code),
      );
      const inline = new Set(named(elements, 'code').map(textOf));
      for (const code of inlineCodeOf(markdown)) assert.ok(inline.has(code), `\`${code}\``);
    });
  }
});
