import { BASE_PATH } from '../../protocol/index.ts';
import { sendRequest, redirectTargetOf } from './ask.ts';
import type { ReadResponse } from './ask.ts';
import type { Setup } from './check.ts';

/** The response to a user who starts to connect. */
export interface ConnectStart {
  answer: ReadResponse;
  /** The authorization page; `undefined` if the response is no redirect. */
  target: URL | undefined;
}

/**
 * Starts to connect as a browser would, and stops at the redirect. The authorization flow expires after an hour.
 *
 * @param headers additional headers that a browser would not send; default: none
 */
export async function startConnecting(
  { settings, connections }: Setup,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConnectStart> {
  const address = `${settings.bff.origin}${BASE_PATH}/connect?return_to=/`;
  const answer = await sendRequest(connections, address, {
    // As if from the backend's own page, so that the backend shows no page with a button first.
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
  });
  return { answer, target: redirectTargetOf(answer, address) };
}
