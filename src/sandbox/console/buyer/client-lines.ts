import type { Client } from '../../market/oauth-records.ts';
import { TOKEN_PATH } from '../../service/service-paths.ts';
import { quotedForShell } from '../log/curl.ts';

/** Placeholder of a secret that is not shown again. */
const SECRET = '<the secret>';

/** Returns the variables of `vaultlink serve` for a client. */
export function variablesOf(
  { client_id, client_secret, redirect_uri }: Client,
  baseUrl: string,
  isSecretShown: boolean,
): string {
  return [
    `VAULTLINK_BASE_URL=${baseUrl}`,
    `VAULTLINK_CLIENT_ID=${client_id}`,
    `VAULTLINK_CLIENT_SECRET=${isSecretShown ? client_secret : SECRET}`,
    `VAULTLINK_REDIRECT_URI=${redirect_uri}`,
    `VAULTLINK_ORIGIN=${new URL(redirect_uri).origin}`,
  ].join('\n');
}

/** Returns a command that exchanges a code. @see interface §4.2 */
export function exchangeCommand(
  { client_id, client_secret, redirect_uri }: Client,
  baseUrl: string,
  isSecretShown: boolean,
): string {
  const body = {
    grant_type: 'authorization_code',
    code: '<CODE>',
    code_verifier: '<CODE_VERIFIER>',
    client_secret: isSecretShown ? client_secret : SECRET,
    client_id,
    redirect_uri,
    state: '<STATE>',
  };
  return postCommand(`${baseUrl}${TOKEN_PATH}`, [], body);
}

/** Returns a command that pushes into a packet. @see interface §4.3 */
export function pushCommand(id: string, questions: readonly string[], baseUrl: string): string {
  const payload = Object.fromEntries(questions.map((question) => [question, '…']));
  const path = `/api/v5/packets/${encodeURIComponent(id)}/sellers_packets/push`;
  return postCommand(`${baseUrl}${path}`, ['Authorization: Bearer <ACCESS_TOKEN>'], {
    id,
    payload,
  });
}

function postCommand(url: string, headers: readonly string[], body: unknown): string {
  const all = ['Content-Type: application/json', ...headers];
  return [
    `curl -X POST ${quotedForShell(url)}`,
    ...all.map((header) => `-H ${quotedForShell(header)}`),
    `--data-raw ${quotedForShell(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}
