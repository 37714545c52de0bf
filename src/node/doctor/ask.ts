import { randomBytes } from 'node:crypto';
import type { Connections } from './check.ts';

/** Nobody answers. The message is a sentence that says why, as far as it is known. */
export class NoAnswer extends Error {}

/** What an answer that was read holds. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request and reads its answer, which may be a redirect.
 *
 * @throws NoAnswer
 */
export async function ask(
  { fetch, timeoutMs }: Pick<Connections, 'fetch' | 'timeoutMs'>,
  address: string,
  init: RequestInit = {},
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, { redirect: 'manual', ...init, signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { origin } = new URL(address);
    throw new NoAnswer(
      signal.aborted
        ? `${origin} does not answer within ${timeoutMs / 1000} seconds.`
        : `${origin} cannot be reached: ${reasonOf(error)}.`,
    );
  }
}

/** Where an answer redirects to, without a query; `undefined`: it does not. */
export function redirectOf({ status, headers }: Answer, address: string): URL | undefined {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null) return undefined;
  return URL.canParse(location, address) ? new URL(location, address) : undefined;
}

/** An address as it may be shown: a query could hold a secret. */
export const shown = ({ origin, pathname }: URL): string => origin + pathname;

/** JSON, or an empty object for anything else. */
export function fieldsOf({ text }: Answer): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}

/** What nobody has issued: 43 characters, as long as a code verifier has to be. */
export const madeUp = (): string => `made-up-${randomBytes(26).toString('base64url')}`;

const UNTRUSTED = 'its certificate is from nobody whom this machine trusts';

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${UNTRUSTED}; perhaps the server leaves out a part of its chain`,
};

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const code = codeOf(cause) ?? codeOf(error) ?? '';
  return REASONS[code] ?? (code || 'the network says no more');
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
