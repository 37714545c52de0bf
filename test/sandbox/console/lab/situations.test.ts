import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BEHAVIOUR } from 'vaultlink/sandbox';
import { form, part } from '../console-driver.ts';
import { startSandbox } from '../../driver.ts';
import { startOAuth } from '../../oauth-driver.ts';

const LAB = '/sandbox/lab';

type Driver = Pick<ReturnType<typeof startSandbox>, 'call'>;

const begin = ({ call }: Driver, id: string) => call(`${LAB}/situations`, form({ begin: id }));
const end = ({ call }: Driver, id: string) => call(`${LAB}/situations`, form({ end: id }));

/** Ids of the situations on the page, and whether each is on. */
async function situationsOn({ call }: Driver): Promise<Map<string, boolean>> {
  const page = String((await call(LAB)).body);
  const rows = page.matchAll(/<li id="situation-([\w-]+)" class="([^"]*)"/g);
  return new Map([...rows].map(([, id = '', names = '']) => [id, names.includes('is-on')]));
}

describe('the situations of the lab', () => {
  it('are at most ten, each in plain words with one button', async () => {
    const driver = startSandbox();
    const ids = [...(await situationsOn(driver)).keys()];
    assert.ok(ids.length >= 8 && ids.length <= 10, String(ids.length));
    const text = part((await driver.call(LAB)).body, 'situations');
    for (const words of ['The service is slow', 'An answer is lost', '503 once']) {
      assert.ok(text.includes(` ${words} `), words);
    }
    assert.equal(text.split(/ Begin [A-Z5]/).length - 1, ids.length);
  });

  it('begin with one press, are marked as long as they are on, and end with another', async () => {
    const driver = startSandbox();
    for (const id of (await situationsOn(driver)).keys()) {
      const { status, headers } = await begin(driver, id);
      assert.deepEqual([status, headers.get('location')], [303, LAB], id);
      const all = await situationsOn(driver);
      assert.deepEqual(
        [...all].filter(([, isOn]) => isOn).map(([one]) => one),
        [id],
      );
      await end(driver, id);
      assert.ok(![...(await situationsOn(driver)).values()].includes(true), id);
      const { faults, behaviour } = await driver.state();
      assert.deepEqual([faults, behaviour], [[], { ...DEFAULT_BEHAVIOUR }], id);
    }
  });

  it('end by themselves when their fault has struck, and keep the faults of others', async () => {
    const driver = startSandbox();
    await driver.post('faults', { kind: 'drop', path: '/oauth/token' });
    await begin(driver, '503-once');
    const { token } = await driver.open();
    assert.equal((await driver.report('complete', token)).status, 503);
    assert.equal((await situationsOn(driver)).get('503-once'), false);
    assert.equal((await driver.report('complete', token)).status, 200);
    await begin(driver, 'down');
    await end(driver, 'down');
    assert.deepEqual(
      (await driver.state()).faults.map(({ id }) => id),
      ['fault-1'],
    );
  });

  it('lose an answer after the outcome was recorded', async () => {
    const driver = startSandbox();
    await begin(driver, 'lost-answer');
    const { token } = await driver.open();
    const address = `http://localhost/api/v3/endlinks/complete?service_endlink_token=${token}`;
    const report = await driver.sandbox.fetch(new Request(address));
    assert.equal(report.type, 'error');
    assert.equal((await driver.state()).sellers_packets[0]?.outcome, 'complete');
  });

  it('end an access token early, so that a push is refused once', async () => {
    const driver = startOAuth();
    const { access_token } = await driver.connect();
    await begin(driver, 'token-ended');
    assert.equal((await driver.push(access_token, { name: 'A' })).status, 401);
    assert.equal((await driver.push(access_token, { name: 'A' })).status, 200);
  });

  it('refuse a name that does not exist', async () => {
    assert.equal((await begin(startSandbox(), 'rain')).status, 404);
  });
});

describe('all behaviours of the lab', () => {
  it('are closed at first, and open where somebody searches, posts a mistake or applies', async () => {
    const { call } = startSandbox();
    const isOpen = (page: unknown) => /<details id="all-behaviours"[^>]* open/.test(String(page));
    assert.equal(isOpen((await call(LAB)).body), false);
    assert.equal(isOpen((await call(`${LAB}?q=head`)).body), true);
    assert.equal(isOpen((await call(`${LAB}/switches`, form({ reissue: 'none' }))).body), true);
    assert.equal(isOpen((await call(`${LAB}/faults`, form({ kind: 'none' }))).body), true);
  });

  it('can be searched by name and by meaning', async () => {
    const { call } = startSandbox();
    const rows = async (q: string) =>
      [
        ...String((await call(`${LAB}?q=${q}`)).body).matchAll(
          /<div\s+id="row-(\w+)"[^>]*class="[^"]*"\s*>/g,
        ),
      ].map(([, name]) => name);
    assert.deepEqual(await rows('HEAD_'), ['head_consumes']);
    assert.ok((await rows('prefetch')).includes('prefetch_consumes'));
    assert.deepEqual(await rows('none-such'), []);
    const isToldNothing = async (q: string) =>
      !/<p id="no-behaviour"[^>]* hidden/.test(String((await call(`${LAB}?q=${q}`)).body));
    assert.deepEqual(
      [await isToldNothing('none-such'), await isToldNothing('head')],
      [true, false],
    );
  });
});
