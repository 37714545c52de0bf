import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sandboxFixtures } from 'vaultlink/testing/vitest';

describe('The fixture for Vitest', () => {
  it('serves a sandbox while the test runs', async () => {
    let origin = '';
    await sandboxFixtures({ pageUrl: 'http://localhost:5173/' }).sandbox({}, async (sandbox) => {
      origin = sandbox.origin;
      const { url, token } = await sandbox.startEndlink();
      assert.equal(new URL(url).origin, 'http://localhost:5173');
      const report = `${origin}/api/v3/endlinks/complete?service_endlink_token=${token}`;
      assert.equal((await fetch(report)).status, 200);
      assert.equal((await sandbox.waitForOutcome({ token })).outcome, 'complete');
    });
    await assert.rejects(fetch(`${origin}/sandbox/state`), TypeError);
  });

  it('stops it after a test that failed', async () => {
    let origin = '';
    const failure = new Error('The test failed.');
    const running = sandboxFixtures().sandbox({}, (sandbox) => {
      origin = sandbox.origin;
      return Promise.reject(failure);
    });
    await assert.rejects(running, failure);
    await assert.rejects(fetch(`${origin}/sandbox/state`), TypeError);
  });

  it('names no other fixture, which Vitest reads from its source', () => {
    assert.match(sandboxFixtures().sandbox.toString(), /^\s*(sandbox:)?\s*\(\{\s*\}, use\)/);
  });
});
