/** The service of a run, in a process of its own: it issues tokens, takes pushes after a while, and counts how often each has arrived. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPush, replyTo } from '../node/service-replies.ts';
import { answerWith } from '../support/responder.ts';

/** So long a push takes: then some are in flight at each signal. */
const PUSH_MS = { least: 5, most: 60 };

/** How often each push has arrived, by the id in its answers; `undefined` is the name of those without one. */
const arrivals = new Map<string | undefined, number>();
let calls = 0;

const server = createServer((request, answer) => {
  calls += 1;
  void json(request).then(async (body) => {
    if (isPush(request.url)) {
      const { payload } = body as { payload?: { id?: string } };
      arrivals.set(payload?.id, (arrivals.get(payload?.id) ?? 0) + 1);
      await sleep(randomInt(PUSH_MS.least, PUSH_MS.most));
    }
    answerWith(replyTo(request.url), answer);
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.on('message', () => process.send?.({ calls, arrivals: [...arrivals] }));
process.on('disconnect', () => process.exit());
