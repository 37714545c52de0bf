import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { SITE, attribute, builtPages, elementsIn, named, textOf } from './built-site.ts';
import { withAttribute } from './built-site.ts';
import { complaintsAboutLinks } from './links.ts';
import { blocksOf, sources } from './markdown.ts';

const pages = builtPages();

/** Where other hosts may be named: links, which a person follows. */
const LOADING = ['src', 'srcset', 'poster', 'data', 'action', 'formaction', 'xlink:href'];

describe('Each page of the built site', () => {
  it('leads only to pages and anchors that exist', () => {
    assert.deepEqual(complaintsAboutLinks(pages, SITE), []);
  });

  it('has one heading of the first level, and a title that no other page has', () => {
    const titles = pages.map(({ address, elements }) => {
      assert.equal(named(elements, 'h1').length, 1, address);
      const [title] = named(elements, 'title');
      return title ? textOf(title) : '';
    });
    assert.deepEqual(
      titles.filter((title, index) => titles.indexOf(title) !== index),
      [],
    );
  });

  it('has a description and a language', () => {
    for (const { address, elements } of pages) {
      const description = withAttribute(elements, 'name', 'description');
      assert.match(description ? (attribute(description, 'content') ?? '') : '', /\S{3}/, address);
      assert.equal(attribute(named(elements, 'html')[0] as never, 'lang'), 'en', address);
    }
  });

  it('gives each element an id of its own', () => {
    for (const { address, elements } of pages) {
      const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
      assert.deepEqual(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        [],
        address,
      );
    }
  });

  it('has pictures that exist and are described', () => {
    for (const { address, elements } of pages) {
      for (const image of named(elements, 'img')) {
        assert.notEqual(
          attribute(image, 'alt'),
          undefined,
          `${address} ${String(attribute(image, 'src'))}`,
        );
        const file = join(SITE, (attribute(image, 'src') ?? '').replace(/\?.*/, ''));
        assert.ok(existsSync(file), `${address}: ${file}`);
      }
    }
  });

  it('shows a picture that has a light and a dark look in the look of the site', () => {
    let found = 0;
    for (const { id, path, markdown } of sources) {
      const names = [...markdown.matchAll(/!\[[^\]]*\]\(\S*?([\w-]+)-light\.\w+\)/g)].map(
        ([, name]) => name,
      );
      const page = pages.find(({ address }) => address === (id ? `/${id}/` : '/'));
      const images = named(page?.elements ?? [], 'img').map((image) => [
        attribute(image, 'class'),
        posix.basename(attribute(image, 'src') ?? '').replace(/\..*/, ''),
      ]);
      for (const [look, hidden] of [
        ['light', 'dark:sl-hidden'],
        ['dark', 'light:sl-hidden'],
      ] as const)
        assert.deepEqual(
          images.filter(([shown]) => shown === hidden).map(([, name]) => name),
          names.map((name) => `${String(name)}-${look}`),
          path,
        );
      found += names.length;
    }
    assert.ok(found > 0);
  });

  it('shows the title of each block of code, such as the file to save it in', () => {
    for (const { id, path, markdown } of sources) {
      const titles = blocksOf(path, markdown).flatMap(({ title }) => title ?? []);
      const page = pages.find(({ address }) => address === (id ? `/${id}/` : '/'));
      const captions = named(page?.elements ?? [], 'figcaption').map((caption) =>
        textOf(caption).trim(),
      );
      assert.deepEqual(captions.filter(Boolean), titles, path);
    }
  });

  it('loads nothing from another host', () => {
    const outside: string[] = [];
    for (const { address, elements } of pages) {
      for (const element of elements) {
        const loads = element.tagName === 'link' ? [...LOADING, 'href'] : LOADING;
        for (const { name, value } of element.attrs)
          if (loads.includes(name) && /(^|[\s,])(https?:)?\/\//.test(value))
            outside.push(`${address} <${element.tagName} ${name}="${value}">`);
      }
      for (const style of named(elements, 'style'))
        if (/url\(['"]?(https?:)?\/\/|@import/.test(textOf(style)))
          outside.push(`${address} <style>`);
    }
    for (const file of readdirSync(join(SITE, '_astro')).filter((name) => name.endsWith('.css')))
      if (/url\(['"]?(https?:)?\/\/|@import/.test(readFileSync(join(SITE, '_astro', file), 'utf8')))
        outside.push(file);
    assert.deepEqual(outside, []);
  });

  it('can be reached from the sidebar', () => {
    const sidebar = pages
      .find(({ address }) => address === '/elements/')
      ?.elements.find((element) => attribute(element, 'id') === 'starlight__sidebar');
    assert.ok(sidebar);
    const linked = new Set(
      named([...elementsIn(sidebar)], 'a').map((link) => attribute(link, 'href')),
    );
    const lacking = pages
      .map(({ address }) => address)
      .filter((address) => address !== '/' && address !== '/404.html' && !linked.has(address));
    assert.deepEqual(lacking, []);
  });
});
