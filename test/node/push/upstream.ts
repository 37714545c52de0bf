/**
 * The service in a process of its own, which counts how often each line arrives: its number is the answer to the question `line`. Ends with its
 * parent.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pushReply, tokenResponse } from '../service-replies.ts';

const lines = Number(process.argv[2] ?? 0);

const counts = new Uint8Array(lines + 1);
const waiting: { total: number; answer: ServerResponse }[] = [];
let total = 0;

const PUSHED = JSON.stringify(pushReply('packet-1'));
const TOKENS = JSON.stringify(tokenResponse(1));

/** What has arrived. */
export interface Arrived {
  total: number;
  /** How many lines never arrived. */
  missing: number;
  /** The numbers of those that did so more than once. */
  repeated: number[];
}

function arrived(): Arrived {
  const repeated: number[] = [];
  let missing = 0;
  for (let line = 1; line <= lines; line += 1) {
    const count = counts[line] ?? 0;
    if (!count) missing += 1;
    if (count > 1) repeated.push(line);
  }
  return { total, missing, repeated };
}

function count(body: string): void {
  const line = Number(/"line":"(\d+)"/.exec(body)?.[1] ?? 0);
  counts[line] = Math.min(255, (counts[line] ?? 0) + 1);
  total += 1;
  while (waiting[0] && waiting[0].total <= total) waiting.shift()?.answer.end('{}');
}

const server = createServer((request: IncomingMessage, answer) => {
  const { url = '' } = request;
  if (url === '/arrived') {
    answer.end(JSON.stringify(arrived()));
    return;
  }
  if (url.startsWith('/after/')) {
    // Answered once so many have arrived.
    const wanted = { total: Number(url.slice(7)), answer };
    if (wanted.total <= total) answer.end('{}');
    else waiting.push(wanted);
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => (text += piece));
  request.on('end', () => {
    const isPush = url !== '/oauth/token';
    if (isPush) count(text);
    const body = isPush ? PUSHED : TOKENS;
    answer.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    answer.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}`);
});
process.on('disconnect', () => process.exit());
