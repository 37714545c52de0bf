import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, startSandbox } from '../driver.ts';

describe('a delay', () => {
  it('answers late, in real time, and says so in the log', async () => {
    const { open, report, post, state, requests } = startSandbox();
    const { token } = await open();
    await post('faults', { kind: 'delay', delay_ms: 30 });
    const beforeMs = performance.now();
    const answer = report('complete', token);
    assert.equal((await state()).held_requests, 1);
    assert.equal((await answer).status, 200);
    assert.ok(performance.now() - beforeMs >= 29);
    assert.deepEqual((await requests())[0]?.fault, { id: 'fault-1', kind: 'delay' });
    assert.equal((await state()).held_requests, 0);
  });

  it('ends when held requests are released, and is cut by a reset', async () => {
    const { fetch, post } = startSandbox();
    const path = '/api/v3/endlinks/complete?service_endlink_token=any';
    await post('faults', { kind: 'status', status: 503, delay_ms: 86_400_000, times: 2 });
    const released = fetch(path);
    assert.deepEqual((await post('faults/release', {})).body, { released: 1 });
    assert.equal((await released).status, 503);
    const cut = fetch(path);
    await post('reset', {});
    assert.equal((await cut).type, 'error');
  });
});

describe('the headers of a fault', () => {
  it('must be headers of HTTP', async () => {
    const { post } = startSandbox();
    const order = { kind: 'status', status: 503, headers: { 'no name': 'v' } };
    assertRefused(await post('faults', order), [/^headers: must be names and values of HTTP/]);
  });
});
