import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import { KEYS, variables } from '../program.ts';

/** Makes a store at `path` in which so many users have connected: `seller-0` and so on. */
export async function connectSellers(path: string, sellers: number): Promise<void> {
  const [id = '', key = ''] = KEYS.split(':');
  const sealer = createSealer([{ id, key }]);
  const store = sqliteStore(path);
  const receivedAtMs = Date.now();
  for (let number = 0; number < sellers; number += 1) {
    const subject = `seller-${number}`;
    const sealed = await sealer.seal(JSON.stringify(['access-token', 'refresh-token']), subject);
    const times = { receivedAtMs, expiresAtMs: receivedAtMs + 86_400_000 };
    await store.connect(
      { id: subject, grantId: subject, expiresAtMs: times.expiresAtMs },
      { id: subject, subject, sealed, version: 1, ...times },
    );
  }
  await store.close();
}

/** The variables of a backend with that store. */
export const settingsFor = (serviceOrigin: string, storePath: string): Record<string, string> => ({
  ...variables(serviceOrigin),
  VAULTLINK_STORE: `sqlite:${storePath}`,
});

/** Creates a line of answers. Its number is the answer to the question `line`. */
export const lineOf = (number: number, sellers: number) => ({
  subject: `seller-${number % sellers}`,
  answers: { line: String(number), name: 'an answer of middling length', note: null },
});

/** Writes a file of answers. */
export async function writeAnswers(path: string, lines: number, sellers: number): Promise<void> {
  const file = await open(path, 'w');
  let text = '';
  for (let number = 1; number <= lines; number += 1) {
    text += `${JSON.stringify(lineOf(number, sellers))}\n`;
    if (text.length > 1_000_000 || number === lines) {
      await file.write(text);
      text = '';
    }
  }
  await file.close();
}

/** A line of a file of results. */
export interface Result {
  line: number;
  subject: string;
  ok: boolean;
  attempts: number;
  error?: string;
  messages?: string[];
  unknown?: boolean;
  repeated?: boolean;
}

/** Every result in a file, in the order in which they came. */
export async function* resultsIn(path: string): AsyncGenerator<Result> {
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const record = JSON.parse(text) as Partial<Result>;
    if (record.line !== undefined) yield record as Result;
  }
}
