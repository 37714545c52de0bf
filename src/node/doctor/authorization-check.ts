import { createHash } from 'node:crypto';
import { failed, notChecked, ok, warning } from '../../findings/index.ts';
import { AUTHORIZE_PATH, authorizationUrl } from '../../protocol/index.ts';
import { sendRequest, madeUpSecret, redirectTargetOf, type ReadResponse } from './ask.ts';
import type { Check, Setup } from './check.ts';

const COMPARE =
  'Set VAULTLINK_CLIENT_ID and VAULTLINK_REDIRECT_URI to exactly the values in the settings of the client.';

/**
 * Checks whether the authorization page accepts the client and its redirect URI, as far as this is visible without a user. @see interface §4 (not
 * shown)
 */
export const authorization: Check = {
  id: 'authorization',
  group: 'Service',
  title: 'Authorization',
  needs: ['service'],
  async run(setup) {
    const { redirectUri } = setup.settings.bff.client;
    const answer = await visit(setup, redirectUri);
    const { status } = answer;
    const error = errorIn(answer, redirectUri);
    if (error !== undefined) {
      return failed(`The service refuses the request: ${error}.`, COMPARE);
    }
    if (status === 404) {
      return failed(
        `There is no authorization page at ${authorizeUrlOf(setup)}.`,
        'Set VAULTLINK_AUTHORIZE_URL.',
      );
    }
    if (status >= 500) return warning(`The authorization page responded with status ${status}.`);
    if (status >= 400) {
      return failed(
        `The service refuses the client or the redirect URI (status ${status}).`,
        COMPARE,
      );
    }
    const other = await visit(setup, 'https://made-up.invalid/callback');
    if (other.status >= 400 && other.status < 500) {
      return ok('The service accepts the redirect URI and refuses another one.');
    }
    return notChecked(
      'Without a user, the page responds in the same way to every redirect URI.',
      `Connect once to verify the redirect URI. ${COMPARE}`,
    );
  },
};

/** Opens the authorization page as a browser would, before the user has decided. Grants nothing. */
function visit(setup: Setup, redirectUri: string): Promise<ReadResponse> {
  const { clientId } = setup.settings.bff.client;
  const codeChallenge = createHash('sha256').update(madeUpSecret()).digest('base64url');
  const request = { clientId, redirectUri, state: madeUpSecret(), codeChallenge };
  const headers = { accept: 'text/html' };
  return sendRequest(setup.connections, authorizationUrl(authorizeUrlOf(setup), request), {
    headers,
  });
}

/** Returns the URL of the service's authorization page. */
export function authorizeUrlOf({ settings }: Setup): string {
  const { baseUrl, authorizeUrl } = settings.bff.service;
  return authorizeUrl ?? baseUrl.replace(/\/+$/, '') + AUTHORIZE_PATH;
}

/** @see RFC 6749 section 4.1.2.1 */
function errorIn(answer: ReadResponse, redirectUri: string): string | undefined {
  const target = redirectTargetOf(answer, redirectUri);
  const { origin, pathname } = new URL(redirectUri);
  if (target?.origin !== origin || target.pathname !== pathname) return undefined;
  return target.searchParams.get('error')?.replace(/[^\w.-]/g, '');
}
