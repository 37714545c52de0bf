/** The methods that {@link PostgresClient} needs of `pg` (a `Pool` or a connected `Client`) and of PGlite. */
export interface QueryClient {
  query(text: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The methods that {@link PostgresClient} needs of `postgres` (Postgres.js). */
export interface UnsafeClient {
  unsafe(text: string, parameters?: never[]): PromiseLike<readonly unknown[]>;
}

/** A connection to PostgreSQL or a pool of them, from `pg`, `postgres` or PGlite. PgBouncer works in any mode. */
export type PostgresClient = QueryClient | UnsafeClient;

/** Runs one statement. @returns its rows */
export type Run = (text: string, parameters?: unknown[]) => Promise<unknown[]>;

/** Maximum number of attempts for a statement that the server has rolled back because of concurrent ones. */
const ATTEMPTS = 5;

/** `serialization_failure` and `deadlock_detected`: the statement was rolled back and can be retried. */
const UNDONE = ['40001', '40P01'];

/** Returns a function that runs a statement with any of the drivers. */
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
