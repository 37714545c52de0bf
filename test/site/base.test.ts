import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SITE, attribute, builtPages, named, withAttribute } from './built-site.ts';
import type { BuiltPage } from './built-site.ts';
import { complaintsAboutLinks } from './links.ts';

describe('A site that is built for a path and a public origin', () => {
  // In the site's folder: Astro runs what it has built, which looks for the packages from there.
  const parent = resolve('docs/site/.astro');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'built-'));
  let pages: BuiltPage[];
  before(() => {
    const { status, stderr } = spawnSync(process.execPath, ['docs/site/run.ts', 'build'], {
      encoding: 'utf8',
      env: {
        ...process.env,
        VAULTLINK_DOCS_BASE: 'vaultlink',
        VAULTLINK_DOCS_SITE: 'https://docs.example',
        VAULTLINK_DOCS_OUT: folder,
      },
    });
    assert.equal(status, 0, stderr);
    pages = builtPages(folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('has the same pages', () => {
    assert.deepEqual(
      pages.map(({ address }) => address),
      builtPages(SITE).map(({ address }) => address),
    );
  });

  it('has each link and file below that path', () => {
    const outside = complaintsAboutLinks(pages, folder, '/vaultlink/');
    assert.deepEqual(
      outside.filter((complaint) => complaint.endsWith('outside of the site')),
      [],
    );
    const files = pages.flatMap(({ elements }) =>
      named(elements, 'script', 'img').flatMap((element) => attribute(element, 'src') ?? []),
    );
    assert.ok(files.length > 0);
    for (const file of files)
      assert.ok(existsSync(join(folder, file.replace('/vaultlink/', ''))), file);
  });

  it('names the public address of each page, and a sitemap', () => {
    for (const { address, elements } of pages.filter((page) => page.address.endsWith('/'))) {
      const canonical = withAttribute(elements, 'rel', 'canonical');
      assert.equal(
        canonical && attribute(canonical, 'href'),
        `https://docs.example/vaultlink${address}`,
      );
    }
    const sitemap = readFileSync(join(folder, 'sitemap-0.xml'), 'utf8');
    assert.ok(sitemap.includes('<loc>https://docs.example/vaultlink/elements/</loc>'));
  });
});

describe('The site that is built for no origin', () => {
  it('names no public address', () => {
    for (const { address, elements } of builtPages()) {
      const canonical = withAttribute(elements, 'rel', 'canonical');
      assert.equal(canonical, undefined, address);
    }
  });
});
