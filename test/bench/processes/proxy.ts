/** The least that a proxy on Node can do: passes each request on to its first argument, over connections that stay open. */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const upstream = process.argv[2] ?? '';
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, outgoing) => {
  const { method, headers, url = '/' } = incoming;
  const onward = request(upstream + url, { agent, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}`);
});
