import type * as TagScript from '../../src/browser/tag-script.ts';
import { equal } from './support/assert.ts';
import { closeTab, openPage } from './support/buyer-page.ts';

/** Opens a page with this markup in its head, and gives the `id` of the script that a module takes for its own tag. */
async function tagIn(html: string): Promise<string | undefined> {
  const page = await openPage();
  // A script that is inserted as markup does not run.
  page.document.head.insertAdjacentHTML('beforeend', html);
  const { tagScript } = await page.load<typeof TagScript>('tag-script.ts');
  return tagScript?.id;
}

describe('the tag of a module', () => {
  afterEach(closeTab);

  for (const src of [
    '/vaultlink.js',
    'https://cdn.example/0.1.0/vaultlink.js?v=0.1.0#top',
    '/assets/vaultlink.min.js',
    '/vaultlink-all.js',
    '/vaultlink-0.1.0.js',
    '/vaultlink.3f9a1c.js',
    '/vaultlink-DqYbcFgh.js',
    '/vaultlink-all-B7_x-k2.js?version=3',
  ])
    it(`is the script ${src}`, async () => {
      const others = '<script src="/js/vaultlink-setup.js"></script>';
      equal(await tagIn(`${others}<script id="tag" src="${src}"></script>`), 'tag');
    });

  for (const src of [
    '/vaultlink-elements.js',
    '/vaultlink-elements.js?v=0.1.0-0',
    '/js/vaultlink-setup.js',
    '/vaultlink/analytics.js',
    '/my-vaultlink.js',
    '/other.js?with=vaultlink.js',
  ])
    it(`is not the script ${src}`, async () => {
      equal(await tagIn(`<script src="${src}"></script>`), undefined);
    });

  it('is the script with data-base-url, whatever its name is', async () => {
    const html = `<script src="/vaultlink.js"></script>
      <script id="tag" src="/bundle.js" data-base-url="https://service.example"></script>`;
    equal(await tagIn(html), 'tag');
  });

  for (const name of ['img', 'form', 'embed', 'object'])
    it(`is never the <${name}> that is called currentScript`, async () => {
      const html = `<script id="tag" src="/vaultlink.js"></script>
        <${name} id="evil" name="currentScript" src="https://evil.example/vaultlink.js" data-base-url="https://evil.example">`;
      equal(await tagIn(html), 'tag');
    });
});
