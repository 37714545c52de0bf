import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { StoredFlow } from 'vaultlink/bff';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import { pageOf, someOptions, startBff } from '../support/http-bff.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A backend in whose store an earlier version has left a flow, and a browser with the cookie that it set. */
async function startWithFlow(changed: Partial<StoredFlow> = {}, end = '', user?: string) {
  const flows = new Map<string, { flow: StoredFlow; consumed: boolean }>();
  const liveFlow = (id: string, nowMs: number) => {
    const entry = flows.get(id);
    return entry && entry.flow.expiresAtMs > nowMs ? entry : undefined;
  };
  const started = startBff({
    subject: user === undefined ? undefined : () => user,
    store: {
      ...memoryStore(),
      findFlow: (id, nowMs) => liveFlow(id, nowMs)?.flow,
      consumeFlow(id, nowMs) {
        const entry = liveFlow(id, nowMs);
        if (!entry) return undefined;
        const first = !entry.consumed;
        entry.consumed = true;
        return { flow: entry.flow, first };
      },
    },
  });
  const { browser, clock } = started;
  const [state, secret] = [randomBytes(32).toString('base64url'), 'b'.repeat(43)];
  const id = hashOf(state);
  const sealer = createSealer(someOptions().keys);
  const flow: StoredFlow = {
    id,
    browserKeyHash: hashOf(secret),
    sealedVerifier: await sealer.seal('v'.repeat(43), `flow:${id}`),
    returnTo: 'https://app.example/settings',
    display: 'page',
    subject: 'user-1',
    expiresAtMs: clock.ms + 3_600_000,
    ...changed,
  };
  flows.set(id, { flow, consumed: false });
  browser.jar.set(`__Host-Http-vaultlink-flow-${id.slice(0, 16)}`, {
    value: `${Math.floor(clock.ms / 1000)}.${secret}${end}`,
    isStrict: false,
  });
  const path = browser.wayBack(new URLSearchParams({ state }));
  return { ...started, flows, id, path };
}

describe('a flow that an earlier version began', () => {
  it('completes a flow of an earlier version, with its verifier and its subject', async () => {
    const { browser, path, service, events } = await startWithFlow();
    const response = await browser.come(path);
    assert.equal(response.headers.get('location'), 'https://app.example/settings');
    assert.equal(service.requestAt(0).body.code_verifier, 'v'.repeat(43));
    assert.partialDeepStrictEqual(events, [{ type: 'connected', subject: 'user-1' }]);
    assert.equal((await browser.come(path)).status, 303);
    assert.equal(service.requests.length, 1);
  });

  it('refuses a flow of an earlier version while another user is signed in', async () => {
    const { browser, path, service } = await startWithFlow({}, '', 'user-2');
    assert.equal((await pageOf(await browser.come(path))).code, 'subject_mismatch');
    assert.deepEqual(service.requests, []);
    assert.equal(browser.jar.size, 0);
  });

  it('exchanges the code of a flow of an earlier version once, in either version', async () => {
    const { browser, path, flows, id, service } = await startWithFlow();
    const entry = flows.get(id);
    assert(entry);
    entry.consumed = true;
    assert.equal((await pageOf(await browser.come(path))).code, 'state_expired');
    assert.deepEqual(service.requests, []);
  });

  it('completes a flow of an earlier version only in the browser that began it', async () => {
    const { browser, path, service } = await startWithFlow({ browserKeyHash: hashOf('other') });
    assert.equal((await pageOf(await browser.come(path))).code, 'state_mismatch');
    assert.deepEqual(service.requests, []);
  });

  it('redirects back without an exchange when the earlier version has completed the flow', async () => {
    const { browser, path, service } = await startWithFlow({}, '.done');
    assert.equal((await pageOf(await browser.come(path))).code, 'state_expired');
    await browser.connect();
    const asked = service.requests.length;
    assert.equal((await browser.go(path)).status, 303);
    assert.equal(service.requests.length, asked);
  });

  it('answers state_expired to a flow of an earlier version after ten minutes', async () => {
    const { browser, path, clock } = await startWithFlow();
    clock.ms += 600_000;
    assert.equal((await pageOf(await browser.come(path))).code, 'state_expired');
  });

  it('answers state_mismatch when the table of the earlier version has been dropped', async () => {
    const { browser, path, flows } = await startWithFlow();
    flows.clear();
    assert.equal((await pageOf(await browser.come(path))).code, 'state_mismatch');
  });
});
