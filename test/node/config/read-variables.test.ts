import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readVariables } from '../../../src/node/config/read-variables.ts';
import { variables } from '../program.ts';

const mistakesOf = (changes: Record<string, string>) =>
  readVariables({ ...variables('http://127.0.0.1:1'), ...changes }).mistakes;

describe('A variable in quotation marks, as docker run --env-file passes it', () => {
  for (const mark of ['"', "'"]) {
    it(`is a mistake that names the marks and not the secret: ${mark}`, () => {
      const [mistake, ...others] = mistakesOf({ VAULTLINK_CLIENT_SECRET: `${mark}s3cret${mark}` });
      assert.match(mistake ?? '', /^VAULTLINK_CLIENT_SECRET begins and ends with a quotation mark/);
      assert.doesNotMatch(mistake ?? '', /s3cret/);
      assert.deepEqual(others, []);
    });
  }

  it('gets a message about the quotation marks, and none about the value between them', () => {
    const mistakes = mistakesOf({ VAULTLINK_BASE_URL: '"https://service.example"' });
    assert.equal(mistakes.length, 1);
    assert.match(mistakes[0] ?? '', /^VAULTLINK_BASE_URL begins and ends with a quotation mark/);
  });

  it('may have a mark at one end, or within', () => {
    assert.deepEqual(mistakesOf({ VAULTLINK_CLIENT_SECRET: `"s3cr"et'` }), []);
  });
});
