import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Migration, Stage } from '../migration.ts';
import { atomically, configureDatabase, openFile, openFileAsItIs } from './sqlite-file.ts';
import { CONTRACT, expand, expansionFrom, stageOf } from './sqlite-schema.ts';

/** Creates the migration of a SQLite file. The store expands the file by itself when it opens it. Operators run the contraction. */
export function sqliteMigration(path: string): Migration {
  function withExistingFile<T>(work: (database: DatabaseSync) => T): T | undefined {
    if (!statSync(path, { throwIfNoEntry: false })) return undefined;
    return closeAfter(openFileAsItIs(path), work);
  }
  const stage = (): Stage => withExistingFile(stageOf) ?? 'none';

  return {
    stage: () => Promise.resolve(stage()),
    expand() {
      closeAfter(openFile(path), (database) => {
        atomically(database, () => {
          expand(database);
        });
        configureDatabase(database);
      });
      return Promise.resolve();
    },
    contract: () => Promise.resolve(withExistingFile(contract) ?? true),
    sql: () =>
      Promise.resolve({ expand: expansionFrom(stage()).trim(), contract: CONTRACT.trim() }),
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
