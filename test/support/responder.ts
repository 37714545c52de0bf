import { createServer } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port of this machine, and says where: for a process that another one starts. */
export function listenAndSay(onRequest: RequestListener): void {
  const server = createServer(onRequest);
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    console.log(`listening on http://127.0.0.1:${port}`);
  });
}

/** The least that an answer in JSON needs. */
export function answerWith(json: string, answer: ServerResponse): void {
  answer.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  });
  answer.end(json);
}
