import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { watchPages } from '../../../src/node/check/pages.ts';
import { pageFactsOf } from '../../support/self-check.ts';

describe('The pages of a visit', () => {
  it('are listed as they were opened, with their newest facts and whether the tab is new, without those of the service; a late report counts once', async () => {
    let receive: ((source: { page: object }, text: string) => void) | undefined;
    let changes = 0;
    const late: string[] = [];
    const scripts: unknown[] = [];
    const context = {
      exposeBinding: (name: string, take: (source: { page: object }, text: string) => void) => {
        scripts.push(name);
        receive = take;
        return Promise.resolve();
      },
      addInitScript: (_: unknown, options: unknown) => Promise.resolve(scripts.push(options)),
    };
    const watched = await watchPages(
      context as unknown as BrowserContext,
      'abc',
      () => (changes += 1),
      ({ report: address }) => late.push(address),
      ({ address }) => late.push(address),
    );
    const [binding, options] = scripts;
    assert.deepEqual(options, { token: 'abc', binding });

    const [end, start] = [pageFactsOf('https://a.example/end'), pageFactsOf('https://a.example/')];
    const [tab, newTab] = [{}, {}];
    const report = (message: object, page = tab) => receive?.({ page }, JSON.stringify(message));
    report({ ...end, openedAtMs: 20 }, newTab);
    report({ ...start, openedAtMs: 10 });
    report({ ...end, state: 'confirmed', openedAtMs: 20 }, newTab);
    const service = pageFactsOf('https://service.example/api/v3/endlinks/complete.html');
    report({ ...service, openedAtMs: 30 });
    report({ ...pageFactsOf('https://a.example/vaultlink-check-left'), openedAtMs: 40 });
    const sent = {
      id: '5 1',
      report: 'https://service.example/api/v3/endlinks/complete?t=abc',
      method: 'GET',
    };
    // The page that was left has sent it, and the next one passes it on.
    for (const sender of [tab, newTab]) report(sent, sender);
    report({ leak: { address: 'https://stats.example/collect', place: 'body' } });
    assert.deepEqual(watched.pages(), [start, { ...end, state: 'confirmed', isInNewTab: true }]);
    assert.deepEqual(late, [
      'https://service.example/api/v3/endlinks/complete?t=abc',
      'https://stats.example/collect',
    ]);
    assert.equal(changes, 3);
  });

  it('in frames are listed apart, for the frames that are meant', async () => {
    let receive: ((source: object, text: string) => void) | undefined;
    const context = {
      exposeBinding: (_: string, take: typeof receive) => Promise.resolve((receive = take)),
      addInitScript: () => Promise.resolve(),
    };
    const nothing = () => undefined;
    const watched = await watchPages(
      context as unknown as BrowserContext,
      ...(['abc', nothing, nothing, nothing] as const),
    );
    const [frame, other] = [{}, {}];
    const facts = (path: string) => ({
      ...pageFactsOf(`https://a.example${path}`),
      isFramed: true,
    });
    const report = (path: string, openedAtMs: number, sender: object) =>
      receive?.({ page: {}, frame: sender }, JSON.stringify({ ...facts(path), openedAtMs }));
    report('/end', 20, frame);
    report('/survey', 10, frame);
    report('/advertisement', 15, other);
    assert.deepEqual(watched.pages(), []);
    assert.deepEqual(
      watched.frames((one) => (one as object) === frame),
      [facts('/survey'), facts('/end')],
    );
  });
});
