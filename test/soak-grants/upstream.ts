/**
 * The service of a run: it issues pairs, takes pushes, is slow and loses answers where the faults say so, and knows which of the pairs count. Its
 * argument is the run's folder.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TOKEN_PATH } from '../../src/protocol/index.ts';
import { partsOf, readSetup, SLOW_MS, tokenOf } from './setup.ts';

/** What the service knows when all is over. */
export interface Truth {
  /** How many refreshes were asked for, refused ones included. */
  requests: number;
  /** Grants whose answer was lost on purpose. */
  lostAnswers: number[];
  /** Grants whose answer was late on purpose. */
  slow: number[];
  /** By the id of a process: to which grants it was sent pairs. */
  issuedTo: Record<string, number[]>;
  /** By grant: the numbers of the oldest pair that counts, and of the newest. */
  pairs: { oldest: number; newest: number }[];
}

const { revokes, faults } = readSetup(process.argv[2] ?? '');
const truth: Truth = {
  requests: 0,
  lostAnswers: [],
  slow: [],
  issuedTo: {},
  pairs: faults.map(() => ({ oldest: 1, newest: 1 })),
};
const asked = new Set<number>();

function pairsOf(token: string) {
  const { index, pair } = partsOf(token);
  const pairs = truth.pairs[index];
  return pairs && pair >= pairs.oldest && pair <= pairs.newest ? { index, pair, pairs } : undefined;
}

function reply(answer: ServerResponse, status: number, body: unknown): void {
  const written = JSON.stringify(body);
  answer.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(written),
  });
  answer.end(written);
}

async function refresh(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { refresh_token: token } = JSON.parse(await text(incoming)) as { refresh_token: string };
  const { index } = partsOf(token);
  const fault = asked.has(index) ? null : faults[index];
  asked.add(index);
  truth.requests += 1;
  const found = pairsOf(token);
  if (!found) {
    reply(answer, 400, { error: 'invalid_grant', error_description: 'It is revoked.' });
    return;
  }
  const { pairs } = found;
  pairs.newest += 1;
  if (revokes === 'at once') pairs.oldest = pairs.newest;
  (truth.issuedTo[String(incoming.headers['x-process'])] ??= []).push(index);
  const body = {
    access_token: tokenOf('access', index, pairs.newest),
    token_type: 'Bearer',
    expires_in: 86_400,
    refresh_token: tokenOf('refresh', index, pairs.newest),
    scope: 'push_packet',
    created_at: new Date().toISOString(),
  };
  if (fault === 'lost answer') {
    truth.lostAnswers.push(index);
    incoming.socket.destroy();
  } else if (fault === 'slow') {
    truth.slow.push(index);
    setTimeout(reply, SLOW_MS, answer, 200, body);
  } else {
    reply(answer, 200, body);
  }
}

function push(incoming: IncomingMessage, answer: ServerResponse): void {
  incoming.resume();
  const found = pairsOf(incoming.headers.authorization?.replace('Bearer ', '') ?? '');
  if (!found) {
    reply(answer, 401, { error: 'invalid_token', error_description: 'It is revoked.' });
    return;
  }
  found.pairs.oldest = found.pair;
  reply(answer, 200, { message: 'Data successfully synced', sellers_packet: { id: 'sp-1' } });
}

const server = createServer((incoming, answer) => {
  if (incoming.url === '/truth') reply(answer, 200, truth);
  else if (incoming.url === TOKEN_PATH) void refresh(incoming, answer);
  else push(incoming, answer);
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.on('disconnect', () => process.exit());
