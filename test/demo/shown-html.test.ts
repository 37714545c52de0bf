import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { JSDOM } from 'jsdom';
import { startDemo } from '../../demo/demo.ts';
import type { Demo } from '../../demo/demo.ts';

let demo: Demo;
before(async () => {
  demo = await startDemo({ port: 0 });
});
after(() => demo.close());

const TAG = 'script[src="/vaultlink.js"]';
const ELEMENTS = 'vault-connect, vault-push';

/** An element as a buyer reads it: white space between tags and the nonce of one response do not count. */
function signature(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  copy.removeAttribute('nonce');
  for (const form of copy.querySelectorAll('form')) {
    // The fields of a form are the company's own.
    const names = [...form.querySelectorAll('[name]')].map((field) => field.getAttribute('name'));
    const comment = [...form.childNodes].find(({ nodeType }) => nodeType === 8)?.textContent;
    form.replaceChildren(comment?.trim() ?? `your fields: ${[...new Set(names)].join(', ')}`);
  }
  return copy.outerHTML.replace(/\s+/g, ' ').replace(/> | </g, (gap) => gap.trim());
}

async function documentAt(url: string) {
  return new JSDOM(await (await fetch(url)).text()).window.document;
}

const parse = (markup: string | null | undefined) => new JSDOM(markup ?? '').window.document;

describe('the HTML beside a page of the demo', () => {
  it('is the tag and the elements that the page has, and no others', async () => {
    const seen = new Set<string>();
    for (const url of [
      ...['/', '/profile', '/profile/popup'].map((path) => demo.panel + path),
      ...['/', '/profile'].map((path) => demo.club + path),
    ]) {
      const page = await documentAt(url);
      const shownTags = parse(page.getElementById('html-tag')?.textContent);
      const shownElements = parse(page.getElementById('html-elements')?.textContent);
      const signatures = (document: Document, selector: string) =>
        [...document.querySelectorAll(selector)].map(signature);
      const tags = signatures(page, TAG);
      assert.equal(tags.length, 1, url);
      assert.deepEqual(signatures(shownTags, 'script'), tags, url);
      const elements = signatures(page, ELEMENTS);
      assert.deepEqual(signatures(shownElements, ELEMENTS), elements, url);
      for (const element of page.querySelectorAll(ELEMENTS)) seen.add(element.localName);
    }
    assert.deepEqual(seen, new Set(['vault-connect', 'vault-push']));
  });

  it('names the fields of a form that is the company’s own', async () => {
    const page = await documentAt(`${demo.panel}/profile`);
    const shown = page.getElementById('html-elements')?.textContent ?? '';
    assert.ok(shown.includes('    <!-- your fields: drink, moments, cups, wish -->\n'), shown);
  });
});
