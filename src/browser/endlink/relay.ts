/**
 * The part for reports that go by way of the buyer's own server.
 *
 * @module
 */
import type { Outcome } from '../../protocol/endlink.ts';
import type { VaultErrorCode } from '../../protocol/errors.ts';
import { REQUEST_HEADER } from '../../protocol/local.ts';
import type { RelayReply } from '../../protocol/local.ts';
import { ask } from './ask.ts';
import type { Answer } from './life.ts';
import type { EndlinkOptions } from './options.ts';

/** What a relay says of a report that was not confirmed. Any other error is its own, and says nothing of the report. */
const REFUSALS: readonly unknown[] = [
  'outcome_rejected',
  'outcome_unknown',
  'rate_limited',
] satisfies VaultErrorCode[];

/** Asks the buyer's server to report. Never throws. */
export async function answer(
  { relayUrl = '/vault/endlinks' }: EndlinkOptions,
  outcome: Outcome,
  token: string,
): Promise<Answer> {
  const unsent = !navigator.onLine;
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', [REQUEST_HEADER.name]: REQUEST_HEADER.value },
    body: JSON.stringify({ token }),
  };
  // No answer that could be read.
  return ask(`${relayUrl}/${outcome}`, request, isTheirs).catch(() => ({ status: 0, unsent }));
}

/** A page of its own that a server shows for any address, a proxy or a service worker confirms nothing and refuses nothing. */
function isTheirs({ ok }: Response, body: string): boolean {
  try {
    const { result, error } = JSON.parse(body) as Partial<RelayReply> & { error?: unknown };
    return ok ? result === 'confirmed' : REFUSALS.includes(error);
  } catch {
    return false;
  }
}
