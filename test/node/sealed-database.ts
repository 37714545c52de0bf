import { sqliteStore } from 'vaultlink/bff/sqlite';
import { createSealer } from '../../src/bff/grants/seal.ts';

/** Keys before and after a rotation, in base64. */
export const KEYS_OF_ROTATION = {
  old: Buffer.alloc(32, 1).toString('base64'),
  new: Buffer.alloc(32, 2).toString('base64'),
} as const;

/** Creates a database with one grant for each of `sealedBy`, sealed by that key. @returns `path` */
export async function createSealedDatabase(
  path: string,
  ...sealedBy: (keyof typeof KEYS_OF_ROTATION)[]
): Promise<string> {
  const store = sqliteStore(path);
  for (const [index, id] of sealedBy.entries()) {
    const sealer = createSealer([{ id, key: KEYS_OF_ROTATION[id] }]);
    const grantId = `grant-${index}`;
    const sealed = await sealer.seal('["the-access-token","the-refresh-token"]', grantId);
    await store.connect(
      { id: `session-${index}`, grantId, expiresAtMs: 2e12 },
      { id: grantId, subject: grantId, sealed, version: 1, expiresAtMs: 1, receivedAtMs: 0 },
    );
  }
  await store.close();
  return path;
}
