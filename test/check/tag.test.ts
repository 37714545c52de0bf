import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { misspelledSetting } from '../../src/check/tag.ts';
import { page } from './visits.ts';

describe('The settings that a check knows', () => {
  it('are named in the place of a misspelled one', () => {
    assert.deepEqual(misspelledSetting(page('/', { settingNames: ['baseUrl', 'tokenparam'] })), {
      wrong: 'data-tokenparam',
      right: 'data-token-param',
    });
  });

  it('are not named for an attribute of another tool', () => {
    const settingNames = ['baseUrl', 'cookieconsent', 'cfasync', 'ot-ignore'];
    assert.equal(misspelledSetting(page('/', { settingNames })), undefined);
  });
});
