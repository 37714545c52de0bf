import { STATUS_OF_ERROR } from '../../../protocol/index.ts';
import type { VaultError, VaultErrorCode } from '../../../protocol/index.ts';
import type { Flow } from '../flow.ts';
import type { Settings } from '../../config/settings.ts';
import { retryAfter, withHeaders } from '../replies.ts';
import { pageFor } from './page-document.ts';
import type { OpenerMessage } from './page-document.ts';
import { topicOf } from './page-messages.ts';
import type { RouteRequest } from '../route-request.ts';
import type { RouteResponse } from '../replies.ts';

/** Names the page that the user wanted to reach, and the window that it opens in. */
export type IntendedFlow = Pick<Flow, 'returnTo' | 'display'>;

/**
 * Answers with a page that explains an error, shows its code, and lets the user start again.
 *
 * An opener that waits for a popup is notified, and the window stays open.
 *
 * @param flow what the user wanted; default: unknown, as in a callback without its cookie
 */
export async function errorPage(
  { basePath, origin }: Pick<Settings, 'basePath'> & { origin?: string },
  request: RouteRequest,
  error: VaultError,
  flow?: IntendedFlow,
): Promise<RouteResponse> {
  const { code } = error;
  const query = flow && new URLSearchParams({ return_to: flow.returnTo, display: flow.display });
  // A rate-limited request has consumed nothing, so the same URL works later.
  const isSame = code === 'rate_limited' && !flow;
  const page = await pageFor(request, {
    status: STATUS_OF_ERROR[code],
    topic: topicOf(code),
    link: {
      href: isSame ? '' : `${basePath}/connect${query ? `?${query.toString()}` : ''}`,
      label: ({ again }) => again,
    },
    code,
    openerMessage: openerMessageOf(code, origin, flow),
  });
  return withHeaders(page, retryAfter(error));
}

/**
 * Returns the message for the opener of a popup. If nobody knows whether the window is a popup, only an opener of the backend's origin receives it:
 * other tabs may be connecting too.
 */
function openerMessageOf(
  error: VaultErrorCode,
  ownOrigin: string | undefined,
  flow: IntendedFlow | undefined,
): OpenerMessage | undefined {
  if (flow?.display === 'page') return undefined;
  const message = { type: 'vaultlink-connect', error } as const;
  const origin = flow ? new URL(flow.returnTo).origin : ownOrigin;
  return origin ? { message, origin, closes: false, isBroadcast: !!flow } : undefined;
}
