import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BEHAVIOUR, DEFAULT_REPLIES } from 'vaultlink/sandbox';
import { form, part, textOf } from '../console-driver.ts';
import { START_MS, startSandbox } from '../../driver.ts';

const LAB = '/sandbox/lab';

describe('the lab in the console', () => {
  it('advances the clock by any unit, goes to a time, and stops it', async () => {
    const { call, state } = startSandbox();
    const clock = `${LAB}/clock`;
    const { status, headers } = await call(clock, form({ amount: '24', unit: '3600' }));
    assert.deepEqual([status, headers.get('location')], [303, LAB]);
    assert.equal((await state()).advanced_seconds, 86_400);
    assert.match(textOf((await call(LAB)).body), /2026-03-02 12:00:00 UTC Runs 1 day ahead of/);
    await call(clock, form({ now: '2026-03-02T12:00:30' }));
    assert.equal((await state()).advanced_seconds, 86_430);
    await call(clock, form({ frozen: 'true' }));
    assert.match(textOf((await call(LAB)).body), /Stopped: no token expires\..*Let it run/);
  });

  it('keeps an invalid time in its field, with the mistake beside it', async () => {
    const { call, state } = startSandbox();
    for (const [fields, message] of [
      [{ now: '2026-02-28T12:00:00' }, 'This must not be before 2026-03-01T12:00:00.000Z'],
      [{ now: 'soon' }, 'This must be a time in ISO 8601.'],
      [{ now: '9999-12-31T23:30:00' }, 'This is too far ahead.'],
      [{ amount: '-1', unit: '60' }, 'This must be a number above 0.'],
      [{ amount: '9', unit: '1e12' }, 'This is too far ahead.'],
    ] as const) {
      const { status, body } = await call(`${LAB}/clock`, form({ ...fields }));
      assert.equal(status, 400);
      assert.ok(String(body).includes(message), message);
      assert.ok(String(body).includes('aria-invalid="true"'));
    }
    assert.equal((await state()).now, new Date(START_MS).toISOString());
  });

  it('adds a fault with all its fields, lists it, and removes it', async () => {
    const { call, post, state } = startSandbox();
    await post('faults', { kind: 'drop' });
    const fields = {
      kind: 'status',
      status: '503',
      delay_ms: '20',
      rate: '25',
      times: '',
      path: '/api/v3/endlinks/*',
      method: 'GET',
      outcome: 'complete',
      client_id: '',
      seller_id: 'seller-1',
      processed: 'true',
    };
    assert.equal((await call(`${LAB}/faults`, form(fields))).status, 303);
    const text = part((await call(LAB)).body, 'faults');
    assert.match(
      text,
      /Answer with a status 503 fault-2 · until it is removed · 25 % of the requests · after 20 ms · GET · \/api\/v3\/endlinks\/\* · outcome complete · seller seller-1 · the service handles/,
    );
    await call(`${LAB}/faults/remove`, form({ id: 'fault-1' }));
    assert.deepEqual(
      (await state()).faults.map(({ id }) => id),
      ['fault-2'],
    );
  });

  it('keeps the values of an invalid fault, with the mistake beside the field', async () => {
    const { call, state } = startSandbox();
    const fields = { kind: 'status', status: '99', rate: '100', times: '2', path: '/nowhere' };
    const { status, body } = await call(`${LAB}/faults`, form(fields));
    assert.equal(status, 400);
    const page = String(body);
    assert.match(page, /id="fault-path-mistake">This fits no address/);
    assert.match(page, /value="\/nowhere"/);
    assert.match(page, /value="99"[^>]*aria-invalid/);
    assert.deepEqual((await state()).faults, []);
  });

  it('releases the requests that a fault holds', async () => {
    const { call, post, open, report, state } = startSandbox();
    await post('faults', { kind: 'hold' });
    const { token } = await open();
    const held = report('complete', token);
    while ((await state()).held_requests === 0) await new Promise(setImmediate);
    assert.match(part((await call(LAB)).body, 'faults'), /1 request held or delayed\. Release/);
    await call(`${LAB}/faults/release`, form({}));
    assert.equal((await held).status, 200);
  });

  it('shows every switch with its meaning, section and default, and marks those that are changed', async () => {
    const { call, post } = startSandbox();
    await post('behaviour', { head_consumes: false });
    const page = (await call(LAB)).body;
    const text = part(page, 'switches');
    for (const name of Object.keys(DEFAULT_BEHAVIOUR)) assert.ok(text.includes(` ${name} `), name);
    assert.match(text, /1 changed/);
    assert.match(
      text,
      / head_consumes Changed Lets HEAD consume .* §4\.4 head_consumes on off default on/,
    );
    assert.equal(String(page).split('is-changed').length, 2);
  });

  it('sets several switches at once, resets one, and resets all', async () => {
    const { call, state } = startSandbox();
    const fields = { cors: 'false', 'outcome_success.status': '204', reissue: 'same' };
    const { status, headers } = await call(`${LAB}/switches`, form(fields));
    assert.deepEqual([status, headers.get('location')], [303, `${LAB}#switches`]);
    const { behaviour, replies } = await state();
    assert.deepEqual(
      [behaviour.cors, replies.outcome_success?.status, behaviour.reissue],
      [false, 204, 'same'],
    );
    await call(`${LAB}/switches/reset`, form({ ...fields, reset: 'cors' }));
    assert.equal((await state()).behaviour.cors, true);
    assert.equal((await state()).behaviour.reissue, 'same');
    await call(`${LAB}/switches/reset`, form({ reset: 'outcome_success.status' }));
    assert.equal((await state()).replies.outcome_success?.status, 200);
    await call(`${LAB}/switches`, form({ 'push_success.fields': '{"status":"draft"}' }));
    assert.deepEqual((await state()).replies.push_success?.fields, { status: 'draft' });
    await call(`${LAB}/switches/reset`, form(fields));
    assert.deepEqual((await state()).behaviour, { ...DEFAULT_BEHAVIOUR });
    assert.deepEqual((await state()).replies, { ...DEFAULT_REPLIES });
  });

  it('changes no switch if the form is sent unchanged', async () => {
    const { call, state } = startSandbox();
    const page = String((await call(LAB)).body);
    const [, switches = ''] = /id="switch-form"(.*?)<\/form>/s.exec(page) ?? [];
    const inputs = [...switches.matchAll(/<input\s[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"/g)];
    const selects = [
      ...switches.matchAll(/<select\s[^>]*?name="([^"]+)".*?value="([^"]*)" selected/gs),
    ];
    const fields = [...inputs, ...selects].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    const parts = Object.values(DEFAULT_REPLIES).flatMap((reply) => Object.keys(reply));
    assert.equal(fields.length, Object.keys(DEFAULT_BEHAVIOUR).length + parts.length);
    const { status } = await call(`${LAB}/switches`, form(Object.fromEntries(fields)));
    assert.equal(status, 303);
    assert.deepEqual((await state()).behaviour, { ...DEFAULT_BEHAVIOUR });
  });

  it('sets no switch if one of the values is invalid, and names it', async () => {
    const { call, state } = startSandbox();
    const fields = {
      cors: 'false',
      'outcome_success.status': '404',
      'push_success.fields': 'draft',
    };
    const { status, body } = await call(`${LAB}/switches`, form(fields));
    assert.equal(status, 400);
    assert.match(String(body), /id="outcome_success.status-mistake"/);
    assert.match(String(body), /id="push_success.fields-mistake"[^>]*>This must be a JSON object/);
    assert.match(String(body), /value="404"/);
    assert.equal((await state()).behaviour.cors, true);
  });

  it('starts over, and keeps packets and sellers', async () => {
    const { call, state, open } = startSandbox();
    await call(`${LAB}/clock`, form({ amount: '1', unit: '3600' }));
    await open();
    await call(`${LAB}/reset`, form({}));
    const { advanced_seconds, packets, tokens } = await state();
    assert.deepEqual([advanced_seconds, packets.length, tokens], [0, 1, []]);
  });
});
