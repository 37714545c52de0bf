/** Returns what the server tells of itself and its replicas (`INFO`). */
type Describe = () => Promise<string>;

const ASYNCHRONOUS =
  'A failover of Redis loses writes that its replica does not have yet: Redis confirms a write before its replicas have it. A spent refresh token may come back, and its user must then connect again. PostgreSQL can wait for a replica (synchronous_standby_names).';

const UNKNOWN =
  'Redis does not show whether it has replicas (INFO). If a replica takes over, it may lack the latest confirmed writes.';

const TAKEN_OVER =
  'Another Redis server has taken over. If it lacks the latest confirmed writes, users whose tokens were just refreshed must connect again.';

/** Time by which a restart may seem to be older than it is, in milliseconds: Redis counts whole seconds. */
const UPTIME_TOLERANCE_MS = 2000;

/** Describes the risk of a failover; see `Store.durability`. All replicas of Redis are asynchronous. */
export async function failoverRisksOf(describe: Describe): Promise<string[]> {
  try {
    return Number(fieldsIn(await describe()).get('connected_slaves')) > 0 ? [ASYNCHRONOUS] : [];
  } catch {
    return [UNKNOWN];
  }
}

/**
 * Creates a function that reports whether a replica or another server has taken over since its last call. A server that has only restarted has all of
 * its confirmed writes; see `Store.durability`.
 */
export function createFailoverWatch(describe: Describe): () => Promise<string | undefined> {
  let last: { runId: string | undefined; replicationId: string | undefined } | undefined;
  let lastAtMs = 0;
  return async () => {
    let fields: ReadonlyMap<string, string>;
    try {
      fields = fieldsIn(await describe());
    } catch {
      // The server is unreachable, or does not permit the query.
      return undefined;
    }
    const runId = fields.get('run_id');
    // A replica has not taken over yet.
    if (runId === undefined || fields.get('role') !== 'master') return undefined;
    const before = last;
    const elapsedMs = performance.now() - lastAtMs;
    last = { runId, replicationId: fields.get('master_replid') };
    lastAtMs = performance.now();
    if (!before || before.runId === runId) return undefined;
    // A promoted replica keeps the id of its former master. Any other server that ran at the last call is not that one, restarted.
    const wasReplica = fields.get('master_replid2') === before.replicationId;
    const uptimeMs = Number(fields.get('uptime_in_seconds')) * 1000;
    return wasReplica || uptimeMs > elapsedMs + UPTIME_TOLERANCE_MS ? TAKEN_OVER : undefined;
  };
}

/** Parses lines of a name, a colon and a value. @see https://redis.io/docs/latest/commands/info/ */
function fieldsIn(info: string): ReadonlyMap<string, string> {
  const lines = info.split('\r\n').map((line) => line.split(':'));
  return new Map(lines.map(([name = '', ...value]) => [name, value.join(':')]));
}
