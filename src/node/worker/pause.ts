import { redisConnection } from '../../bff/stores/redis/redis-client.ts';
import type { RedisClient } from '../../bff/stores/redis/redis-client.ts';

/** In one step, so that of two workers that are asked to wait at the same time the longer one has its way. */
const PAUSE = `
local most, milliseconds = tonumber(ARGV[1]), tonumber(ARGV[2])
local isPaused = tonumber(redis.call('GET', KEYS[1]) or 0) >= most
if not isPaused or redis.call('PTTL', KEYS[1]) < milliseconds then
  redis.call('SET', KEYS[1], ARGV[3], 'PX', milliseconds)
end
return 1`;

/**
 * Lets nobody take a job of a BullMQ queue for some time, or for longer where that is so already.
 *
 * @param limiterKey where the queue counts the jobs that were taken of late
 * @param most jobs at a time: a higher count is a pause
 */
export function createPause(client: RedisClient, limiterKey: string, most: number) {
  const connection = redisConnection(client, PAUSE);
  return async (milliseconds: number): Promise<void> => {
    const parameters = [most, Math.ceil(milliseconds), Number.MAX_SAFE_INTEGER].map(String);
    await connection.run(limiterKey, parameters);
  };
}
