/** What a push of 2 kB costs the backend, against the least that a proxy on Node can do. */
import { casesOfBackend, compare, startServer } from './compare.ts';

const BODY_BYTES = 2048;

const service = await startServer('test/bench/processes/fastest-service.ts');
const proxy = await startServer('test/bench/processes/proxy.ts', { parameters: [service.address] });

const payload: Record<string, string> = {};
for (let number = 1; JSON.stringify({ payload }).length < BODY_BYTES; number += 1) {
  payload[`question_${number}`] = 'an answer of middling length';
}
const body = JSON.stringify({ payload });
const json = { 'content-type': 'application/json', 'content-length': String(body.length) };

const cases = await casesOfBackend(service, { memory: 1.44, sqlite: 1.7 }, (headers) => ({
  method: 'POST',
  headers: { ...headers, ...json },
  body,
  path: '/vault/packets/packet-1/push',
}));
await compare('POST /vault/packets/{packet_id}/push, 2 kB', [
  {
    name: 'raw proxy of node:http',
    server: proxy,
    load: { ...cases[0].load, path: '/api/v5/packets/packet-1/sellers_packets/push' },
  },
  ...cases,
]);
