import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVaultBff } from '../../../src/bff/index.ts';
import type { VaultBff, VaultBffOptions, VaultEvent } from '../../../src/bff/index.ts';
import { sqliteStore } from '../../../src/bff/stores/sqlite/sqlite.ts';
import { startBuyer } from './buyer.ts';
import type { Buyer } from './buyer.ts';
import type { Service } from './service.ts';

/** What the sandbox keeps of an OAuth client. */
interface Client {
  client_id: string;
  client_secret: string;
}

/** A buyer's pages with the backend for the front end on the same origin, on SQLite. */
export interface Panel extends Buyer {
  client: Client;
  /** A data packet of the client. */
  packetId: string;
  /** What the backend told its operator. */
  events: VaultEvent[];
  /** What it answered, headers and body, oldest first. */
  answers: string[];
  /** Returns the bytes of its database as text. */
  database: () => Promise<string>;
  /** Ends the backend and starts another one on the same database. */
  restart: () => Promise<void>;
}

/** The elements, and a form with one question of each kind. */
const profile = (packetId: string, connect = '<vault-connect></vault-connect>') => `
<h1>Your profile</h1>${connect}
<vault-push packet-id="${packetId}">
<form method="dialog">
<label><input type="radio" name="drink" value="Coffee">Coffee</label>
<label><input type="radio" name="drink" value="Tea">Tea</label>
<label for="wish">Wish</label><input id="wish" name="wish">
<label for="cups">Cups</label><select id="cups" name="cups"><option value=""></option><option>Two</option></select>
<button>Save</button>
</form>
</vault-push>`;

/** Starts one on a free port of 127.0.0.1, with a client of its own at the service. @param subject as in the options of the backend; default: none */
export async function startPanel(
  service: Service,
  {
    subject,
    authorizeUrl,
  }: Pick<VaultBffOptions, 'subject'> & Pick<VaultBffOptions['service'], 'authorizeUrl'> = {},
): Promise<Panel> {
  const folder = await mkdtemp(join(tmpdir(), 'vaultlink-panel-'));
  const path = join(folder, 'vaultlink.db');
  const key = randomBytes(32).toString('base64');
  const buyer = await startBuyer(service.baseUrl);
  const events: VaultEvent[] = [];
  const answers: string[] = [];
  const redirectUri = buyer.url('/vault/callback');
  const client = await service.control<Client>('clients', { redirect_uri: redirectUri });
  const { packet_id: packetId } = await service.control<{ packet_id: string }>('packets', {
    ...{ client_id: client.client_id, questions: ['drink', 'wish', 'cups'] },
  });

  const start = (): VaultBff =>
    createVaultBff({
      service: { baseUrl: service.baseUrl, authorizeUrl },
      subject,
      client: { clientId: client.client_id, clientSecret: client.client_secret, redirectUri },
      origin: buyer.origin,
      keys: [{ id: 'one', key }],
      store: sqliteStore(path),
      onEvent: (event) => events.push(event),
    });
  let bff = start();

  buyer.handle('/vault/', async ({ method, path, search, headers, body }) => {
    const init = { method, headers, ...(body && { body }) };
    const answer = await bff.fetch(new Request(buyer.url(path + search), init));
    answers.push(`${JSON.stringify([...answer.headers])} ${await answer.clone().text()}`);
    return answer;
  });
  buyer.page('/');
  buyer.page('/profile', { body: profile(packetId) });
  buyer.page('/popup', {
    body: profile(packetId, '<vault-connect display="popup"></vault-connect>'),
  });

  return {
    ...buyer,
    client,
    packetId,
    events,
    answers,
    async database() {
      const { readdir, readFile } = await import('node:fs/promises');
      const files = await readdir(folder);
      const texts = files.map((name) => readFile(join(folder, name), 'latin1'));
      return (await Promise.all(texts)).join('');
    },
    async restart() {
      await bff.close();
      bff = start();
    },
    async close() {
      await buyer.close();
      await bff.close();
      await rm(folder, { recursive: true });
    },
  };
}
