import { afterEach, beforeEach } from 'node:test';
import { startListeningService } from '../../support/service/listening-service.ts';
import type { ListeningService } from '../../support/service/listening-service.ts';
import { openBrowser } from '../browser.ts';
import { stopCalls } from '../in-process.ts';
import type { Call } from '../in-process.ts';
import { killAll, ORIGIN } from '../program.ts';
import { logLinesOf } from './log-lines.ts';

/** The servers of the present test. */
const servers = new Set<Call>();

/**
 * Starts a stand-in for the service before each test of a suite, and ends it and whatever the test has left running. Asserts that the published schema
 * describes each line in the logs of the test.
 *
 * @returns gives the one of the present test
 */
export function useService(): () => ListeningService {
  let service: ListeningService;
  beforeEach(async () => {
    service = await startListeningService();
  });
  afterEach(async () => {
    killAll();
    await stopCalls();
    await service.close();
    const logs = [...servers].map(({ printed }) => printed.err);
    servers.clear();
    for (const log of logs) logLinesOf(log);
  });
  return () => service;
}

/** Waits until `vaultlink serve` listens, and opens a browser on it. */
export async function serverOf<Program extends Call>(program: Program) {
  servers.add(program);
  const [, address = ''] = await program.says(/^listening on (http:\/\/127\.0\.0\.1:\d+)\n/);
  return { program, address, browser: openBrowser(address, ORIGIN) };
}
