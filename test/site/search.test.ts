import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { ranking } from '../../docs/site/build/ranking.ts';
import { serveSite } from '../support/site-server.ts';
import { SITE } from './built-site.ts';
import { sources } from './markdown.ts';

/** What this test uses of the script that searches in the reader's browser. */
interface Pagefind {
  options(options: object): Promise<void>;
  search(question: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
  destroy(): Promise<void>;
}

/** What buyers look for, and the page that answers it. */
const ANSWERS: readonly (readonly [question: string, address: string])[] = [
  ['GTM', '/start/tag-manager/'],
  ['GDPR', '/privacy/'],
  ['consent', '/privacy/'],
  ['cookies', '/privacy/'],
  ['iframe', '/script-tag/'],
  ['private mode', '/concepts/token-life/'],
  ['Unbounce', '/start/own-page/'],
  ['seller not paid', '/not-paid/'],
  ['expired token', '/concepts/token-life/'],
  ['localhost', '/script-tag/'],
  ['CSP', '/script-tag/'],
  ['double count', '/concepts/what-can-be-lost/'],
];

describe('The search of the built site', () => {
  let site: Awaited<ReturnType<typeof serveSite>>;
  let pagefind: Pagefind;
  before(async () => {
    site = await serveSite();
    const script = pathToFileURL(resolve(SITE, 'pagefind/pagefind.js')).href;
    pagefind = (await import(script)) as Pagefind;
    await pagefind.options({ basePath: `${site.origin}/pagefind/`, baseUrl: '/', ranking });
  });
  after(async () => {
    await pagefind.destroy();
    await site.close();
  });

  it('knows each page that is written in Markdown', () => {
    const folder = join(SITE, 'pagefind/fragment');
    const indexed = readdirSync(folder).map((file) => {
      const text = gunzipSync(readFileSync(join(folder, file))).toString();
      return (JSON.parse(text.slice(text.indexOf('{'))) as { url: string }).url;
    });
    for (const { id, path } of sources) assert.ok(indexed.includes(id ? `/${id}/` : '/'), path);
  });

  for (const [question, address] of ANSWERS) {
    it(`has ${address} among the first three pages for "${question}"`, async () => {
      const { results } = await pagefind.search(question);
      const first = await Promise.all(results.slice(0, 3).map((result) => result.data()));
      const found = first.map(({ url }) => url);
      assert.ok(found.includes(address), `${found.join(' ')} of ${results.length}`);
    });
  }
});
