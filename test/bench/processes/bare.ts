/** The least that a server on Node can do: a small answer in JSON, of the size that a session's has. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_request, answer) => {
  const reply = { connected: true, scope: 'push_packet', expires_at: '2026-11-22T09:00:00.000Z' };
  const body = JSON.stringify(reply);
  answer.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  answer.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}`);
});
