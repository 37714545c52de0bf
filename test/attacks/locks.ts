import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../flood/user.ts';
import type { Attack } from './attack.ts';

/** How long the other process keeps the lock, and how many strangers end a flow meanwhile. */
const LOCK_MS = 10_000;
const CALLBACKS = 8;

/** How long the check of liveness may take, in the slowest of a hundred calls, where milliseconds are judged and where they are not. */
const MAX_LIVENESS_MS = 100;
const BLOCKED_MS = 1000;

export const LOCKS: Attack[] = [
  {
    title: 'eight strangers end flows while another process keeps SQLite locked',
    isLong: true,
    async run({ address, browse, isTimed, storePath }) {
      const other = new DatabaseSync(storePath);
      other.exec('BEGIN IMMEDIATE');
      const over = new AbortController();
      const unlocked = sleep(LOCK_MS).then(() => {
        other.exec('ROLLBACK');
        other.close();
        over.abort();
      });
      const strangers = Array.from({ length: CALLBACKS }, () =>
        browse()
          .connect()
          .then((answer) => answer.text()),
      );
      const livenessMs: number[] = [];
      while (!over.signal.aborted) {
        const startedMs = performance.now();
        await (await fetch(`${address}/vault/health/live`)).text();
        livenessMs.push(performance.now() - startedMs);
        await sleep(20);
      }
      await unlocked;
      await Promise.all(strangers);
      const slowestMs = quantile(livenessMs, 0.99);
      return slowestMs <= (isTimed ? MAX_LIVENESS_MS : BLOCKED_MS)
        ? []
        : [`The p99 of the check of liveness took ${slowestMs.toFixed(0)} ms.`];
    },
  },
];
