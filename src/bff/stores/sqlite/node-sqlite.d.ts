// The backend is compiled without the types of Node, so that `tsc` rejects APIs that other runtimes lack. This declares what the SQLite store needs.

declare module 'node:path' {
  function resolve(path: string): string;
}

declare module 'node:fs' {
  interface Stats {
    mode: number;
    dev: number;
    ino: number;
  }

  function openSync(path: string, flags: string, mode: number): number;
  function closeSync(file: number): void;
  function chmodSync(path: string, mode: number): void;
  function statSync(path: string): Stats;
  function statSync(path: string, options: { throwIfNoEntry: false }): Stats | undefined;
}

declare module 'node:sqlite' {
  type SqliteValue = string | number | null;

  interface Statement {
    get(...values: SqliteValue[]): unknown;
    all(...values: SqliteValue[]): unknown[];
    run(...values: SqliteValue[]): { changes: number | bigint };
  }

  interface DatabaseSync {
    exec(sql: string): void;
    prepare(sql: string): Statement;
    close(): void;
  }

  const DatabaseSync: new (path: string) => DatabaseSync;
}
