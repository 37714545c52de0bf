import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { logLevelOf, logSchema } from 'vaultlink/bff';
import type { VaultEvent } from 'vaultlink/bff';
import { VAULT_ERROR_CODES } from 'vaultlink/protocol';
import { LOG_EVENTS, LOG_LEVELS } from '../../src/bff/log-events.ts';
import { assertLogLine } from '../node/serve/log-lines.ts';

const FILE = 'src/bff/log.schema.json';
const WRITE = `node --conditions=vaultlink-source --input-type=module --eval
  "import { writeFileSync } from 'node:fs'; import { logSchema } from 'vaultlink/bff';
  writeFileSync('${FILE}', JSON.stringify(logSchema()))" && prettier --write ${FILE}`;

const user = { grantId: 'g', subject: 'ada@example.com' };

/** An event of each type. A type that is missing here does not compile. */
const EVENTS: { [Type in VaultEvent['type']]: VaultEvent & { type: Type } } = {
  connected: { type: 'connected', ...user },
  disconnected: { type: 'disconnected', ...user },
  refreshed: { type: 'refreshed', ...user },
  reconnect_required: { type: 'reconnect_required', ...user, reason: 'invalid_grant' },
  save_failed: { type: 'save_failed', ...user, attempt: 2 },
  pushed: { type: 'pushed', ...user, packetId: 'packet-1' },
  reported: { type: 'reported', outcome: 'quota_full' },
  not_confirmed: {
    type: 'not_confirmed',
    outcome: 'complete',
    outcomeId: 'o',
    end: 'rejected',
  },
  undelivered: { type: 'undelivered', outcome: 'complete', outcomeId: 'o', requests: 9 },
  failed: { type: 'failed', where: 'push', code: 'rate_limited', detail: 'No.' },
};

/** The line of an event, as `vaultlink serve` writes it. */
const lineOf = (event: VaultEvent) => ({
  time: new Date(0).toISOString(),
  level: logLevelOf(event),
  ...Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'subject')),
});

describe('the schema of the log', () => {
  it('is published in the package as the table of events says', () => {
    const published: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
    assert.deepEqual(published, JSON.parse(JSON.stringify(logSchema())), `Write it anew: ${WRITE}`);
  });

  for (const event of Object.values(EVENTS)) {
    it(`describes an event of the type ${event.type}, and refuses its subject and another level`, () => {
      assertLogLine(lineOf(event));
      assert.throws(() => assertLogLine({ ...lineOf(event), subject: user.subject }), /^.*subject/);
      for (const level of LOG_LEVELS.filter((one) => one !== logLevelOf(event)))
        assert.throws(() => assertLogLine({ ...lineOf(event), level }), level);
    });

    it(`requires each field of an event of the type ${event.type}`, () => {
      const line = lineOf(event);
      for (const name of Object.keys(line)) {
        const rest = Object.fromEntries(Object.entries(line).filter(([one]) => one !== name));
        assert.throws(() => assertLogLine(rest), name);
      }
    });
  }

  it('has each code of a failure at one level', () => {
    for (const code of VAULT_ERROR_CODES) {
      assertLogLine(lineOf({ ...EVENTS.failed, code, packetId: 'packet-1' }));
      const levels = LOG_LEVELS.filter((level) => LOG_EVENTS.failed.level[code] === level);
      assert.equal(levels.length, 1, code);
    }
  });

  it('accepts no event that is not in the table', () => {
    const line = { ...lineOf(EVENTS.reported), type: 'landed' };
    assert.throws(() => assertLogLine(line));
  });
});
