import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sourceParts } from '../../../docs/site/src/playground/page-source.ts';

const FOLDER = 'docs/site/dist/play';

const pages = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => ({ file, html: readFileSync(`${FOLDER}/${file}`, 'utf8') }));

describe('The survey pages of the playground', () => {
  for (const { file, html } of pages) {
    it(`${file} enters the playground before the tag runs, and connects to nobody`, () => {
      const scripts = [...html.matchAll(/<script\s+src="([^"]+)"/g)].map(([, src]) => src);
      assert.deepEqual(scripts, ['playground.js', 'vaultlink.js']);
      assert.match(html, /content="default-src 'self'; connect-src 'none'"/);
    });

    it(`${file} leads to pages that exist`, () => {
      for (const [, target] of html.matchAll(/<a href="([^"]+)"/g))
        assert.ok(
          pages.some((page) => page.file === target),
          target,
        );
    });

    it(`${file} is shown with what Vaultlink needs, and without what is there for the playground`, () => {
      const parts = sourceParts(html);
      const text = parts.map((part) => part.text).join('');
      assert.doesNotMatch(text, /playground|survey\.css|connect-src/);
      const ours = parts.filter(({ isOurs }) => isOurs).map((part) => part.text);
      assert.match(
        ours[0] ?? '',
        /^<script\s+src="vaultlink.js"\s+data-base-url="https:.*<\/script>$/s,
      );
      assert.match(ours.join(''), /outcome=|^<script[^>]*><\/script>$/);
    });
  }

  it('end with each of the four outcomes', () => {
    const outcomes = pages.flatMap(({ html }) =>
      [...html.matchAll(/outcome="(\w+)"/g)].map(([, outcome]) => outcome),
    );
    assert.deepEqual(outcomes.sort(), ['complete', 'fail', 'quota_full', 'screenout']);
  });
});
