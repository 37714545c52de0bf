import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { isVaultError } from 'vaultlink/protocol';
import type { VaultError } from 'vaultlink/protocol';

/** What no error may show, in whatever way it is written down. */
const SECRETS = /secret-1|code-1|verifier-|state-1|(access|refresh)-token-\w|endlink-token/;

/** The error that it ends in, which is ours and holds no secret. */
export async function failure(promise: Promise<unknown>): Promise<VaultError> {
  const error: unknown = await promise.then(
    () => assert.fail('It did not fail.'),
    (reason: unknown) => reason,
  );
  assertHarmless(error);
  return error;
}

export function assertHarmless(error: unknown): asserts error is VaultError {
  assert.ok(isVaultError(error), inspect(error));
  const written = [
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error),
    String(error),
    error.stack ?? '',
  ].join('\n');
  assert.doesNotMatch(written, SECRETS);
  assert.equal(error.cause, undefined);
}
