import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { part } from '../console/console-driver.ts';
import { startOAuth } from '../oauth-driver.ts';

const NOON = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-01T12:01:00.000Z';

/** A sandbox with one packet, which has an endlink, a client and the question `drink`. */
async function start(behaviour: { outcome_after_push?: 'counts' | 'refused' } = {}) {
  const driver = startOAuth({
    behaviour,
    packets: [
      {
        id: 'breakfast',
        name: 'Breakfast',
        client_id: 'buyer-app',
        endlink_url: 'https://buyer.example/',
        questions: ['drink', 'cups'],
        reward: 2.5,
      },
    ],
  });
  const { access_token } = await driver.connect();
  const pushTea = () => driver.push(access_token, { drink: 'tea' }, 'breakfast');
  const open = () => driver.open('breakfast');
  /** The one record that there is. */
  const record = async () => {
    const [one, ...others] = (await driver.oauthState()).sellers_packets;
    assert.ok(one);
    assert.deepEqual(others, []);
    return one;
  };
  const standing = async () => {
    const { state, outcome, paid } = await record();
    return [state, outcome, paid];
  };
  const minuteLater = () => driver.post('clock', { advance_seconds: 60 });
  return { ...driver, pushTea, open, record, standing, minuteLater };
}

const idOf = (body: unknown) => (body as { sellers_packet: { id: string } }).sellers_packet.id;

describe('A sellers packet', () => {
  it('is one record for the endlink that was opened and for what was pushed', async () => {
    const { open, pushTea, minuteLater, record } = await start();
    const { interaction_id } = await open();
    await minuteLater();
    const { body } = await pushTea();
    const { id, answers, answer_sources, first_published_at } = await record();
    assert.deepEqual([idOf(body), interaction_id], [id, id]);
    assert.deepEqual(answers, { drink: 'tea' });
    const { pushed_by_request, ...source } = answer_sources.drink ?? {};
    assert.deepEqual(source, { client_id: 'buyer-app', pushed_at: LATER });
    assert.equal(typeof pushed_by_request, 'number');
    const { created_at } = (body as { sellers_packet: Record<string, string> }).sellers_packet;
    assert.deepEqual([created_at, first_published_at], [NOON, LATER]);
  });

  it('is the same record where the push came before the endlink', async () => {
    const { open, pushTea, standing } = await start();
    const { body } = await pushTea();
    assert.deepEqual(await standing(), ['published', null, false]);
    assert.equal((await open()).interaction_id, idOf(body));
    assert.deepEqual(await standing(), ['published', null, false]);
  });

  it('is published by a push while its outcome is still to come, and paid by complete (§3.1)', async () => {
    const { open, report, pushTea, standing, requests } = await start();
    const { token } = await open();
    await pushTea();
    assert.deepEqual(await standing(), ['published', null, false]);
    assert.match(
      (await requests()).at(-1)?.reason ?? '',
      /drink\. The outcome .* still to come\.$/,
    );
    assert.equal((await report('complete', token)).status, 200);
    assert.deepEqual(await standing(), ['published', 'complete', true]);
  });

  it('is filtered by an outcome that comes after a push, and keeps the answers', async () => {
    const { open, report, pushTea, standing, record } = await start();
    const { token } = await open();
    await pushTea();
    assert.equal((await report('screenout', token)).status, 200);
    assert.deepEqual(await standing(), ['filtered', 'screenout', false]);
    assert.deepEqual((await record()).answers, { drink: 'tea' });
  });

  it('fails without an outcome, whatever was pushed (§1.5)', async () => {
    const { open, pushTea, post, standing, sandbox } = await start();
    const { token } = await open();
    await pushTea();
    const waiting = assert.rejects(sandbox.waitForOutcome({ token }), /its hour has passed/);
    await post('clock', { advance_seconds: 3600 });
    await waiting;
    assert.deepEqual(await standing(), ['failed', null, false]);
  });

  it('is published again by a push after its outcome, and still not paid', async () => {
    const { open, report, pushTea, standing } = await start();
    const { token } = await open();
    await report('fail', token);
    assert.equal((await pushTea()).status, 200);
    assert.deepEqual(await standing(), ['published', 'fail', false]);
  });

  it('stays paid when something is pushed after complete, with the time of its first publication', async () => {
    const { open, report, pushTea, minuteLater, standing, record } = await start();
    const { token } = await open();
    await report('complete', token);
    await minuteLater();
    await pushTea();
    assert.deepEqual(await standing(), ['published', 'complete', true]);
    const { first_published_at, pushed_at } = await record();
    assert.deepEqual([first_published_at, pushed_at], [NOON, LATER]);
  });

  it('is decided and paid by a push where outcome_after_push says so', async () => {
    const { open, report, pushTea, standing, requests, post } = await start({
      outcome_after_push: 'refused',
    });
    const { token } = await open();
    await pushTea();
    assert.deepEqual(await standing(), ['published', null, true]);
    const pushed = (await requests()).at(-1)?.number ?? 0;
    assert.equal((await report('screenout', token)).status, 422);
    const { reason } = (await requests()).at(-1) ?? {};
    assert.ok(
      reason?.startsWith(
        `Refused: packet breakfast is published already for seller-1: request ${pushed} pushed answers, and the switch outcome_after_push is "refused".`,
      ),
    );
    const again = await post('endlinks', { packet_id: 'breakfast', seller_id: 'seller-1' });
    assert.equal(again.status, 409);
    await post('clock', { advance_seconds: 3600 });
    assert.deepEqual(await standing(), ['published', null, true]);
  });

  it('is not paid by a push after an outcome that pays nothing', async () => {
    const { open, report, pushTea, standing } = await start({ outcome_after_push: 'refused' });
    const { token } = await open();
    await report('screenout', token);
    await pushTea();
    const [, outcome, isPaid] = await standing();
    assert.deepEqual([outcome, isPaid], ['screenout', false]);
  });

  it('says which outcome decided, even where a push has published the packet again', async () => {
    const { open, report, pushTea, post, requests } = await start({});
    const [first, second] = [await open(), await open()];
    await report('fail', first.token);
    const { number = 0 } = (await requests()).at(-1) ?? {};
    await pushTea();
    await report('complete', second.token);
    const { reason } = (await requests()).at(-1) ?? {};
    assert.ok(
      reason?.startsWith(
        `Refused: packet breakfast is filtered already for seller-1: request ${number} reported fail with another token.`,
      ),
    );
    const again = await post('endlinks', { packet_id: 'breakfast', seller_id: 'seller-1' });
    assert.match(JSON.stringify(again.body), /is filtered for seller-1 already by request/);
  });

  it('rejects a wait for an outcome that can no longer come', async () => {
    const late = await start();
    const { token } = await late.open();
    await late.post('clock', { advance_seconds: 3600 });
    await late.pushTea();
    await assert.rejects(late.sandbox.waitForOutcome({ token }), /its hour has passed/);

    const decided = await start({ outcome_after_push: 'refused' });
    const opened = await decided.open();
    const waiting = decided.sandbox.waitForOutcome({ token: opened.token });
    const rejected = assert.rejects(waiting, /the push of request \d+ has decided/);
    await decided.pushTea();
    await rejected;
  });

  it('has its pushes and its reports in the log as one visit', async () => {
    const { open, report, pushTea, requests } = await start();
    await pushTea();
    const { token, interaction_id } = await open();
    await report('complete', token);
    await pushTea();
    const ids = (await requests()).slice(-3).map((entry) => entry.interaction_id);
    assert.deepEqual(ids, [interaction_id, interaction_id, interaction_id]);
  });

  it('is one record for the helpers too', async () => {
    const { open, pushTea, sandbox, standing } = await start();
    const { interaction_id } = await open();
    await pushTea();
    const [state] = await standing();
    assert.deepEqual(await sandbox.sellersPacket({ packetId: 'breakfast' }), {
      ...{ id: interaction_id, state, outcome: null, isPaid: false, answers: { drink: 'tea' } },
    });
    await assert.rejects(sandbox.sellersPacket({ packetId: 'lunch' }), /no packet "lunch"/);
  });
});

describe('The page of the seller', () => {
  it('has one card a packet, which shows where each answer came from', async () => {
    const { open, report, pushTea, call } = await start();
    const card = async () => part((await call('/')).body, 'packets');
    assert.match(
      await card(),
      /endlink Not opened yet drink Not answered yet cups Not answered yet/,
    );
    const { token } = await open();
    await pushTea();
    const source = 'by request \\d+';
    const drink = `drink tea pushed by Breakfast Panel at 12:00:00 UTC ${source}`;
    const waiting = await card();
    assert.match(
      waiting,
      /Published Pushed by .* UTC\. The buyer has until 13:00:00 UTC .* 01:00:00 left/,
    );
    assert.match(waiting, new RegExp(`endlink Waits for the buyer’s report ${drink} cups Not`));
    await report('complete', token);
    const done = await card();
    assert.match(done, new RegExp(`endlink complete reported at 12:00:00 UTC ${source} ${drink}`));
    assert.match(done, /Earned €2\.50 .* €2\.50 paid\./);
    assert.equal(done.split('Breakfast Published').length, 2);
  });

  it('says that nothing is paid for a push without an outcome', async () => {
    const { pushTea, call } = await start();
    await pushTea();
    const text = part((await call('/')).body, 'packets');
    assert.match(text, /Earned €0\.00 .* Not paid yet: you have not opened its endlink\..* Open /);
  });
});
