/**
 * A backend as a library in a host's own server, with the variables of `vaultlink serve`. The parameter says how it is mounted: `toNodeHandler`, or
 * `fetch` as Hono serves it on Node.
 */
import { serve } from '@hono/node-server';
import { createVaultBff, memoryStore } from '../../../src/bff/index.ts';
import { toNodeHandler, undiciTransport } from '../../../src/node/index.ts';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { listenAndSay } from '../../support/responder.ts';

const { bff: options } = readEnvironment(process.env);
const bff = createVaultBff({
  ...options,
  service: { ...options.service, transport: undiciTransport() },
  store: memoryStore(),
});
if (process.argv[2] === 'fetch') {
  serve({ fetch: (request) => bff.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    console.log(`listening on http://127.0.0.1:${port}`);
  });
} else {
  const handler = toNodeHandler(bff);
  listenAndSay((request, answer) => void handler(request, answer));
}
