/** What a {@link PostgresClient} has to have of `pg` (a `Pool`, or a `Client` that is connected) and of PGlite. */
export interface QueryClient {
  query(text: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** What a {@link PostgresClient} has to have of `postgres` (Postgres.js). */
export interface UnsafeClient {
  unsafe(text: string, parameters?: never[]): PromiseLike<readonly unknown[]>;
}

/** A connection to PostgreSQL, or a pool of them: whatever `pg`, `postgres` or PGlite made. It may lead through PgBouncer in any mode. */
export type PostgresClient = QueryClient | UnsafeClient;

/** Runs one statement. @returns its rows */
export type Run = (text: string, parameters?: unknown[]) => Promise<unknown[]>;

/** How often a statement is run that the server has undone on behalf of others. */
const ATTEMPTS = 5;

/** `serialization_failure` and `deadlock_detected`: nothing has happened, and the same statement can be run again. */
const UNDONE = ['40001', '40P01'];

/** One way to run a statement, whatever the driver. */
export function runner(client: PostgresClient): Run {
  const once: Run =
    'unsafe' in client
      ? async (text, parameters) => [...(await client.unsafe(text, parameters as never[]))]
      : async (text, parameters) => (await client.query(text, parameters)).rows;
  return async (text, parameters) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(text, parameters);
      } catch (error) {
        const code = (error as { code?: unknown } | null)?.code;
        if (attempt === ATTEMPTS || !UNDONE.includes(String(code))) throw error;
      }
    }
  };
}
