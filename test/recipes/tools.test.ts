import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTool, TOOLS, toolsLike } from '../../src/recipes/index.ts';

const CLASSES: Readonly<Record<string, string>> = {
  script:
    'own-page surveyjs jspsych formio wordpress webflow wix squarespace shopify google-tag-manager',
  redirect:
    'qualtrics surveymonkey alchemer limesurvey questionpro typeform formbricks tally jotform otree',
  neither: 'google-forms microsoft-forms',
};

describe('the survey tools', () => {
  it('are these, in their classes', () => {
    for (const [name, ids] of Object.entries(CLASSES)) {
      const tools = TOOLS.filter((tool) => tool.class === name);
      assert.equal(tools.map(({ id }) => id).join(' '), ids);
    }
    assert.equal(TOOLS.length, 22);
  });

  it('have words for each of the four outcomes', () => {
    for (const { name, outcomeWords } of TOOLS) {
      const outcomes = outcomeWords.map(({ outcome }) => outcome).sort();
      assert.deepEqual(outcomes, ['complete', 'fail', 'quota_full', 'screenout'], name);
    }
  });

  it('say what no source confirms in a sentence, with the day', () => {
    for (const { name, unconfirmed } of TOOLS) {
      for (const { statement, date } of unconfirmed) {
        assert.match(date, /^2026-\d\d-\d\d$/, name);
        assert.match(statement, /\.$/);
      }
    }
  });

  it('are found by id and by name, in any spelling', () => {
    for (const text of ['google-forms', 'Google Forms', 'googleforms', 'GOOGLE_FORMS'])
      assert.equal(findTool(text)?.id, 'google-forms');
    assert.equal(findTool('form.io')?.id, 'formio');
    assert.equal(findTool('Excel'), undefined);
  });

  it('are suggested for a similar name', () => {
    assert.deepEqual(toolsLike('qualtrix'), ['qualtrics']);
    assert.equal(toolsLike('google')[0], 'google-tag-manager');
    assert.ok(toolsLike('google').includes('google-forms'));
    assert.equal(toolsLike('type form')[0], 'typeform');
    assert.deepEqual(toolsLike('Excel'), []);
    assert.deepEqual(toolsLike(''), []);
  });
});
