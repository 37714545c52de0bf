/**
 * Writes to a SQLite store until the file has the largest size that the process may write, takes a lease, and prints the result.
 *
 * @module
 */
import { sqliteStore } from '../../../src/bff/stores/sqlite/sqlite.ts';
import { grantOf, sessionOf } from '../../../src/testing/store/samples.ts';

// The system ends a process that writes more than its limit, unless it listens.
process.on('SIGXFSZ', () => undefined);

const store = sqliteStore(process.argv[2] ?? '');
await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));

const outcomeOf = async (work: () => unknown) => {
  try {
    await work();
    return 'done';
  } catch (error) {
    return (error as Error).message;
  }
};

// Each changes one page, as a lease does.
let filled = 'done';
for (let count = 0; filled === 'done'; count += 1) {
  filled = await outcomeOf(() => store.setSessionEnd?.('session-1', count));
}
console.log(await outcomeOf(() => store.takeLease('grant-1', 'owner', 60_000)));
