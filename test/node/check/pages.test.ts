import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { watchPages } from '../../../src/node/check/pages.ts';
import { pageFactsOf } from '../../support/self-check.ts';

describe('The pages of a visit', () => {
  it('are listed as they were opened, with their newest facts, without those of the service', async () => {
    let receive: ((text: string) => void) | undefined;
    let changes = 0;
    const late: string[] = [];
    const scripts: unknown[] = [];
    const context = {
      exposeFunction: (name: string, take: (text: string) => void) => {
        scripts.push(name);
        receive = take;
        return Promise.resolve();
      },
      addInitScript: (_: unknown, options: unknown) => Promise.resolve(scripts.push(options)),
    };
    const pages = await watchPages(
      context as unknown as BrowserContext,
      'abc',
      () => (changes += 1),
      (address) => late.push(address),
    );
    const [binding, options] = scripts;
    assert.deepEqual(options, { token: 'abc', binding });

    const [end, start] = [pageFactsOf('https://a.example/end'), pageFactsOf('https://a.example/')];
    const report = (message: object) => receive?.(JSON.stringify(message));
    report({ ...end, openedAtMs: 20 });
    report({ ...start, openedAtMs: 10 });
    report({ ...end, state: 'confirmed', openedAtMs: 20 });
    const service = pageFactsOf('https://service.example/api/v3/endlinks/complete.html');
    report({ ...service, openedAtMs: 30 });
    report({ report: 'https://service.example/api/v3/endlinks/complete?t=abc', method: 'GET' });
    assert.deepEqual(pages(), [start, { ...end, state: 'confirmed' }]);
    assert.deepEqual(late, ['https://service.example/api/v3/endlinks/complete?t=abc']);
    assert.equal(changes, 3);
  });
});
