import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CONFIGURATION_PAGE, configurationPage } from '../configuration-page.ts';

describe('The page about the environment variables', () => {
  it('is what "npm run docs:configuration" writes', async () => {
    assert.equal(readFileSync(CONFIGURATION_PAGE, 'utf8'), await configurationPage());
  });
});
