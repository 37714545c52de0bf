import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { JSDOM } from 'jsdom';
import type { Carrier } from '../../src/browser/endlink/carry.ts';
import { useWindow } from '../testing/stand-in-window.ts';

const QUERY = '?service_endlink_token=abc';

// The pages of the tests in browsers are on http.
describe('a page on https', () => {
  let carrier: Carrier;
  before(async () => {
    useWindow(new JSDOM('', { url: 'https://survey.example/' }).window);
    const { startCarrier } = await import('../../src/browser/endlink/carry.ts');
    const record = { state: 'waiting' as const, token: 'abc', query: QUERY, capturedAtMs: 0 };
    const readRecord = () => record;
    const carry = 'forms.example forms.example:8080';
    carrier = startCarrier({ carry }, readRecord, readRecord, {});
  });

  for (const address of [
    'https://forms.example/s',
    'https://forms.example:8080/s',
    'https://survey.example/s',
  ])
    it(`carries the token to ${address}`, () => {
      assert.equal(carrier.carriedUrl(address, true)?.href, address + QUERY);
    });

  it('carries the token to a named host whose address has no protocol', () => {
    assert.equal(carrier.carriedUrl('//forms.example/s')?.href, `https://forms.example/s${QUERY}`);
  });

  for (const address of [
    'http://forms.example/s',
    'http://forms.example:8080/s',
    'http://survey.example/s',
  ])
    it(`does not carry the token to ${address}, since everybody on the network could read it`, () => {
      assert.equal(carrier.carriedUrl(address, true), undefined);
    });
});
