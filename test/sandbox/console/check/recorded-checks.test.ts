import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { MISTAKES } from '../../../node/check/mistakes/mistakes.ts';
import { RECORDED_CHECKS } from '../../../mistakes/recorded-checks.ts';
import type { RecordedCheck } from '../../../mistakes/recorded-checks.ts';
import { wrongInConsole, wrongOnCheckPage } from '../../../mistakes/true-causes.ts';
import { SEED } from '../../../mistakes/visit-in-console.ts';

/** Sends the requests of a recorded visit to a new sandbox, at their times, and returns the causes that its page "Check" names. */
async function replay({ requests }: RecordedCheck): Promise<string[]> {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-27T12:00:00Z') });
  const startedAtMs = Date.now();
  const sandbox = createSandbox({ seed: SEED });
  const causesIn = (html: string) =>
    [...html.matchAll(/data-cause="([\w-]+)"/g)].map(([, cause = '']) => cause);
  let page = '';
  try {
    for (const { atMs, url, ...request } of requests) {
      mock.timers.setTime(startedAtMs + atMs);
      const address = url.replace('/sandbox/check/{check}', page);
      const reply = await sandbox.fetch(new Request(address, request));
      if (!new URL(url).pathname.endsWith('/sandbox/check')) continue;
      page = reply.headers.get('location') ?? '';
      // The form refuses an endlink URL that a marketplace would break.
      if (!page)
        return /id="check-url"[^>]*aria-invalid/.test(await reply.text()) ? ['endlink-url'] : [];
    }
    const address = new URL(page, requests[0]?.url);
    return causesIn(await (await sandbox.fetch(new Request(address))).text());
  } finally {
    sandbox.close();
    mock.timers.reset();
  }
}

describe('The page "Check", at the visit that a browser has recorded', () => {
  it('has a record of each site with a mistake', () => {
    assert.deepEqual(
      Object.keys(RECORDED_CHECKS),
      MISTAKES.map(({ name }) => name),
    );
  });

  for (const { name, causeId } of MISTAKES)
    it(`names what it named then, and nothing wrong, for a site that ${name}`, async () => {
      const recorded = RECORDED_CHECKS[name];
      assert.ok(recorded);
      const named = await replay(recorded);
      assert.deepEqual(named, recorded.checkPage);
      assert.deepEqual(wrongOnCheckPage(named, causeId), []);
    });

  for (const { name, causeId } of MISTAKES)
    it(`was recorded beside a console of the browser that says nothing wrong, for a site that ${name}`, () => {
      assert.deepEqual(wrongInConsole(RECORDED_CHECKS[name]?.console ?? [], causeId), []);
    });
});
