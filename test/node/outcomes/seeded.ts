import { EventEmitter, once } from 'node:events';
import { createVaultBff } from 'vaultlink/bff';
import type { OutcomeRecord, VaultBff } from 'vaultlink/bff';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { variables } from '../program.ts';

const HOUR_MS = 3_600_000;

/** Answer of the service: a status, or nothing. `late`: no answer until the next call of `answer`. */
type Answer = number | 'lost' | 'late';

/** An outbox in a file, into which a test reports outcomes. */
export interface SeededOutbox {
  env: Record<string, string>;
  bff: VaultBff;
  /** Sets the answer of the service from now on. */
  answer: (status: Answer) => void;
  /** Moves the clock of the backend. */
  advance: (milliseconds: number) => void;
  /** Delivers until all tokens have expired and the last request has been made. */
  outlastTheHour: () => Promise<void>;
}

/**
 * Opens an outbox in a file, whose clock starts some hours ago.
 *
 * @param path of a SQLite file
 */
export function seedOutbox(path: string, { hoursAgo = 0 } = {}): SeededOutbox {
  const env = {
    ...variables('https://service.example'),
    VAULTLINK_STORE: `sqlite:${path}`,
    VAULTLINK_RELAY: 'on',
  };
  const { bff: options } = readEnvironment(env);
  let nowMs = Date.now() - hoursAgo * HOUR_MS;
  let answer: Answer = 200;
  const answers = new EventEmitter();
  const transport = async () => {
    if (answer === 'late') await once(answers, 'change');
    if (typeof answer !== 'number') throw new Error('The answer is lost.');
    return { status: answer, headers: {}, text: '{}' };
  };
  const bff = createVaultBff({
    ...options,
    service: { ...options.service, transport },
    store: sqliteStore(path),
    now: () => nowMs,
    onEvent: () => undefined,
  });
  return {
    env,
    bff,
    answer(status) {
      answer = status;
      answers.emit('change');
    },
    advance: (milliseconds) => (nowMs += milliseconds),
    async outlastTheHour() {
      nowMs += 1.5 * HOUR_MS;
      // The first turn notices that the hour is over; the last request leaves after it.
      for (let turn = 0; turn < 3; turn += 1) {
        await bff.outcomes.deliverDue();
        nowMs += HOUR_MS;
      }
    },
  };
}

/** Returns an outcome that the service has confirmed. */
export const confirmedOutcome = (changed: Partial<OutcomeRecord> = {}): OutcomeRecord => ({
  id: 'id-1',
  outcome: 'complete',
  state: 'confirmed',
  from: 'page',
  acceptedAtMs: Date.parse('2026-05-31T12:00:05Z'),
  settledAtMs: Date.parse('2026-05-31T12:00:06Z'),
  requests: 1,
  answers: 1,
  isUnapproved: false,
  ...changed,
});
