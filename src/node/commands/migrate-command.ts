import type { Migration, Stage } from '../../bff/index.ts';
import { isBusy, messageOf } from '../../bff/operating.ts';
import { wrap } from '../../findings/index.ts';
import { isVaultError, VaultError } from '../../protocol/index.ts';
import {
  readEnvironment,
  type BackendSettings,
  type StoreSettings,
} from '../config/environment.ts';
import type { StoreVariable } from '../stores/open-store.ts';
import type { Command, CommandArguments } from './command.ts';
import { linePrinter } from './context.ts';

const USAGE = `Usage: vaultlink migrate [--contract] [--print]

Migrates the store in VAULTLINK_STORE, and the one in VAULTLINK_OUTBOX if that is
set, to this version, in two steps, so that you can replace one process after the
other. It reads the variables of "vaultlink serve", and you can run it while the
backend runs.

  1. "vaultlink migrate" adds what this version needs. It removes nothing:
     processes of the previous version keep working, and can start again.
     "vaultlink serve" does this step by itself if the database user is allowed
     to.
  2. "vaultlink migrate --contract" removes what only the previous version
     needs. Processes of that version cannot start afterwards. Run this step when
     the last of them has stopped.

  --contract   also does the second step
  --print      prints the SQL of a step for a DBA, and changes nothing

If a DBA runs the SQL, grant the user of the backend SELECT, INSERT, UPDATE and
DELETE on the tables.

The exit code is 1 if the database is unavailable. It is 2 if the configuration is
wrong, the SQLite file is not usable, or the database user is not allowed to.
`;

/** `vaultlink migrate` */
export const migrate: Command = {
  synopsis: 'migrate [--contract] [--print]',
  summary: ['migrates the store to this version; can print', 'the SQL for a DBA'],
  usage: USAGE,
  options: { contract: { type: 'boolean' }, print: { type: 'boolean' } },
  async run({ values }, { env, stdout }) {
    const stores = storesOf(readEnvironment(env));
    for (const [name, store] of stores) {
      // Two stores are told apart in what is printed, also by psql.
      const print = linePrinter(stdout);
      if (stores.length > 1) print(values.print ? `-- ${name}` : `${name}:`);
      await migrateStore(name, store, values, print);
    }
    return 0;
  },
};

/** Returns the stores to migrate by the name of their variable. Grants in memory need no migration. */
function storesOf({ store, outbox }: BackendSettings): [StoreVariable, StoreSettings][] {
  if (!outbox) return [['VAULTLINK_STORE', store]];
  const kept: [StoreVariable, StoreSettings][] =
    store.kind === 'memory' ? [] : [['VAULTLINK_STORE', store]];
  return [...kept, ['VAULTLINK_OUTBOX', outbox]];
}

/** @param name of the variable, for messages */
async function migrateStore(
  name: StoreVariable,
  store: StoreSettings,
  values: CommandArguments['values'],
  print: (text: string) => void,
): Promise<void> {
  const { migration, close } = await open(store);
  const isContracting = values.contract === true;
  try {
    if (!values.print) {
      await carryOut(migration, isContracting, print);
      return;
    }
    const { expand, contract } = await migration.sql();
    print((isContracting ? contract : expand) || '-- Nothing to run.');
  } catch (error) {
    if (isVaultError(error)) throw error;
    const reason = messageOf(error);
    const place = store.kind === 'sqlite' ? `file ${store.path}` : `${store.kind} store`;
    const sentence = `${name}: the ${place} cannot be migrated: ${reason}`;
    // A server or another process may only be busy. A file that is none stays so.
    if (store.kind !== 'sqlite' || isBusy(error)) throw new Error(sentence);
    throw new VaultError('configuration_error', sentence, { messages: [sentence] });
  } finally {
    await close();
  }
}

interface Opened {
  migration: Migration;
  close: () => unknown;
}

/** Opens the store at any stage. Imported here, so that other commands do not load these modules. */
async function open(store: StoreSettings): Promise<Opened> {
  switch (store.kind) {
    case 'memory':
      throw new VaultError(
        'configuration_error',
        'VAULTLINK_STORE keeps grants in memory, so there is nothing to migrate.',
      );
    case 'sqlite': {
      const { sqliteMigration } = await import('../../bff/stores/sqlite/sqlite.ts');
      return { migration: sqliteMigration(store.path), close: () => undefined };
    }
    case 'redis': {
      const { openRedis } = await import('../stores/open-redis.ts');
      return opened(await openRedis(store.url, undefined, { prefix: store.prefix }));
    }
    case 'postgres': {
      const { openPostgres } = await import('../stores/open-postgres.ts');
      // Without the statement timeout, because a large table takes longer.
      return opened(await openPostgres(store.url, undefined, { schema: store.schema }));
    }
  }
}

function opened({ migration, close }: { migration?: Migration | undefined; close: () => unknown }) {
  if (!migration) throw new VaultError('configuration_error', 'This store needs no migration.');
  return { migration, close };
}

const DONE: Readonly<Record<Stage, string>> = {
  none: 'The store was empty. It is now ready for this version.',
  earlier:
    'The store now has what this version needs. Processes of the previous version keep working.',
  expanded:
    'The store already has what this version needs. Processes of the previous version can work.',
  contracted: 'The store is up to date. There is nothing to do.',
};

/**
 * Runs the steps of a migration.
 *
 * @param isContracting whether to run the second step, too
 * @param print prints lines for the operator
 */
export async function carryOut(
  migration: Migration,
  isContracting: boolean,
  print: (text: string) => void,
): Promise<void> {
  const say = (sentence: string) => {
    print(wrap(sentence).join('\n'));
  };
  const before = await migration.stage();
  await migration.expand();
  say(DONE[before]);
  if ((await migration.stage()) !== 'expanded') return;
  if (!isContracting) {
    say('When the last of them has stopped, run "vaultlink migrate --contract".');
    return;
  }
  await migration.contract();
  say(
    'What only the previous version needs has been removed. Processes of that version can no longer start.',
  );
}
