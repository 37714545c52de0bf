import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Migration, Stage } from '../migration.ts';
import { atomically, setUp, openFile, openFileAsItIs } from './sqlite-file.ts';
import { CONTRACT, expand, expansionFrom, stageOf } from './sqlite-schema.ts';

/**
 * Brings the file of a SQLite store to this version. The store does the first step by itself when it opens the file; the second one is
 * its operator's.
 */
export function sqliteMigration(path: string): Migration {
  function look<T>(work: (database: DatabaseSync) => T): T | undefined {
    if (!statSync(path, { throwIfNoEntry: false })) return undefined;
    return closed(openFileAsItIs(path), work);
  }
  const stage = (): Stage => look(stageOf) ?? 'none';

  return {
    stage: () => Promise.resolve(stage()),
    expand() {
      closed(openFile(path), (database) => {
        atomically(database, () => {
          expand(database);
        });
        setUp(database);
      });
      return Promise.resolve();
    },
    contract: () => Promise.resolve(look(contract) ?? true),
    sql: () =>
      Promise.resolve({ expand: expansionFrom(stage()).trim(), contract: CONTRACT.trim() }),
  };
}

function closed<T>(database: DatabaseSync, work: (database: DatabaseSync) => T): T {
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** @returns whether it was done, or had been done before */
function contract(database: DatabaseSync): boolean {
  return atomically(database, () => {
    const isExpanded = stageOf(database) === 'expanded';
    const isDone = !isExpanded || !hasFlows(database);
    if (isExpanded && isDone) database.exec(CONTRACT);
    return isDone;
  });
}

/** Whether a process of an earlier version began an authorization within the last hour: for so long it keeps each. */
const hasFlows = (database: DatabaseSync): boolean =>
  database.prepare('SELECT 1 FROM flows WHERE expires_at_ms > ?').get(Date.now()) !== undefined;
