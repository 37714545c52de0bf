/** The service at its fastest: issues tokens and takes every push. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pushReply, tokenResponse } from '../../node/service-replies.ts';

const PUSHED = JSON.stringify(pushReply('packet-1'));
const TOKENS = JSON.stringify(tokenResponse(1));

const server = createServer((incoming, outgoing) => {
  incoming.resume();
  incoming.on('end', () => {
    const body = incoming.url === '/oauth/token' ? TOKENS : PUSHED;
    outgoing.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    outgoing.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}`);
});
