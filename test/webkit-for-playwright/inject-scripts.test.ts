import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { injectScripts } from './inject-scripts.ts';

describe('injectScripts', () => {
  it('puts the scripts before the first script of the head', () => {
    const html = '<!doctype html><html><head><script>own()</script></head></html>';
    assert.equal(
      injectScripts(html, ['first()', 'second()']),
      '<!doctype html><html><head><script nonce="">first()</script><script nonce="">second()</script><script>own()</script></head></html>',
    );
  });

  it('puts the scripts after the doctype of a document without a head', () => {
    assert.equal(
      injectScripts('<!doctype html><p>Hello</p>', ['first()']),
      '<!doctype html><script nonce="">first()</script><p>Hello</p>',
    );
  });

  it('gives the scripts the nonce of the content security policy', () => {
    assert.equal(
      injectScripts('<head></head>', ['first()'], "script-src 'nonce-abc' 'self'"),
      '<head><script nonce="abc">first()</script></head>',
    );
  });
});
