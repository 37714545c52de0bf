import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { LogEntry } from 'vaultlink/bff';
import { LOG_LEVELS } from '../../../src/bff/log-events.ts';
import { createLog } from '../../../src/node/serve/log.ts';
import { logLinesOf } from './log-lines.ts';

const failed = (code: Extract<LogEntry, { type: 'failed' }>['code']): LogEntry => ({
  ...{ type: 'failed', where: 'push', code, detail: 'No.' },
});

const ENTRIES: readonly LogEntry[] = [
  { type: 'started', relay: 'on', hook: 'off' },
  failed('configuration_error'),
  { type: 'save_failed', grantId: 'g', attempt: 1 },
  failed('invalid_request'),
  { type: 'reported', outcome: 'complete' },
  failed('forbidden_origin'),
];

/** A log that keeps what it writes, at a time that stands still. */
function startLog(level: (typeof LOG_LEVELS)[number]) {
  const writes: string[] = [];
  const log = createLog(
    (text) => writes.push(text),
    level,
    () => 0,
  );
  return { log, writes };
}

describe('a log', () => {
  for (const [level, types] of [
    ['error', ['failed']],
    ['warn', ['failed', 'save_failed', 'failed']],
    ['info', ENTRIES.map(({ type }) => type)],
    ['debug', ENTRIES.map(({ type }) => type)],
  ] as const) {
    it(`writes what is at least as severe as ${level}`, () => {
      const { log, writes } = startLog(level);
      for (const entry of ENTRIES) log.write(entry);
      log.flush();
      const lines = logLinesOf(writes.join(''));
      assert.deepEqual(
        lines.map(({ type }) => type),
        types,
      );
      const lowest = LOG_LEVELS.indexOf(level);
      for (const line of lines)
        assert(LOG_LEVELS.findIndex((one) => one === line.level) <= lowest, line.level);
    });
  }

  it('gives each entry its time and its level, in front of its fields', () => {
    const { log, writes } = startLog('info');
    log.write({ type: 'reported', outcome: 'complete' });
    log.write(failed('store_unavailable'));
    log.flush();
    assert.deepEqual(writes, [
      '{"time":"1970-01-01T00:00:00.000Z","level":"info","type":"reported","outcome":"complete"}\n' +
        '{"time":"1970-01-01T00:00:00.000Z","level":"error","type":"failed","where":"push","code":"store_unavailable","detail":"No."}\n',
    ]);
  });

  it('writes the lines of one turn at once, and nothing if all of them are below its level', async () => {
    const { log, writes } = startLog('warn');
    log.write({ type: 'reported', outcome: 'complete' });
    await turn();
    assert.deepEqual(writes, []);
    log.write(failed('rate_limited'));
    log.write({ type: 'warning', detail: 'A setting.' });
    assert.deepEqual(writes, []);
    await turn();
    assert.equal(writes.length, 1);
    assert.equal(logLinesOf(writes.join('')).length, 2);
  });
});
