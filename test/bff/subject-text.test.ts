import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { codeOf, startBff } from './support/http-bff.ts';

/** What a host names its user with that forgets to make text of it. */
const NO_TEXT = { 'a number': 42, 'the number 0': 0, 'an object': { id: 42 } } as const;

const DETAIL = /subject must be a string.*String\(user\.id\)/;

const textOnly = { code: 'configuration_error', message: DETAIL };

/** As plain JavaScript passes it, which has no types. */
const untyped = (subject: unknown) => subject as string;

for (const [name, open] of [
  ['memory', () => memoryStore()],
  ['SQLite', () => sqliteStore(':memory:')],
] as const) {
  describe(`a subject that is no text, with ${name}`, () => {
    for (const [what, subject] of Object.entries(NO_TEXT)) {
      it(`is refused from the option where it is ${what}, before anybody leaves for the service`, async () => {
        const { bff, browser, events } = startBff({
          store: open(),
          subject: () => untyped(subject),
        });
        const response = await browser.go('/vault/connect', { accept: 'application/json' });
        assert.deepEqual([response.status, await codeOf(response)], [500, 'configuration_error']);
        const [event] = events;
        assert.ok(event?.type === 'failed');
        assert.match(event.detail, DETAIL);
        assert.doesNotMatch(event.detail, /42/);
        await bff.close();
      });
    }

    it('is refused by push, disconnect and pushMany', async () => {
      const { bff } = startBff({ store: open() });
      await assert.rejects(bff.push(untyped(42), 'packet-1', {}), textOnly);
      await assert.rejects(bff.disconnect(untyped(42)), textOnly);
      const item = { subject: untyped(42), packetId: 'packet-1', answers: {} };
      for await (const result of bff.pushMany([item])) {
        assert.ok(!result.ok);
        assert.equal(result.error.code, 'configuration_error');
        assert.match(result.error.message, DETAIL);
      }
      await bff.close();
    });
  });
}

describe('a subject with a character that no store keeps as it is', () => {
  const unstorable = { code: 'configuration_error', message: /may not contain the character 0/ };

  for (const [what, subject] of Object.entries({
    'half a surrogate pair': 'Fay \ud800',
    'the character 0': 'Fay\0',
  })) {
    it(`is refused before anybody leaves for the service, and by each call, so that it is not taken for another user: ${what}`, async () => {
      const { bff, browser } = startBff({
        store: sqliteStore(':memory:'),
        subject: () => subject,
      });
      const response = await browser.go('/vault/connect', { accept: 'application/json' });
      assert.deepEqual([response.status, await codeOf(response)], [500, 'configuration_error']);
      await assert.rejects(bff.push(subject, 'packet-1', {}), unstorable);
      await assert.rejects(bff.disconnect(subject), unstorable);
      await bff.close();
    });
  }

  it('is none with a whole surrogate pair', async () => {
    const { browser } = startBff({ subject: () => 'Fay \u{1f600}' });
    assert.equal((await browser.call('GET', '/session')).status, 200);
  });
});

it('a subject of undefined, null, false or no text at all is nobody', async () => {
  for (const subject of [undefined, null, false, '']) {
    const { browser } = startBff({ subject: () => untyped(subject) });
    const response = await browser.call('GET', '/session');
    assert.equal(await codeOf(response), 'subject_missing');
  }
});
