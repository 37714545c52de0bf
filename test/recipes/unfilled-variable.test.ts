import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeRecipe, TOOLS, unfilledVariable } from '../../src/recipes/index.ts';

const TOKEN = 'q8Zk3vXw9rT2mN5bLc7YdPfHs1Ag0Ue4-_Jx';

describe('A variable in the place of a token', () => {
  it('is found for each tool that fills in a placeholder, and named whole, with the tool', () => {
    for (const tool of TOOLS) {
      const placeholder =
        tool.class === 'redirect' ? tool.placeholder.replace('NAME', 'Token') : '';
      if (!placeholder) continue;
      const found = unfilledVariable(placeholder);
      assert.equal(found?.text, placeholder);
      assert.ok(found.advice.includes(tool.name), found.advice);
    }
  });

  it('is found in the addresses of each recipe', () => {
    for (const tool of TOOLS) {
      const { endAddresses = {} } = composeRecipe(tool, {});
      const addresses: string[] = Object.values(endAddresses);
      for (const address of addresses) {
        const [, value = ''] = /service_endlink_token=(.*)$/.exec(address) ?? [];
        if (value) assert.equal(unfilledVariable(value)?.text, value, tool.name);
      }
    }
  });

  for (const text of ['undefined', 'null', '[%RID%]', '%SURVEY_CODE%', '<TOKEN>', '{{x}}', '{x}'])
    it(`is ${text}`, () => assert.equal(unfilledVariable(text)?.text, text));

  it('has the right placeholder as advice where the parameter is known', () => {
    assert.equal(
      unfilledVariable('${e://Field/Token}', 'token')?.advice,
      'In Qualtrics write ${e://Field/token}.',
    );
    assert.equal(
      unfilledVariable('{{hidden:Token}}', 'token')?.advice,
      'In Typeform write {{hidden:token}}. Pick it from the menu: typed text stays.',
    );
  });

  it('has the step of the tool as advice where its name is right', () => {
    assert.match(
      unfilledVariable('{PASSTHRU:token}', 'token')?.advice ?? '',
      /^LimeSurvey does not know "token"\. In Settings → Panel integration, add the URL parameter token\./,
    );
  });

  it('is never a token, also one that was encoded twice, cut or put into braces', () => {
    for (const value of [
      ...[TOKEN, `${TOKEN}%3D`, `${TOKEN} `, `{${TOKEN}}`, `\${e://Field/${TOKEN}}`],
      ...['a+b/c=', 'all-of-the-token%3D', 'nobody issued this', 'seller-1', ''],
    ])
      assert.equal(unfilledVariable(value), undefined, value);
  });
});
