import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'redis';
import { freePort } from './free-port.ts';
import { redisProgram, startRedis } from './redis-server.ts';
import { startServer } from './server.ts';

/** The name that the sentinels have for the master. */
const MASTER = 'vault-master';

const HOST = '127.0.0.1';

/** Runs commands on one server. @returns what it answers to each */
async function tell(port: number, ...commands: string[][]): Promise<unknown[]> {
  const client = await createClient({ url: `redis://${HOST}:${port}` }).connect();
  try {
    const replies: unknown[] = [];
    for (const command of commands) replies.push(await client.sendCommand(command));
    return replies;
  } finally {
    client.destroy();
  }
}

const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise(setImmediate);
};

const infoOf = async (port: number) => String((await tell(port, ['INFO', 'replication']))[0]);

/** Starts a master, its replica, and a sentinel that makes the replica the master when the first one is gone. */
export async function startSentinel() {
  const master = await startRedis('--repl-diskless-sync-delay', '0');
  const replica = await startRedis('--replicaof', HOST, String(master.port));
  await until(async () => (await infoOf(replica.port)).includes('master_link_status:up'));
  const sentinel = await startServer({
    prepare(folder) {
      const lines = [
        `sentinel monitor ${MASTER} ${HOST} ${master.port} 1`,
        `sentinel down-after-milliseconds ${MASTER} 300`,
        `sentinel failover-timeout ${MASTER} 2000`,
      ];
      writeFileSync(join(folder, 'sentinel.conf'), lines.join('\n'));
    },
    command: ({ port, folder }) => [
      ...([redisProgram, join(folder, 'sentinel.conf')] as const),
      ...['--sentinel', '--port', String(port), '--bind', HOST, '--dir', folder],
    ],
    ready: /\+monitor master/,
  });
  return {
    url: `redis-sentinel://${HOST}:${sentinel.port}/${MASTER}`,
    master,
    /** Waits until the sentinel knows whom it may make the master. */
    knowsReplica: () =>
      until(async () =>
        JSON.stringify(await tell(sentinel.port, ['SENTINEL', 'replicas', MASTER])).includes(
          String(replica.port),
        ),
      ),
    close: () => Promise.all([sentinel, replica, master].map((server) => server.close())),
  };
}

/** Starts a cluster of two nodes. */
export async function startCluster() {
  const busPorts = [await freePort(), await freePort()] as const;
  const start = (busPort: number) =>
    startRedis('--cluster-enabled', 'yes', '--cluster-port', String(busPort));
  const nodes = [await start(busPorts[0]), await start(busPorts[1])] as const;
  const [one, other] = nodes;
  await tell(one.port, ['CLUSTER', 'ADDSLOTSRANGE', '0', '8191']);
  await tell(
    other.port,
    ['CLUSTER', 'ADDSLOTSRANGE', '8192', '16383'],
    ['CLUSTER', 'MEET', HOST, String(one.port), String(busPorts[0])],
  );
  for (const { port } of nodes) {
    await until(async () =>
      String((await tell(port, ['CLUSTER', 'INFO']))[0]).includes('cluster_state:ok'),
    );
  }
  return {
    url: `redis-cluster://${HOST}:${one.port},${HOST}:${other.port}`,
    ports: nodes.map(({ port }) => port),
    /** The keys of each node. */
    keys: () =>
      Promise.all(nodes.map(async ({ port }) => (await tell(port, ['KEYS', '*']))[0] as string[])),
    close: () => Promise.all(nodes.map((server) => server.close())),
  };
}
