import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readVariables } from '../../../src/node/config/read-variables.ts';
import { ALL_VARIABLES } from '../../../src/node/config/variables.ts';
import { variables } from '../program.ts';

/** Examples that nobody can use as they are: a secret is cut short, and a folder is not there. */
const isUsable = (name: string, example: string) =>
  name !== 'VAULTLINK_STATIC' && !example.includes('…');

describe('the table of variables', () => {
  for (const [name, { example, meaning }] of ALL_VARIABLES) {
    it(`explains ${name} in a sentence, with an example that can be used`, () => {
      assert.match(meaning, /^[A-Z].*[.]$/s);
      if (!isUsable(name, example)) return;
      const environment = { ...variables('https://service.example'), [name]: example };
      assert.deepEqual(readVariables(environment).mistakes, []);
    });
  }

  it('has defaults that can be read', () => {
    const required = Object.entries(variables('https://service.example')).filter(([name]) =>
      ALL_VARIABLES.some((one) => one[0] === name && one[1].required !== undefined),
    );
    assert.equal(required.length, 6);
    assert.deepEqual(readVariables(Object.fromEntries(required)).mistakes, []);
  });
});
