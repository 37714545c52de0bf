/**
 * The authorization code flow with PKCE, driven by the page. The only module of the browser with an OAuth library in it, so it is loaded only
 * where the hook is used.
 *
 * @module
 * @see interface §4.1, RFC 7636
 */
import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import { authorizationUrl } from '../../protocol/authorize.ts';
import { VaultError } from '../../protocol/errors.ts';
import type { ExchangeRequest } from '../../protocol/local.ts';
import { callBff, SERVICE_TIMEOUT_MS } from './bff-calls.ts';
import type { HookOptions } from './hook.ts';
import { webUrl } from '../page-address.ts';

/** Milliseconds until a flow expires. Its user may have to sign up first. */
const FLOW_LIFETIME_MS = 3_600_000;

/** A flow that has begun. The tab stores one entry for each, so that two at once do not mix. */
interface Flow {
  codeVerifier: string;
  redirectUri: string;
  returnTo: string;
  startedAtMs: number;
}

const keyOf = (state: string) => `vaultlink-flow-${state}`;

/**
 * Begins a flow in this tab.
 *
 * @returns the address to send the user to
 * @throws VaultError `configuration_error` for an insecure page or an address that is not a URL, `state_missing` if the browser blocks storage
 */
export async function beginAuthorization(options: HookOptions): Promise<string> {
  const { authorizeUrl, clientId, redirectUri, returnTo = location.href } = options;
  // Browsers have it on secure pages only.
  if (!globalThis.crypto?.subtle) {
    throw new VaultError('configuration_error', 'The hook needs a page on https or localhost.');
  }
  const state = generateRandomState();
  const codeVerifier = generateRandomCodeVerifier();
  const codeChallenge = await calculatePKCECodeChallenge(codeVerifier);
  const url = addressOfConsent(authorizeUrl, { clientId, redirectUri, state, codeChallenge });
  const flow: Flow = { codeVerifier, redirectUri, returnTo, startedAtMs: Date.now() };
  withStorage((storage) => storage.setItem(keyOf(state), JSON.stringify(flow)));
  return url;
}

/**
 * Ends the flow that an answer belongs to: checks its state, which counts once, and posts the code to the backend.
 *
 * @param response what `takeAuthorizationResponse` returned
 * @returns where the user wanted to be, on this origin
 * @throws VaultError `state_mismatch` if this tab has begun no such flow, `state_expired` after one hour, `state_missing` if the browser blocks
 *   storage, `access_denied` if the user refused, `service_error` without a code, or the error of the backend
 */
export async function finishAuthorization(
  response: URLSearchParams,
  { clientId, exchangeUrl }: Pick<HookOptions, 'clientId' | 'exchangeUrl'>,
): Promise<string> {
  const state = response.get('state') ?? '';
  const { codeVerifier, redirectUri, returnTo } = takeFlow(state);
  const code = codeOf(response, clientId, state);
  const body: ExchangeRequest = {
    code,
    code_verifier: codeVerifier,
    state,
    redirect_uri: redirectUri,
  };
  await callBff(exchangeUrl, { method: 'POST', body, timeoutMs: SERVICE_TIMEOUT_MS });
  return ownAddress(returnTo);
}

function addressOfConsent(...request: Parameters<typeof authorizationUrl>): string {
  try {
    const url = webUrl(authorizationUrl(...request));
    if (url) return url;
  } catch {
    // It is not a URL.
  }
  throw new VaultError('configuration_error', 'authorize-url is not an absolute URL.');
}

function takeFlow(state: string): Flow {
  const stored = withStorage((storage) => {
    const text = storage.getItem(keyOf(state));
    storage.removeItem(keyOf(state));
    return text;
  });
  const flow = parseFlow(stored);
  if (!flow) throw new VaultError('state_mismatch', 'This tab has not begun this connection.');
  if (Date.now() - flow.startedAtMs > FLOW_LIFETIME_MS) {
    throw new VaultError('state_expired', 'Connecting took longer than an hour.');
  }
  return flow;
}

/** Uses the storage of the tab, which a browser may block or which may be full. */
function withStorage<Result>(use: (storage: Storage) => Result): Result {
  try {
    return use(sessionStorage);
  } catch {
    throw new VaultError(
      'state_missing',
      'The hook needs sessionStorage, which this browser blocks on this page.',
    );
  }
}

/** Returns a stored flow; `undefined` if it is not one of ours. */
function parseFlow(stored: string | null): Flow | undefined {
  try {
    const flow = JSON.parse(stored!) as Flow;
    const texts = [flow.codeVerifier, flow.redirectUri, flow.returnTo];
    const isOurs = texts.every((text) => typeof text === 'string');
    return isOurs && Number.isFinite(flow.startedAtMs) ? flow : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an address of this origin: `returnTo`, or that of this page if `returnTo` leads elsewhere. */
function ownAddress(returnTo: string): string {
  try {
    const { origin, href } = new URL(returnTo, location.href);
    if (origin === location.origin) return href;
  } catch {
    // It is not an address.
  }
  return location.href;
}

function codeOf(response: URLSearchParams, clientId: string, state: string): string {
  // The backend knows one service, so no mix-up is possible: compare the issuer with itself.
  const issuer = response.get('iss') ?? 'unknown';
  try {
    const code = validateAuthResponse({ issuer }, { client_id: clientId }, response, state);
    return code.get('code') ?? '';
  } catch (error) {
    throw error instanceof AuthorizationResponseError && error.error === 'access_denied'
      ? new VaultError('access_denied', 'The user refused to connect.')
      : new VaultError('service_error', 'The authorization page gave no code.');
  }
}
