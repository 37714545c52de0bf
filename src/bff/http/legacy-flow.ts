import type { WebBackend } from './web-backend.ts';
import { hashOf } from '../grants/hash.ts';
import type { StoredFlow } from '../stores/store.ts';
import type { Flow } from './flow.ts';

/** How long earlier versions kept a flow after it started. */
const MEMORY_MS = 3_600_000;

/** Value of an earlier version's cookie: the secret of its flow, or the id of the resulting session. */
const VALUE = /^([\w-]{43})(\.done)?$/;

/** Returns whether an earlier version of Vaultlink has set a flow cookie. Such a flow is in the store. */
export const isLegacyFlowCookie = (value: string): boolean => VALUE.test(value);

/**
 * Finds a flow that an earlier version started, so that users whose authorization is in progress during an upgrade need not start again.
 *
 * @param value value of the flow cookie
 * @returns `undefined` if the flow does not exist, or belongs to another browser
 */
export async function findLegacyFlow(
  { store, sealer, now }: Pick<WebBackend, 'store' | 'sealer' | 'now'>,
  flowId: string,
  value: string,
): Promise<Flow | undefined> {
  const [, secret = '', done] = VALUE.exec(value) ?? [];
  const flow = await store.findFlow?.(flowId, now());
  if (!flow) return undefined;
  if (done !== undefined) return { ...commonFieldsOf(flow), codeVerifier: '', sessionId: secret };
  if (hashOf(secret) !== flow.browserKeyHash) return undefined;
  const { previousSessionId, sealedVerifier } = flow;
  const codeVerifier = await sealer.open(sealedVerifier, `flow:${flowId}`);
  return { ...commonFieldsOf(flow), codeVerifier, previousSessionId };
}

const commonFieldsOf = ({ returnTo, display, subject, expiresAtMs }: StoredFlow) => ({
  sinceMs: expiresAtMs - MEMORY_MS,
  returnTo,
  display,
  subject,
});
