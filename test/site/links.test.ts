import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { siteAddress } from '../../docs/site/build/links.ts';
import { idOf, readHead, readPages } from '../../docs/site/build/pages.ts';
import { sidebar } from '../../docs/site/build/sidebar.ts';

describe('A link of a Markdown file', () => {
  const cases: [link: string, from: string, address: string | undefined][] = [
    ['elements.md', 'docs/backend.md', '/elements/'],
    ['../elements.md#the-state', 'docs/frameworks/react.md', '/elements/#the-state'],
    ['#install', 'docs/frameworks/react.md', '#install'],
    ['../CHANGELOG.md', 'docs/package.md', '/changelog/'],
    ['docs/package.md', 'README.md', '/package/'],
    ['docs/frameworks/', 'CHANGELOG.md', '/frameworks/'],
    ['index.md', 'docs/elements.md', '/'],
    ['../examples/backends/express', 'docs/backend.md', '/examples/backends/express/'],
    ['../examples/backends', 'docs/backend.md', '/examples/backends/'],
    ['../examples/backends/README.md', 'docs/backend.md', '/examples/backends/#readme-md'],
    [
      '../examples/backends/next/app/vault/[...path]/route.ts',
      'docs/backend.md',
      '/examples/backends/next/#app-vault-path-route-ts',
    ],
    ['../src/bff/openapi.json', 'docs/backend.md', undefined],
    ['LICENSE', 'README.md', undefined],
  ];
  for (const [link, from, address] of cases) {
    it(`${link} of ${from} leads to ${address ?? 'no page, and becomes text'}`, () => {
      assert.equal(siteAddress(link, from, '/'), address);
    });
  }

  it('stays below the path under which the site is served', () => {
    assert.equal(siteAddress('elements.md', 'docs/backend.md', '/docs/'), '/docs/elements/');
    assert.equal(siteAddress('index.md', 'docs/backend.md', '/docs/'), '/docs/');
  });
});

describe('The head of a Markdown file', () => {
  it('is its first heading and the text of its first paragraph', () => {
    const head = readHead(
      '# The `tag`\n\n<!-- made -->\n\nOne [link](a.md), **two**\nlines.\n\nMore.\n',
    );
    assert.equal(head.title, 'The tag');
    assert.equal(head.description, 'One link, two lines.');
    assert.equal(head.rest, 'More.\n');
  });

  it('is cut after a sentence where the first paragraph is long', () => {
    const sentence = 'This sentence has about sixty characters, which is not many. ';
    const { description } = readHead(`# Title\n\n${sentence.repeat(5)}\n`);
    assert.equal(description, sentence.repeat(2).trim());
  });

  it('passes over what is not a paragraph', () => {
    assert.equal(readHead('# Title\n\n## Part\n\n- a list\n\nText.\n').description, 'Text.');
  });
});

describe('The address of a page', () => {
  it('is the path of its file below docs', () => {
    assert.equal(idOf('docs/index.md'), '');
    assert.equal(idOf('docs/recipes/index.md'), 'recipes');
    assert.equal(idOf('docs/recipes/typeform.md'), 'recipes/typeform');
    assert.equal(idOf('demo/faults.md'), 'demo/faults');
  });

  it('is in the sidebar once', () => {
    const links = sidebar().flatMap((entry) =>
      'items' in entry ? entry.items.map(({ link }) => link) : entry.link,
    );
    assert.deepEqual(
      links.filter((link, index) => links.indexOf(link) !== index),
      [],
    );
    for (const { id } of readPages()) if (id) assert.ok(links.includes(`/${id}/`), id);
  });
});
