import type { WebBackend } from './web-backend.ts';
import { hashOf } from '../grants/hash.ts';
import type { StoredFlow } from '../stores/store.ts';
import type { Flow } from './flow.ts';

/** An earlier version remembered each flow for so long from when it began. */
const MEMORY_MS = 3_600_000;

/** The value of an earlier version's cookie: the secret of its flow, or the id of the session that came of it. */
const VALUE = /^([\w-]{43})(\.done)?$/;

/** Whether an earlier version of Vaultlink has set a flow's cookie, and keeps the flow in the store. */
export const isOfEarlierVersion = (value: string): boolean => VALUE.test(value);

/**
 * Finds a flow that an earlier version began, so that nobody who is on their way while processes are replaced has to start again.
 *
 * @param value of the flow's cookie
 * @returns `undefined`: there is none, or it is another browser's
 */
export async function findEarlierFlow(
  { store, sealer, now }: Pick<WebBackend, 'store' | 'sealer' | 'now'>,
  flowId: string,
  value: string,
): Promise<Flow | undefined> {
  const [, secret = '', done] = VALUE.exec(value) ?? [];
  const flow = await store.findFlow?.(flowId, now());
  if (!flow) return undefined;
  if (done !== undefined) return { ...shared(flow), codeVerifier: '', sessionId: secret };
  if (hashOf(secret) !== flow.browserKeyHash) return undefined;
  const { previousSessionId, sealedVerifier } = flow;
  const codeVerifier = await sealer.open(sealedVerifier, `flow:${flowId}`);
  return { ...shared(flow), codeVerifier, previousSessionId };
}

const shared = ({ returnTo, display, subject, expiresAtMs }: StoredFlow) => ({
  sinceMs: expiresAtMs - MEMORY_MS,
  returnTo,
  display,
  subject,
});
