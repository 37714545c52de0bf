import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { urlPattern } from './url-pattern.ts';

describe('urlPattern', () => {
  it('lets ** match several path segments, or none', () => {
    const pattern = urlPattern('**/report.js');
    assert.match('http://127.0.0.1:80/a/b/report.js', pattern);
    assert.match('http://127.0.0.1:80/report.js', pattern);
    assert.doesNotMatch('http://127.0.0.1:80/report.js?v=1', pattern);
  });

  it('lets * match within one path segment only', () => {
    const pattern = urlPattern('http://127.0.0.1/*.js');
    assert.match('http://127.0.0.1/a.js', pattern);
    assert.doesNotMatch('http://127.0.0.1/a/b.js', pattern);
  });

  it('takes the characters of a regular expression literally', () => {
    assert.match('http://127.0.0.1/a?b=(1)', urlPattern('http://127.0.0.1/a?b=(1)'));
    assert.doesNotMatch('http://127x0.0.1/', urlPattern('http://127.0.0.1/'));
  });

  it('returns a regular expression unchanged', () => {
    assert.equal(urlPattern(/report/).source, 'report');
  });
});
