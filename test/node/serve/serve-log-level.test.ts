import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withErrors, withJson } from '../../support/service/answers.ts';
import { callVaultlink } from '../in-process.ts';
import { variables } from '../program.ts';
import { logLinesOf } from './log-lines.ts';
import { serverOf, useService } from './servers.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };

describe('the log of vaultlink serve', () => {
  const service = useService();

  /** Starts a server with a warning, and causes an event of each level. */
  async function linesAt(level?: string): Promise<string[]> {
    const { program, browser } = await serverOf(
      callVaultlink(['serve'], {
        ...variables(service().origin),
        VAULTLINK_RELAY: 'unsaved',
        VAULTLINK_ALLOWED_ORIGINS: 'https://partner.example',
        ...(level !== undefined && { VAULTLINK_LOG_LEVEL: level }),
      }),
    );
    await browser.send('/vault/callback?state=x');
    await browser.connect();
    await browser.push('packet-1', { name: 'an answer' });
    await browser.relay('complete', 'token-1');
    service().pushEndpoint.answerNext(withErrors(422, 'No.'));
    await browser.push('packet-1', { name: 'another answer' });
    service().pushEndpoint.answerNext(withJson(500, {}));
    await browser.push('packet-1', { name: 'a third answer' });
    program.stop();
    assert.deepEqual(await program.closed, [0, null]);
    return logLinesOf(program.printed.err).map(({ level: of, type, code }) =>
      [of, type, code].filter(Boolean).join(' '),
    );
  }

  const ERRORS = ['error failed service_error'];
  const WARNINGS = ['warn warning', 'warn failed validation_failed'];
  const ALL = [
    'warn warning',
    'info started',
    'info failed state_missing',
    'info connected',
    'info pushed',
    'info reported',
    'warn failed validation_failed',
    'error failed service_error',
  ];

  for (const [level, lines] of [
    ['error', ERRORS],
    ['warn', [...WARNINGS, ...ERRORS]],
    ['info', ALL],
    ['debug', ALL],
    [undefined, ALL],
  ] as const) {
    it(
      `contains ${lines.length} of eight events with ${level ?? 'no'} VAULTLINK_LOG_LEVEL`,
      limit,
      async () => {
        assert.deepEqual(await linesAt(level), lines);
      },
    );
  }
});
