/** The least that a proxy on Node can do: passes each request on to its first argument, over connections that stay open. */
import { Agent, request } from 'node:http';
import { listenAndSay } from '../../support/responder.ts';

const upstream = process.argv[2] ?? '';
const agent = new Agent({ keepAlive: true });

listenAndSay((incoming, outgoing) => {
  const { method, headers, url = '/' } = incoming;
  const onward = request(upstream + url, { agent, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
});
