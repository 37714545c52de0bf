import { createVaultBff, memoryStore } from '../bff/index.ts';
import type { Store } from '../bff/index.ts';
import { BASE_PATH, VaultError } from '../protocol/index.ts';
import type { ServeSettings } from './environment.ts';
import { listen } from './listener.ts';
import { createLog } from './log.ts';
import { staticFiles } from './static-files.ts';
import { undiciFetch } from './undici-fetch.ts';

/** A backend that listens. */
export interface RunningBackend {
  origin: string;
  /** Lets what is in flight come to its end, a refresh above all, and closes the store. */
  close(): Promise<void>;
}

/** Where a running backend writes its lines. */
export interface ServeOutput {
  /** Gets lines of JSON: one for each event, without a secret. */
  log: (text: string) => void;
}

/**
 * Serves the backend for the front end, and a folder beside it.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each mistake that is left
 * @throws the error of Node's server, such as `EADDRINUSE`
 */
export async function serve(settings: ServeSettings, output: ServeOutput): Promise<RunningBackend> {
  const { bff, subjectHeader, staticFolder, hostname, port } = settings;
  const log = createLog(output.log);
  const backend = createVaultBff({
    ...bff,
    service: { ...bff.service, fetch: undiciFetch() },
    store: await openStore(settings.store),
    subject: subjectHeader ? ({ headers }) => headers.get(subjectHeader) || undefined : undefined,
    onEvent: (event) => log.write(event),
  });
  const files = staticFolder === undefined ? undefined : staticFiles(staticFolder);
  const listener = await listen(
    (request) => (files && !isBackend(request.url) ? files(request) : backend.fetch(request)),
    { hostname, port, replaceGlobals: true },
  );
  return {
    origin: listener.origin,
    async close() {
      await listener.drain();
      await backend.close();
      log.flush();
    },
  };
}

async function openStore(settings: ServeSettings['store']): Promise<Store> {
  if (settings.kind === 'memory') return memoryStore();
  const { sqliteStore } = await import('../bff/grants/sqlite.ts');
  try {
    return sqliteStore(settings.path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    const message = `VAULTLINK_STORE: ${settings.path} cannot be opened (${reason}): check the path and who may write there.`;
    throw new VaultError('configuration_error', message, { messages: [message] });
  }
}

function isBackend(url: string): boolean {
  // Cheaper than a URL, for each request: the path begins at the first slash behind "http://".
  const path = url.slice(url.indexOf('/', 8));
  return path.startsWith(BASE_PATH) && /^[/?]?$/.test(path.charAt(BASE_PATH.length));
}
