import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { part } from './console-driver.ts';
import { authorizeUrl, startOAuth } from '../oauth-driver.ts';

const COUNT = 5000;
const sellers = Array.from({ length: COUNT }, (_, index) => ({ id: `amy-${index}`, name: 'Amy' }));

describe('the console with thousands of sellers', () => {
  it('has small pages, which take the id of a seller in a text field', async () => {
    const { call } = startOAuth({ sellers });
    for (const [path, name] of [
      ['/', 'seller'],
      ['/sandbox/log', 'seller'],
      ['/sandbox/lab', 'seller_id'],
      [authorizeUrl(), 'seller_id'],
    ] as const) {
      const page = String((await call(path)).body);
      assert.ok(page.length < 150_000, `${path}: ${page.length} characters`);
      const field = page
        .match(/<input[^>]*? list="[^>]*>/gs)
        ?.find((one) => one.includes(` name="${name}"`));
      const [, list = ''] = / list="([^"]*)"/.exec(field ?? '') ?? [];
      const [, options = ''] =
        new RegExp(`<datalist id="${list}">(.*?)</datalist>`, 's').exec(page) ?? [];
      assert.ok(options.includes('value="amy-4999"'), path);
      assert.ok(!options.includes('value="amy-1"'), path);
    }
  });

  it('plays the seller whose id was typed', async () => {
    const { call } = startOAuth({ sellers: [...sellers, { id: 'ben', name: 'Ben' }] });
    const page = String((await call('/?seller=ben')).body);
    assert.match(part(page, 'packets'), /Packets for Ben/);
    assert.ok(page.includes('value="ben"'));
  });
});
