import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { form, part } from './console-driver.ts';
import { startSandbox } from '../driver.ts';
import { startOAuth } from '../oauth-driver.ts';

const UNDO = '/sandbox/undo';

type Driver = Pick<ReturnType<typeof startSandbox>, 'call'>;

const textOfUndo = async ({ call }: Driver, page = '/') => part((await call(page)).body, 'undo');

const scenarioOf = async ({ call }: Driver) => (await call('/sandbox/scenario')).body;

/** A sandbox in which something of each kind has happened. */
async function startUsed() {
  const driver = startOAuth({ behaviour: { head_consumes: false } });
  const { access_token } = await driver.connect();
  await driver.push(access_token, { name: 'Amara', drink: 'Tea' });
  const { token } = await driver.open('survey');
  await driver.report('complete', token);
  await driver.post('faults', { kind: 'status', status: 503 });
  await driver.post('clock', { advance_seconds: 3600 });
  return { ...driver, token };
}

describe('undo in the console', () => {
  for (const [what, path, fields] of [
    [
      'Deleted client Breakfast Panel',
      '/sandbox/console/clients/delete',
      { client_id: 'buyer-app' },
    ],
    ['Deleted packet Profile', '/sandbox/console/packets/delete', { packet_id: 'profile' }],
    ['Deleted seller Amara Osei', '/sandbox/console/sellers/delete', { seller: 'seller-1' }],
    ['Started over', '/sandbox/lab/reset', {}],
    ['Cleared the log', '/sandbox/log/clear', {}],
  ] as const) {
    it(`restores everything with the log after "${what}"`, async () => {
      const driver = await startUsed();
      const before = [await scenarioOf(driver), await driver.requests(), await driver.state()];
      await driver.call(path, form({ ...fields }));
      for (const page of ['/', '/developer', '/sandbox/log', '/sandbox/lab', '/sandbox/check']) {
        assert.match(await textOfUndo(driver, page), new RegExp(` ${what}\\. Undo Dismiss `), page);
      }
      const { status } = await driver.call(UNDO, form({}));
      assert.equal(status, 303);
      const after = [await scenarioOf(driver), await driver.requests(), await driver.state()];
      assert.deepEqual(after, before);
      assert.doesNotMatch(await textOfUndo(driver), /Dismiss/);
    });
  }

  it('leads back to the page on which it was pressed', async () => {
    const driver = startSandbox();
    await driver.call('/sandbox/log/clear', form({}));
    const { headers } = await driver.call(UNDO, form({ back: '/sandbox/log' }));
    assert.equal(headers.get('location'), '/sandbox/log');
    const foreign = await driver.call(UNDO, form({ back: '//evil.example' }));
    assert.equal(foreign.headers.get('location'), '/');
  });

  it('says how many requests have come in since, as an undo forgets them', async () => {
    const driver = await startUsed();
    await driver.call('/sandbox/console/packets/delete', form({ packet_id: 'survey' }));
    await driver.report('complete', 'any');
    assert.match(await textOfUndo(driver), /Undo, and forget 1 request since/);
    await driver.call(UNDO, form({}));
    assert.equal((await driver.requests()).length, 3);
  });

  it('keeps a held request through an undo', async () => {
    const driver = startOAuth();
    await driver.post('faults', { kind: 'hold', outcome: 'fail' });
    await driver.call('/sandbox/console/packets/delete', form({ packet_id: 'profile' }));
    const held = driver.report('fail', 'any');
    while ((await driver.state()).held_requests === 0) await new Promise(setImmediate);
    await driver.call(UNDO, form({}));
    assert.equal((await driver.state()).held_requests, 1);
    await driver.post('faults/release', {});
    assert.equal((await held).status, 401);
  });

  it('can be dismissed, and ends when a test replaces the state', async () => {
    const driver = startSandbox();
    const clear = () => driver.call('/sandbox/log/clear', form({}));
    await clear();
    await driver.call(`${UNDO}/dismiss`, form({}));
    assert.doesNotMatch(await textOfUndo(driver), /Dismiss/);
    await clear();
    await driver.post('reset', {});
    assert.doesNotMatch(await textOfUndo(driver), /Dismiss/);
  });

  it('is not offered for what did not happen', async () => {
    const driver = startSandbox();
    await driver.call('/sandbox/console/packets/delete', form({ packet_id: 'nothing' }));
    assert.doesNotMatch(await textOfUndo(driver), /Dismiss/);
  });
});
