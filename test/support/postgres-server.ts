import { execFileSync } from 'node:child_process';
import { chownSync, globSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { isProgram, onPath } from './programs.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';

const programOf = (name: string) =>
  [...onPath(name), ...globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse()].find(
    isProgram,
  );

const initdb = programOf('initdb');

/** Why tests with PostgreSQL cannot run here; `false`: they can. */
export const postgresIsMissing =
  !initdb && 'PostgreSQL is not installed: nothing on its server is tested';

/**
 * Starts PostgreSQL on a free port, with an empty database of the user `postgres`, who needs no password.
 *
 * @param settings such as `fsync=off`
 */
export async function startPostgres(...settings: string[]): Promise<Server & { url: string }> {
  const user = userInfo().uid === 0 ? userOf('postgres') : undefined;
  const server = await startServer({
    user,
    prepare(folder) {
      if (user) chownSync(folder, user.uid, user.gid);
      const own = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
      execFileSync(initdb ?? '', ['-D', join(folder, 'data'), ...own], { cwd: folder, ...user });
    },
    command: ({ port, folder }) => [
      join(dirname(initdb ?? ''), 'postgres'),
      ...['-D', join(folder, 'data'), '-p', String(port), '-k', folder],
      ...['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]),
    ],
    ready: /ready to accept connections/,
  });
  return { ...server, url: `postgres://postgres@127.0.0.1:${server.port}/postgres` };
}

/** Opens a pool. It says that it has ended while its connections still close: the server may end them first, which is no failure. */
export function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Starts a replica of a server that {@link startPostgres} has started: a copy of it, which follows it.
 *
 * @param port of that server
 */
export async function startReplica(port: number): Promise<Server & { url: string }> {
  const user = userInfo().uid === 0 ? userOf('postgres') : undefined;
  const server = await startServer({
    user,
    prepare(folder) {
      if (user) chownSync(folder, user.uid, user.gid);
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-c', 'fast', '-R'];
      const own = ['-D', join(folder, 'data'), '--no-sync', ...from];
      execFileSync(programOf('pg_basebackup') ?? '', own, { cwd: folder, ...user });
    },
    command: ({ port: ownPort, folder }) => [
      join(dirname(initdb ?? ''), 'postgres'),
      ...['-D', join(folder, 'data'), '-p', String(ownPort), '-k', folder],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    ],
    ready: /ready to accept (read-only )?connections/,
  });
  return { ...server, url: `postgres://postgres@127.0.0.1:${server.port}/postgres` };
}

/** PostgreSQL does not run as root. */
function userOf(name: string) {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name]));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
