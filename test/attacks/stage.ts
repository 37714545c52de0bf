import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectUser, latenciesOf } from '../flood/user.ts';
import type { Latencies } from '../flood/user.ts';
import { openBrowser } from '../node/browser.ts';
import { ORIGIN, start, variables } from '../node/program.ts';
import { startListeningService } from '../support/service/listening-service.ts';
import type { Attack, Stage } from './attack.ts';

/** Result of an attack. */
export interface AttackResult {
  /** Gains of the attacker, a sentence each. */
  gains: string[];
  /** Calls of honest users that were not served. */
  failures: string[];
  quiet: Latencies;
  attacked: Latencies;
}

/** How long the user is alone, first for the compiler and then to be measured, and how long an attack lasts at least. */
const WARM_UP_MS = 3000;
const QUIET_MS = 10_000;
const ATTACK_MS = 10_000;

/** Between two attacks of a kind that is over at once. */
const PAUSE_MS = 100;

/**
 * Runs an attack while an honest user works.
 *
 * @param isTimed see {@link Stage}
 */
export async function stageAttack(attack: Attack, isTimed: boolean): Promise<AttackResult> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-attack-'));
  const service = await startListeningService({ takesAnyToken: true });
  const prepared = await attack.prepare?.();
  const storePath = join(folder, 'grants.db');
  const program = start(process.execPath, ['dist/node/cli.js', 'serve'], {
    ...variables(service.origin),
    VAULTLINK_STORE: `sqlite:${storePath}`,
    VAULTLINK_TRUSTED_PROXIES: '127.0.0.1',
    ...attack.variables,
    ...prepared?.variables,
  });
  try {
    const [, address = ''] = await program.says(/listening on (\S+)\n/);
    const failures: string[] = [];
    const browse: Stage['browse'] = (headers) => openBrowser(address, ORIGIN, headers);
    const noteFailure: Stage['noteFailure'] = (text) => failures.push(text);
    const stage = {
      address,
      origin: ORIGIN,
      isTimed,
      service,
      program,
      storePath,
      browse,
      noteFailure,
    };

    const user = await connectUser(address, ORIGIN, {
      ...attack.userHeaders,
      ...prepared?.userHeaders,
    });
    await user.callWhile(sleep(WARM_UP_MS));
    const quiet = await user.callWhile(sleep(QUIET_MS));
    const gains = attack.isLong ? attack.run(stage) : repeat(attack, stage);
    const attacked = await user.callWhile(gains);
    return {
      gains: [...new Set(await gains)],
      failures: [...quiet.failures, ...attacked.failures, ...failures],
      quiet: latenciesOf(quiet),
      attacked: latenciesOf(attacked),
    };
  } finally {
    program.stop();
    await program.closed;
    await prepared?.close();
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

/** Attacks again and again. */
async function repeat({ run }: Attack, stage: Stage): Promise<string[]> {
  const gains: string[] = [];
  const startedMs = performance.now();
  while (performance.now() - startedMs < ATTACK_MS) {
    gains.push(...(await run(stage)));
    await sleep(PAUSE_MS);
  }
  return gains;
}
