import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOfAnotherSite } from '../../../src/bff/http/site.ts';

const OWN = 'https://app.buyer.example';

describe('isOfAnotherSite', () => {
  for (const [origin, own] of [
    ['https://partner.example', OWN],
    ['https://buyer.example.com', OWN],
    ['http://app.buyer.example', OWN],
    ['https://localhost', OWN],
    ['http://127.0.0.1:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://10.0.0.1'],
    ['http://[::1]', 'http://[::2]'],
  ] as const) {
    it(`says that ${origin} is of another site than ${own}`, () => {
      assert.equal(isOfAnotherSite(origin, own), true);
      assert.equal(isOfAnotherSite(own, origin), true);
    });
  }

  for (const [origin, own] of [
    [OWN, OWN],
    ['https://www.buyer.example', OWN],
    ['https://buyer.example', OWN],
    ['https://a.b.app.buyer.example:8443', OWN],
    ['http://localhost:4000', 'http://localhost:3000'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:3000'],
    ['http://[::1]:4000', 'http://[::1]:3000'],
    // Another site by the public suffix list alone, which is not asked.
    ['https://one.co.uk', 'https://two.co.uk'],
  ] as const) {
    it(`does not say so where ${origin} may be of the same site as ${own}`, () => {
      assert.equal(isOfAnotherSite(origin, own), false);
      assert.equal(isOfAnotherSite(own, origin), false);
    });
  }
});
