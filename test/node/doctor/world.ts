import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVaultBff } from 'vaultlink/bff';
import type { Store, VaultBffOptions } from 'vaultlink/bff';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { createSandbox } from 'vaultlink/sandbox';
import type { Behaviour, RepliesUpdate } from 'vaultlink/sandbox';
import { NoResponseError } from '../../../src/node/doctor/ask.ts';
import type { Connections } from '../../../src/node/doctor/check.ts';
import { examine } from '../../../src/node/doctor/doctor.ts';
import type { Finding } from '../../../src/findings/index.ts';
import { readEnvironment } from '../../../src/node/config/environment.ts';

export const ORIGIN = 'https://app.example';
export const SERVICE = 'https://service.example';
export const CLIENT_SECRET = 'the-secret-of-the-client';
export const KEY = Buffer.alloc(32, 7).toString('base64');
export const PARTNER = 'https://partner.app.example';

export const NOW_MS = Date.parse('2026-03-01T12:00:00.400Z');
const DAY_MS = 86_400_000;

/** What stands between a caller and a server. */
type Proxy = (
  request: Request,
  send: (request: Request) => Promise<Response>,
) => Response | Promise<Response>;

/** How an installation differs from one in which all is well. */
export interface Changes {
  /** What the doctor is given; what runs has none of it. */
  environment?: Record<string, string | undefined>;
  /** How the backend runs. */
  running?: Partial<VaultBffOptions>;
  behaviour?: Partial<Behaviour>;
  replies?: RepliesUpdate;
  service?: Proxy;
  backend?: Proxy;
  /** Who answers http in the clear. Default: nobody. */
  plain?: Proxy;
  certificateDays?: number;
  /** How long each look at the clock takes. Default: 0.1 */
  tickMs?: number;
  /** For how long an answer is waited for. Default: long enough. */
  timeoutMs?: number;
  /** The store, as the doctor sees it. */
  store?: (store: Store) => Store;
  /** What has happened before. */
  before?: (store: Store) => unknown;
}

/** Nobody answers. */
export const nobody = (code: string) => (): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('No.'), { code }) });
};

/** The answer with other headers. */
export const withHeaders = (response: Response, change: (headers: Headers) => void): Response => {
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status: response.status, headers });
};

/** Another path of the same server, asked in the same way. */
export const elsewhere = (request: Request, change: (headers: Headers) => void): Request => {
  const headers = new Headers(request.headers);
  change(headers);
  return new Request(request, { headers });
};

/** Examines an installation: a sandbox, a backend and a database, without a network. @returns the results by the id of their check */
export async function examined(changes: Changes = {}): Promise<Map<string, Finding>> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
  const path = join(folder, 'vault.db');
  const redirect_uri = `${ORIGIN}/vault/callback`;
  const client = { client_id: 'client-1', client_secret: CLIENT_SECRET, redirect_uri };
  const { behaviour = {}, replies = {}, store: change = (store: Store) => store } = changes;
  const sandbox = createSandbox({ clients: [client], behaviour, replies });
  const complete = {
    VAULTLINK_BASE_URL: SERVICE,
    VAULTLINK_CLIENT_ID: 'client-1',
    VAULTLINK_CLIENT_SECRET: CLIENT_SECRET,
    VAULTLINK_REDIRECT_URI: redirect_uri,
    VAULTLINK_ORIGIN: ORIGIN,
    VAULTLINK_ALLOWED_ORIGINS: PARTNER,
    VAULTLINK_KEYS: `k1:${KEY}`,
    VAULTLINK_STORE: `sqlite:${path}`,
  };
  const store = sqliteStore(path);
  await changes.before?.(store);
  const { bff: options } = readEnvironment(complete);
  const clientAddress = () => '203.0.113.7';
  const bff = createVaultBff({ ...options, store, clientAddress, ...changes.running });

  const servers: Record<string, [Proxy | undefined, (request: Request) => Promise<Response>]> = {
    [SERVICE]: [
      changes.service,
      async (request) =>
        withHeaders(await sandbox.fetch(request), (headers) =>
          headers.set('date', new Date(NOW_MS).toUTCString()),
        ),
    ],
    [ORIGIN]: [changes.backend, (request) => bff.fetch(request)],
    'http://app.example': [changes.plain, () => nobody('ECONNREFUSED')()],
  };
  let nowMs = NOW_MS;
  const connections: Connections = {
    async fetch(address, init) {
      const { origin } = new URL(address);
      const [proxy, send] = servers[origin] ?? assert.fail(`Nobody knows ${origin}.`);
      const request = new Request(address, init);
      return proxy ? proxy(request, send) : send(request);
    },
    certificateEndMs: (address) =>
      changes.certificateDays === undefined
        ? Promise.reject(new NoResponseError(`The certificate of ${address} cannot be read.`))
        : Promise.resolve(NOW_MS + changes.certificateDays * DAY_MS),
    store: () => Promise.resolve(change(store)),
    outbox: () => Promise.resolve(change(store)),
    now: () => (nowMs += changes.tickMs ?? 0.1),
    timeoutMs: changes.timeoutMs ?? 10_000,
  };
  try {
    const results = await examine({
      environment: { ...complete, ...changes.environment },
      connect: () => connections,
      onFinding: () => undefined,
    });
    return new Map(results.map((result) => [result.id, result]));
  } finally {
    await bff.close();
    sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
