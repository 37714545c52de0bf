/**
 * The service of a run, in a process of its own: it issues tokens, takes pushes after a while, and counts how often each has arrived. Under a load of
 * hundreds of requests a second for minutes, the stand-in would keep each request, and take CPU time from the replicas. Its argument is how many
 * milliseconds a push takes at most.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPush, replyTo } from '../support/service/constant-replies.ts';
import { answerWith } from '../support/responder.ts';

/** Long enough that some pushes are in flight at each signal. */
const mostMs = Number(process.argv[2] ?? 60);

/** What the service knows when a run is over. */
export interface ServiceReport {
  /** All calls, those for tokens included. */
  calls: number;
  /** How often each push has arrived, by the id in its answers. */
  arrivals: [string | undefined, number][];
}

const arrivals = new Map<string | undefined, number>();
let calls = 0;

const server = createServer((request, answer) => {
  calls += 1;
  void text(request).then(async (body) => {
    if (isPush(request.url)) {
      const { payload } = JSON.parse(body || '{}') as { payload?: { id?: string } };
      arrivals.set(payload?.id, (arrivals.get(payload?.id) ?? 0) + 1);
      if (mostMs > 0) await sleep(randomInt(mostMs));
    }
    answerWith(replyTo(request.url), answer);
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.on('message', () => {
  const report: ServiceReport = { calls, arrivals: [...arrivals] };
  process.send?.(report);
});
process.on('disconnect', () => process.exit());
