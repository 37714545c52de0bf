import { BASE_PATH } from '../../protocol/index.ts';
import { ask, redirectOf } from './ask.ts';
import type { Answer } from './ask.ts';
import type { Setup } from './check.ts';

/** Where a user who wants to connect is sent. */
export interface Departure {
  answer: Answer;
  /** The authorization page; `undefined`: nobody is sent anywhere. */
  target: URL | undefined;
}

/**
 * Sets out to connect, as a browser would, and goes no further: the authorization that begins is forgotten after an hour.
 *
 * @param headers what a browser would not send; default: nothing
 */
export async function setOut(
  { settings, connections }: Setup,
  headers: Readonly<Record<string, string>> = {},
): Promise<Departure> {
  const address = `${settings.bff.origin}${BASE_PATH}/connect?return_to=/`;
  const answer = await ask(connections, address, {
    // Of a page of its own, so that no page asks first.
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
  });
  return { answer, target: redirectOf(answer, address) };
}
