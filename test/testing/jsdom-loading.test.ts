import assert from 'node:assert/strict';
import { it } from 'node:test';
import { JSDOM } from 'jsdom';
import { captureEndlink } from '../../src/browser/endlink/index.ts';
import { useWindow } from './stand-in-window.ts';

it('A page in jsdom captures its token before it has loaded, beside an AbortController of Node', () => {
  const url = 'https://buyer.example/?service_endlink_token=abc';
  const { window } = new JSDOM('', { url, pretendToBeVisual: true });
  useWindow(window);
  // As WebKit does, jsdom calls itself Apple's.
  assert.equal(document.readyState, 'loading');
  assert.match(navigator.vendor, /^Apple/);
  const { state } = captureEndlink({ baseUrl: 'https://service.example' });
  assert.equal(state, 'waiting');
});
