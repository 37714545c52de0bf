import type { Migration, Stage } from '../../bff/index.ts';
import { isVaultError, VaultError } from '../../protocol/index.ts';
import { readEnvironment } from '../config/environment.ts';
import type { StoreSettings } from '../config/environment.ts';
import { wrap } from '../wrap.ts';
import type { Command } from './command.ts';

const USAGE = `Usage: vaultlink migrate [--contract] [--print]

Brings what VAULTLINK_STORE keeps to this version, in two steps, so that you can
replace one process after the other. It reads the variables of "vaultlink
serve", and may run while that does.

  1. "vaultlink migrate" makes or adds what this version needs. It takes nothing
     away: processes of the version before go on working, and may start again.
     "vaultlink serve" does this by itself where the user of the database may.
  2. "vaultlink migrate --contract" takes away what only the version before
     needs. Its processes cannot start afterwards. Run it an hour after the last
     of them has ended.

  --contract   does the second step as well
  --print      prints what a step would run, for a DBA, and changes nothing

Where a DBA has run it, let the user of the backend SELECT, INSERT, UPDATE and
DELETE in the tables.

It ends with code 1 where a step could not be done: the database is away, or a
process of the version before began an authorization within the last hour; with
code 2 where the configuration is wrong, or the user of the database may not.
`;

/** `vaultlink migrate` */
export const migrate: Command = {
  synopsis: 'migrate [--contract] [--print]',
  summary: ['brings the store to this version; prints', 'its DDL for a DBA'],
  usage: USAGE,
  options: { contract: { type: 'boolean' }, print: { type: 'boolean' } },
  async run({ values }) {
    const { store } = readEnvironment(process.env);
    const { migration, close } = await open(store);
    const isContracting = values.contract === true;
    try {
      if (values.print) await print(migration, isContracting);
      else await carryOut(migration, isContracting);
    } catch (error) {
      if (isVaultError(error)) throw error;
      const reason = error instanceof Error ? error.message || error.name : 'no reason is known';
      throw new Error(`VAULTLINK_STORE: the ${store.kind} store cannot be changed: ${reason}`);
    } finally {
      await close();
    }
  },
};

interface Opened {
  migration: Migration;
  close: () => unknown;
}

/** Opens what the store keeps, whatever stage it is at. Other commands go without these modules. */
async function open(store: StoreSettings): Promise<Opened> {
  switch (store.kind) {
    case 'memory':
      throw new VaultError(
        'configuration_error',
        'VAULTLINK_STORE is memory: nothing is kept there that could be brought to another version.',
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
      // Without the time limit of statements: a large table takes longer.
      return opened(await openPostgres(store.url, undefined, { schema: store.schema }));
    }
  }
}

function opened({ migration, close }: { migration?: Migration | undefined; close: () => unknown }) {
  if (!migration) throw new VaultError('configuration_error', 'This store needs no migration.');
  return { migration, close };
}

async function print(migration: Migration, isContracting: boolean): Promise<void> {
  const { expand, contract } = await migration.sql();
  const sql = isContracting ? contract : expand;
  console.log(sql || '-- Nothing to run.');
}

const DONE: Readonly<Record<Stage, string>> = {
  none: 'Nothing of Vaultlink was there: it is ready for this version now.',
  earlier: 'What this version needs is added. Processes of the version before go on working.',
  expanded: 'What this version needs is there already. Processes of the version before can work.',
  contracted: 'Nothing to do: what this version needs is there, and nothing else.',
};

async function carryOut(migration: Migration, isContracting: boolean): Promise<void> {
  const before = await migration.stage();
  await migration.expand();
  say(DONE[before]);
  if ((await migration.stage()) !== 'expanded') return;
  if (!isContracting) {
    say('An hour after the last of them has ended, run "vaultlink migrate --contract".');
  } else if (await migration.contract()) {
    say('What only the version before needs is taken away. Its processes cannot start any more.');
  } else {
    process.exitCode = 1;
    say(
      'A process of the version before began an authorization within the last hour, so nothing is taken away. End it, and run this again an hour later.',
    );
  }
}

const say = (sentence: string) => {
  console.log(wrap(sentence).join('\n'));
};
