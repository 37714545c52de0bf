import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../driver.ts';

describe('the clock', () => {
  it('goes to an absolute time, and never back', async () => {
    const { post, state } = startSandbox();
    await post('clock', { now: '2026-03-02T00:00:00+01:00' });
    assert.equal((await state()).now, '2026-03-01T23:00:00.000Z');
    const { status, body } = await post('clock', { now: '2026-03-01T12:00:00Z' });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /must not be before 2026-03-01T23:00:00.000Z/);
  });

  it('stands still while it is frozen, and continues from there', async () => {
    let realMs = Date.parse('2026-03-01T12:00:00Z');
    const { post, state } = startSandbox({ now: () => realMs });
    await post('clock', { frozen: true });
    realMs += 60_000;
    assert.equal((await state()).now, '2026-03-01T12:00:00.000Z');
    await post('clock', { advance_seconds: 1 });
    assert.equal((await state()).now, '2026-03-01T12:00:01.000Z');
    const { body } = await post('clock', { frozen: false });
    assert.deepEqual(body, {
      now: '2026-03-01T12:00:01.000Z',
      advanced_seconds: -59,
      frozen: false,
    });
    realMs += 1000;
    assert.equal((await state()).now, '2026-03-01T12:00:02.000Z');
  });

  it('runs after a reset, even if it was frozen', async () => {
    let realMs = Date.parse('2026-03-01T12:00:00Z');
    const { post, state } = startSandbox({ now: () => realMs });
    await post('clock', { frozen: true, advance_seconds: 100 });
    await post('reset', {});
    realMs += 1000;
    assert.equal((await state()).now, '2026-03-01T12:00:01.000Z');
  });

  for (const order of [{}, { advance_seconds: 1, now: '2027-01-01T00:00:00Z' }, { now: 'soon' }]) {
    it(`refuses ${JSON.stringify(order)}`, async () => {
      const { post } = startSandbox();
      assert.equal((await post('clock', order)).status, 400);
    });
  }
});
