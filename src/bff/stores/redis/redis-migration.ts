import type { Migration, Stage } from '../migration.ts';
import type { RunMethod } from './redis-run.ts';

/**
 * Creates the migration of the keys to a layout; see {@link Migration}. Keys are created when they are first used, so a layout adds none in advance.
 *
 * @param layout version of the layout that `run` writes
 */
export function migrationTo(layout: number, run: RunMethod): Migration {
  async function stage(): Promise<Stage> {
    const found = Number(await run('layout'));
    if (found === 0) return 'none';
    return found === layout ? 'contracted' : 'expanded';
  }
  return {
    stage,
    async expand() {
      await run('ping');
    },
    async contract() {
      if ((await stage()) === 'expanded') await run('contract');
    },
    sql: () => Promise.resolve({ expand: '', contract: '' }),
  };
}
