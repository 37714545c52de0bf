import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Scenario, ScenarioStore } from '../../sandbox/index.ts';

/** A store in a SQLite file. */
export interface ScenarioDatabase extends ScenarioStore {
  load(): Scenario | undefined;
  save(scenario: Scenario): void;
  close(): void;
}

/**
 * Keeps a scenario in a SQLite file, which it creates for its owner only, because tokens and secrets are in it. What `save` has returned for survives
 * a crash of the process. The file stays locked, so that two sandboxes never overwrite each other's state.
 *
 * @throws Error if the file cannot be opened, is no SQLite database or is in use by another sandbox
 */
export function openScenarioDatabase(path: string): ScenarioDatabase {
  closeSync(openSync(path, 'a', 0o600));
  // Loaded here, since Node.js 22 warns of it as experimental.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(
      'CREATE TABLE IF NOT EXISTS sandbox (id INTEGER PRIMARY KEY CHECK (id = 1), scenario TEXT NOT NULL)',
    );
    // A write takes the lock, which the process then keeps.
    database.exec('BEGIN IMMEDIATE; COMMIT');
  } catch (error) {
    database.close();
    if (isLocked(error)) throw new Error('another sandbox is using this file.', { cause: error });
    throw error;
  }
  const find = database.prepare('SELECT scenario FROM sandbox');
  const replace = database.prepare(
    'INSERT INTO sandbox (id, scenario) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET scenario = excluded.scenario',
  );
  return {
    load() {
      const row = find.get() as { scenario: string } | undefined;
      return row && (JSON.parse(row.scenario) as Scenario);
    },
    save: (scenario) => void replace.run(JSON.stringify(scenario)),
    close: () => database.close(),
  };
}

/** Reads a scenario from a JSON file. @throws Error if the file cannot be read or is not JSON */
export function readScenarioFile(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('the file is not JSON.', { cause: error });
  }
}

/** SQLITE_BUSY. @see https://sqlite.org/rescode.html#busy */
const isLocked = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === 5;
