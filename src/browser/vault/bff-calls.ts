import { VAULT_ERROR_CODES, VaultError } from '../../protocol/errors.ts';
import type { VaultErrorCode } from '../../protocol/errors.ts';
import { BASE_PATH, REQUEST_HEADER } from '../../protocol/local.ts';
import type { ConnectDisplay, SessionReply } from '../../protocol/local.ts';
import { addressOnPageHost } from '../page-address.ts';

/** Options of every function that calls the backend for the front end. */
export interface VaultOptions {
  /** Its base path, or an absolute URL of another origin that allows this page. Default: `/vault`. */
  bffUrl?: string | URL | undefined;
}

/** Options with which a user is sent to connect. */
export interface ConnectOptions extends VaultOptions {
  /**
   * A path, or an address of an origin that the backend allows. Default: this page; without its hash, its query or its path where its address is
   * longer than the 1,000 bytes that the backend takes.
   */
  returnTo?: string | undefined;
  /** `popup` for a window that reports to its opener and closes. Default: `page`. */
  display?: ConnectDisplay | undefined;
}

/** Milliseconds until a call is given up. The backend answers these calls from its own store. */
const TIMEOUT_MS = 15_000;

/** The same for calls that the backend can answer only after the service did: it may refresh a token (35 s) before it pushes. */
export const SERVICE_TIMEOUT_MS = 60_000;

/** Returns the address of a call below the backend's base. */
export const bffAddress = (bffUrl: VaultOptions['bffUrl'], path: string): string =>
  String(bffUrl || BASE_PATH).replace(/\/+$/, '') + path;

/** Returns the address of the session. */
export const sessionUrl = ({ bffUrl }: VaultOptions = {}): string => bffAddress(bffUrl, '/session');

/** Returns the address to which the user's browser navigates in order to connect. Never request it with `fetch`. */
export function connectUrl({ bffUrl, returnTo, display }: ConnectOptions = {}): string {
  const query = new URLSearchParams();
  const address = returnTo || addressOfPage();
  if (address) query.set('return_to', address);
  if (display === 'popup') query.set('display', display);
  return addressOnPageHost(bffAddress(bffUrl, `/connect?${query}`));
}

/** Maximum length in bytes of an address that the backend takes to return to. */
const MAX_RETURN_BYTES = 1000;

/** Returns as much of the address of this page as the backend takes; `undefined` for a page such as `about:srcdoc`. */
function addressOfPage(): string | undefined {
  const { protocol, origin, pathname, search, hash } = location;
  if (!/^https?:/.test(protocol)) return undefined;
  // Browsers keep addresses in ASCII. Without a user and a password, which the backend refuses.
  return [pathname + search + hash, pathname + search, pathname, '/']
    .map((path) => origin + path)
    .find(({ length }) => length <= MAX_RETURN_BYTES);
}

/**
 * Returns whether this browser is connected to its user's vault.
 *
 * @throws VaultError such as `forbidden_origin`, `store_unavailable` or `service_unreachable`
 */
export const vaultSession = (options?: VaultOptions): Promise<SessionReply> =>
  fetchSession(sessionUrl(options));

/** Requests the session at its address. @throws VaultError */
export async function fetchSession(url: string): Promise<SessionReply> {
  return objectIn(await callBff(url)) as unknown as SessionReply;
}

/**
 * Ends this browser's connection: the backend deletes its tokens. Does nothing without a connection.
 *
 * @throws VaultError such as `forbidden_origin`, `store_unavailable` or `service_unreachable`
 */
export async function disconnectVault(options?: VaultOptions): Promise<void> {
  await callBff(sessionUrl(options), { method: 'DELETE' });
}

/** Options of {@link callBff}. */
interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON. */
  body?: object;
  /** Default: 15 seconds. */
  timeoutMs?: number;
}

/**
 * Calls the backend, with the session's cookie and with the header that other sites cannot send.
 *
 * @returns the JSON of the answer; `undefined` if it has none
 * @throws VaultError the code of the backend; `service_unreachable` without an answer in time, `service_error` for an answer that is not the
 *   backend's
 */
export async function callBff(
  url: string,
  { method = 'GET', body, timeoutMs = TIMEOUT_MS }: CallOptions = {},
): Promise<unknown> {
  // Not AbortSignal.timeout, which Chrome has since version 103 only. The race counts where something has replaced fetch by a function that ignores
  // the signal.
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unreachable('The backend did not answer in time.'));
      controller.abort();
    }, timeoutMs);
  });
  const call = async () => {
    const response = await fetch(addressOnPageHost(url), {
      method,
      headers: {
        [REQUEST_HEADER.name]: REQUEST_HEADER.value,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      credentials: 'include',
      cache: 'no-store',
      signal: controller.signal,
      body: body ? JSON.stringify(body) : null,
    });
    const reply = (await response.json().catch(() => undefined)) as unknown;
    if (!response.ok) throw errorOf(url, response, reply);
    return reply;
  };
  try {
    return await Promise.race([call(), timeout]);
  } catch (error) {
    // Also where something has replaced fetch by a function that throws.
    throw error instanceof VaultError ? error : unreachable('The backend did not answer.');
  } finally {
    clearTimeout(timer);
  }
}

const unreachable = (sentence: string) => new VaultError('service_unreachable', sentence);

/** Returns the reply of the backend if it is an object. A page in its place comes from a server or a proxy that is not the backend. */
export function objectIn(reply: unknown): Record<string, unknown> {
  if (typeof reply === 'object' && reply) return reply as Record<string, unknown>;
  throw new VaultError('service_error', 'Something else than the backend answered.');
}

function errorOf(url: string, { status, headers }: Response, reply: unknown): VaultError {
  const { error, error_description: description, messages } = Object(reply) as Reply;
  return new VaultError(
    VAULT_ERROR_CODES.includes(error as VaultErrorCode)
      ? (error as VaultErrorCode)
      : 'service_error',
    description || `${url} answered with status ${status}.`,
    {
      status,
      messages: Array.isArray(messages) ? (messages as string[]) : [],
      retryAfterSeconds: secondsOf(headers.get('Retry-After')),
    },
  );
}

/** Returns the delay of a `Retry-After` header. The backend gives seconds, never a date. */
const secondsOf = (text: string | null) =>
  text && /^\d{1,9}$/.test(text) ? Number(text) || undefined : undefined;

interface Reply {
  error?: unknown;
  error_description?: string;
  messages?: unknown;
}
