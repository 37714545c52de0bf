import { randomBytes } from 'node:crypto';
import { startService } from '../../e2e/support/service.ts';
import { KEYS, vaultlink } from '../../node/program.ts';
import type { InstalledExample, RunningExample } from '../installed-example.ts';
import type { Mode, VisitedStage } from '../visit.ts';
import type { Row } from './rows.ts';

/** The packet that the examples push into. */
export const PACKET = 'coffee-profile';

/** An example between a sandbox and `vaultlink serve`. */
export interface Stage extends VisitedStage {
  row: Row;
  build(): Promise<void>;
  start(mode: Mode): Promise<RunningExample>;
  close(): Promise<void>;
}

/** Starts the sandbox and the backend for an example. */
export async function startStage(row: Row, example: InstalledExample): Promise<Stage> {
  const { origin } = example;
  const client = {
    client_id: 'example',
    client_secret: randomBytes(32).toString('base64'),
    redirect_uri: `${origin}/vault/callback`,
  };
  const service = await startService({
    clients: [client],
    packets: [{ id: PACKET, client_id: client.client_id, questions: ['drink'] }],
  });
  const backend = vaultlink(['serve'], {
    VAULTLINK_BASE_URL: service.origin,
    VAULTLINK_CLIENT_ID: client.client_id,
    VAULTLINK_CLIENT_SECRET: client.client_secret,
    VAULTLINK_REDIRECT_URI: client.redirect_uri,
    VAULTLINK_ORIGIN: origin,
    VAULTLINK_KEYS: KEYS,
    VAULTLINK_STORE: 'memory:',
    VAULTLINK_DRAIN_MS: '0',
    PORT: '0',
  });
  const [, backendUrl = ''] = await backend.says(/^listening on (http:\S+)\n/m);

  // Each framework hands those variables on to the browser that begin with a prefix of its own.
  const prefixes = ['', 'VITE_', 'NEXT_PUBLIC_', 'NUXT_PUBLIC_', 'PUBLIC_'];
  const variables = {
    ...Object.fromEntries(prefixes.map((prefix) => [`${prefix}SERVICE_URL`, service.origin])),
    BACKEND_URL: backendUrl,
    ORIGIN: origin,
  };

  return {
    row,
    name: row.name,
    origin,
    service,
    build: () => example.build(variables),
    start: ({ script }) => example.start(variables, script),
    printed: () => backend.printed.err,
    async close() {
      backend.kill();
      await backend.closed;
      await service.close();
      example.remove();
    },
  };
}
