import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox, ScenarioError } from 'vaultlink/sandbox';
import type { Scenario } from 'vaultlink/sandbox';
import { assertRefused, START_MS } from '../../driver.ts';
import { startOAuth } from '../../oauth-driver.ts';

const HOUR_MS = 3_600_000;

/** A sandbox in which something of everything has happened. */
async function usedSandbox() {
  const sandbox = startOAuth({ behaviour: { reissue: 'same' } });
  const used = await sandbox.open('survey', 'seller-1');
  await sandbox.report('complete', used.token);
  const waiting = await sandbox.open('survey', 'seller-2');
  const first = await sandbox.connect('seller-1');
  const tokens = (await sandbox.refresh(first.refresh_token)).body as typeof first;
  await sandbox.push(tokens.access_token, { drink: 'tea', name: null });
  const code = await sandbox.codeOf('seller-2');
  await sandbox.post('clock', { advance_seconds: 300 });
  await sandbox.post('faults', { kind: 'status', status: 503, path: '/oauth/authorize', times: 3 });
  return { ...sandbox, used, waiting, first, tokens, code };
}

const saved = async (call: (path: string) => Promise<{ body: unknown }>) =>
  (await call('/sandbox/scenario')).body as Scenario;

describe('A scenario', () => {
  it('loads into another sandbox with all its records', async () => {
    const one = await usedSandbox();
    const scenario = await saved(one.call);
    const other = startOAuth({ packets: [], clients: [], sellers: [] });
    const loaded = await other.call('/sandbox/scenario', {
      method: 'PUT',
      body: JSON.stringify(scenario),
    });
    assert.equal(loaded.status, 200);
    assert.deepEqual(await saved(other.call), scenario);
    const { faults, ...state } = await one.state();
    const { faults: otherFaults, ...otherState } = await other.state();
    assert.deepEqual(otherState, state);
    assert.deepEqual(otherFaults[0], { ...faults[0], id: otherFaults[0]?.id });

    assert.equal((await other.report('complete', one.used.token)).status, 422);
    assert.equal((await other.report('complete', one.waiting.token)).status, 200);
    assert.equal((await other.refresh(one.first.refresh_token)).status, 400);
    assert.equal((await other.refresh(one.tokens.refresh_token)).status, 200);
    assert.equal((await other.push(one.tokens.access_token, { drink: 'milk' })).status, 200);
    assert.deepEqual(await other.answersOf('seller-1'), [{ drink: 'milk', name: null }]);
    assert.equal((await other.token(other.codeBody(one.code))).status, 200);
  });

  it('fails silent packets at the same time as before', async () => {
    const one = await usedSandbox();
    const other = createSandbox({ now: () => START_MS });
    other.loadScenario(await saved(one.call));
    const { interaction_id: interactionId } = one.waiting;
    const waiting = assert.rejects(other.waitForOutcome({ interactionId }), /its hour has passed/);
    await other.advance({ minutes: 55 });
    await waiting;
  });

  it('can be as short as one packet, and has two sellers unless it names others', async () => {
    const sandbox = createSandbox({
      scenario: { version: 1, packets: [{ id: 'a', endlink_url: 'https://buyer.example/' }] },
    });
    assert.equal((await sandbox.startEndlink({ packetId: 'a' })).sellerId, 'seller-1');
    sandbox.loadScenario({ version: 1, sellers: [] });
    await assert.rejects(sandbox.startEndlink(), {
      message: 'There is no packet with an endlink.',
    });
  });

  it('is restored by a reset if it is an option', async () => {
    const scenario = await saved((await usedSandbox()).call);
    const sandbox = createSandbox({ scenario, now: () => START_MS });
    await sandbox.addSeller();
    await sandbox.reset();
    assert.deepEqual(sandbox.saveScenario(), scenario);
  });

  it('starts at its own time, and stays there if it is frozen', () => {
    let nowMs = START_MS;
    const sandbox = createSandbox({ now: () => nowMs });
    const now = '2030-01-01T00:00:00.000Z';
    sandbox.loadScenario({ version: 1, clock: { now } });
    nowMs += HOUR_MS;
    assert.deepEqual(sandbox.saveScenario().clock, { now: '2030-01-01T01:00:00.000Z' });
    sandbox.loadScenario({ version: 1, clock: { now, frozen: true } });
    nowMs += HOUR_MS;
    assert.deepEqual(sandbox.saveScenario().clock, { now, frozen: true });
  });

  it('continues with the tokens of its seed', async () => {
    const options = {
      seed: 'monday',
      now: () => START_MS,
      packets: [{ endlink_url: 'https://buyer.example/' }],
    };
    const one = createSandbox(options);
    await one.startEndlink();
    const other = createSandbox({ now: () => START_MS });
    other.loadScenario(one.saveScenario());
    assert.equal((await other.startEndlink()).token, (await one.startEndlink()).token);
  });

  it('saves the switches that differ from their defaults, and no others', async () => {
    const { sandbox, post } = startOAuth({ behaviour: { cors: false } });
    await post('behaviour', { head_consumes: false, prefetch_consumes: true });
    assert.deepEqual(sandbox.saveScenario().behaviour, { cors: false, head_consumes: false });
  });

  it('is refused with a sentence and a path for each mistake, and nothing changes', async () => {
    const sandbox = startOAuth();
    const before = await saved(sandbox.call);
    const put = (body: string) => sandbox.call('/sandbox/scenario', { method: 'PUT', body });
    const scenario = {
      version: 1,
      behaviour: { cors: 'yes' },
      sellers: [{ id: 'a' }, { id: 'a' }],
      packets: [
        { id: 'p', endlink_url: 'nowhere' },
        { id: 'q', client_id: 'nobody', questions: ['name'] },
      ],
      tokens: [
        {
          ...{ token: 't', packet_id: 'gone', seller_id: 'a', interaction_id: 'i', used_for: null },
          ...{ issued_at: 'now', expires_at: '2030-01-01T00:00:00.000Z' },
        },
      ],
    };
    assertRefused(await put(JSON.stringify(scenario)), [
      /^behaviour\.cors: /,
      /^packets\.0/,
      /^tokens\.0\.issued_at: /,
    ]);
    const typed = { ...scenario, behaviour: {}, packets: scenario.packets.slice(1), tokens: [] };
    assertRefused(await put(JSON.stringify(typed)), [
      /^packets\.0\.client_id: no such client$/,
      /^sellers\.1\.id: is taken$/,
    ]);
    const { tokens, authorization_codes, token_pairs } = await saved((await usedSandbox()).call);
    const twice = { version: 1, tokens: tokens?.slice(0, 1), authorization_codes, token_pairs };
    const known = { ...before, ...twice };
    known.tokens?.push(...(tokens?.slice(0, 1) ?? []));
    known.authorization_codes?.push(...(authorization_codes?.slice(0, 1) ?? []));
    known.token_pairs = token_pairs?.map((pair) => ({ ...pair, client_id: 'gone' })).slice(0, 1);
    assertRefused(await put(JSON.stringify(known)), [
      /^tokens\.1\.token: is taken$/,
      /^authorization_codes\.2\.code: is taken$/,
      /^token_pairs\.0\.client_id: no such client$/,
    ]);
    assertRefused(await put('{'), [/not JSON/]);
    assertRefused(await put('{"version": 2}'), [/^version: /]);
    assert.deepEqual(await saved(sandbox.call), before);
    assert.throws(() => createSandbox({ scenario: typed as Scenario }), ScenarioError);
  });
});
