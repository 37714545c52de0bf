/**
 * The authorization code flow with PKCE, driven by the page. The only module of the browser with an OAuth library in it: it is loaded when it
 * is needed, which is where the hook is used.
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
import { callBff } from './call.ts';
import type { HookOptions } from './hook.ts';

/** For how long a flow may take. Its user may have to sign up first. */
const FLOW_LIFETIME_MS = 3_600_000;

/** A flow that has begun. It lives in the tab, one entry for each, so that two at once do not mix. */
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
 * @returns where to send the user
 */
export async function beginAuthorization(options: HookOptions): Promise<string> {
  const { authorizeUrl, clientId, redirectUri, returnTo = location.href } = options;
  const state = generateRandomState();
  const codeVerifier = generateRandomCodeVerifier();
  const codeChallenge = await calculatePKCECodeChallenge(codeVerifier);
  const flow: Flow = { codeVerifier, redirectUri, returnTo, startedAtMs: Date.now() };
  sessionStorage[keyOf(state)] = JSON.stringify(flow);
  return authorizationUrl(authorizeUrl, { clientId, redirectUri, state, codeChallenge });
}

/**
 * Ends the flow that an answer belongs to: checks its state, which is used up by that, and hands the code over to the backend.
 *
 * @param response what `takeAuthorizationResponse` gave
 * @returns where the user wanted to be, on this origin
 * @throws VaultError `state_mismatch` where this tab has begun no such flow, `state_expired` after one hour, `access_denied` where the user
 *   said no, `service_error` where the answer is none, or the error of the backend
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
  await callBff(exchangeUrl, 'POST', body);
  return ownAddress(returnTo);
}

function takeFlow(state: string): Flow {
  const flow = flowIn(sessionStorage.getItem(keyOf(state)));
  sessionStorage.removeItem(keyOf(state));
  if (!flow) throw new VaultError('state_mismatch', 'This tab has not begun this connection.');
  if (Date.now() - flow.startedAtMs > FLOW_LIFETIME_MS) {
    throw new VaultError('state_expired', 'Connecting took longer than an hour.');
  }
  return flow;
}

/** A flow as it is stored; `undefined` where it is none of ours. */
function flowIn(stored: string | null): Flow | undefined {
  try {
    const flow = JSON.parse(stored!) as Flow;
    const texts = [flow.codeVerifier, flow.redirectUri, flow.returnTo];
    const isOurs = texts.every((text) => typeof text === 'string');
    return isOurs && Number.isFinite(flow.startedAtMs) ? flow : undefined;
  } catch {
    return undefined;
  }
}

/** An address of this origin: that of this page where `returnTo` is none. */
function ownAddress(returnTo: string): string {
  try {
    const { origin, href } = new URL(returnTo, location.href);
    if (origin === location.origin) return href;
  } catch {
    // It is no address.
  }
  return location.href;
}

function codeOf(response: URLSearchParams, clientId: string, state: string): string {
  // The backend knows one service, so there is none to mix it up with; an issuer is compared with itself.
  const issuer = response.get('iss') ?? 'unknown';
  try {
    const code = validateAuthResponse({ issuer }, { client_id: clientId }, response, state);
    return code.get('code') ?? '';
  } catch (error) {
    throw error instanceof AuthorizationResponseError && error.error === 'access_denied'
      ? new VaultError('access_denied', 'The user said no.')
      : new VaultError('service_error', 'The authorization page gave no code.');
  }
}
