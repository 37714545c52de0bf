import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Migration, Stage } from '../migration.ts';
import { atomically, configureDatabase, openFile, openFileAsItIs } from './sqlite-file.ts';
import { createBusyQueue } from './retry-while-busy.ts';
import { CONTRACT, expandWhereNeeded, expansionFrom, stageOf } from './sqlite-schema.ts';

/** Creates the migration of a SQLite file. The store expands the file by itself when it opens it. Operators run the contraction. */
export function sqliteMigration(path: string): Migration {
  function withExistingFile<T>(work: (database: DatabaseSync) => T): T | undefined {
    if (!statSync(path, { throwIfNoEntry: false })) return undefined;
    return closeAfter(openFileAsItIs(path), work);
  }
  const runUnlocked = createBusyQueue();
  const stage = async (): Promise<Stage> => runUnlocked(() => withExistingFile(stageOf) ?? 'none');

  return {
    stage,
    expand: async () =>
      runUnlocked(() => {
        closeAfter(openFile(path), (database) => {
          expandWhereNeeded(database);
          configureDatabase(database);
        });
      }),
    contract: async () => runUnlocked(() => withExistingFile(contract) ?? true),
    sql: async () => ({ expand: expansionFrom(await stage()).trim(), contract: CONTRACT.trim() }),
  };
}

function closeAfter<T>(database: DatabaseSync, work: (database: DatabaseSync) => T): T {
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** @returns whether the file is contracted now */
function contract(database: DatabaseSync): boolean {
  return atomically(database, () => {
    const isExpanded = stageOf(database) === 'expanded';
    const isDone = !isExpanded || !hasFlows(database);
    if (isExpanded && isDone) database.exec(CONTRACT);
    return isDone;
  });
}

/** Returns whether a process of an earlier version started an authorization within the last hour, which is how long it keeps each. */
const hasFlows = (database: DatabaseSync): boolean =>
  database.prepare('SELECT 1 FROM flows WHERE expires_at_ms > ?').get(Date.now()) !== undefined;
