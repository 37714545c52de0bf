import { isProgram, onPath } from './programs.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';

/** The path of redis-server; `''`: it is not installed. */
export const redisProgram = onPath('redis-server').find(isProgram) ?? '';

/** Why tests with Redis cannot run here; `false`: they can. */
export const redisIsMissing =
  !redisProgram && 'redis-server is not installed: nothing on Redis is tested';

/**
 * Starts Redis on a free port. Whatever it confirms is on disk, unless `settings` say otherwise.
 *
 * @param settings as on its command line
 */
export async function startRedis(...settings: string[]): Promise<Server & { url: string }> {
  const server = await startServer({
    command: ({ port, folder }) => [
      redisProgram,
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      ...['--appendonly', 'yes', '--appendfsync', 'always', ...settings],
    ],
    ready: /Ready to accept connections/,
  });
  return { ...server, url: `redis://127.0.0.1:${server.port}` };
}
