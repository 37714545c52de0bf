import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../migration.ts';
import type { Schema } from '../schema.ts';
import { atomically, configureDatabase, openFile, openFileAsItIs } from './sqlite-file.ts';
import { createBusyQueue } from './retry-while-busy.ts';
import { contractionOf, expandWhereNeeded, expansionOf, stageOf } from './sqlite-schema.ts';

/** Creates the migration of a SQLite file to a schema. The store expands the file by itself when it opens it. Operators run the contraction. */
export function migrationTo(schema: Schema, path: string): Migration {
  const runUnlocked = createBusyQueue();
  const withFileIfAny = async <T>(work: (database: DatabaseSync | undefined) => T) =>
    runUnlocked(() =>
      statSync(path, { throwIfNoEntry: false })
        ? closeAfter(openFileAsItIs(path), work)
        : work(undefined),
    );

  return {
    stage: () => withFileIfAny((database) => (database ? stageOf(database, schema) : 'none')),
    expand: async () =>
      runUnlocked(() => {
        closeAfter(openFile(path), (database) => {
          expandWhereNeeded(database, schema);
          configureDatabase(database);
        });
      }),
    contract: () =>
      withFileIfAny((database) => {
        if (!database) return;
        atomically(database, () => {
          if (stageOf(database, schema) === 'expanded') {
            database.exec(contractionOf(database, schema));
          }
        });
      }),
    sql: () =>
      withFileIfAny((database) => {
        if (database) stageOf(database, schema);
        return {
          expand: expansionOf(database, schema).trim(),
          contract: contractionOf(database, schema).trim(),
        };
      }),
  };
}

function closeAfter<T>(database: DatabaseSync, work: (database: DatabaseSync) => T): T {
  try {
    return work(database);
  } finally {
    database.close();
  }
}
