import type { VaultErrorCode } from '../../../protocol/index.ts';
import { pageFor } from './page-document.ts';
import { topicOf } from './page-messages.ts';
import type { RouteRequest } from '../route-request.ts';
import type { RouteResponse } from '../replies.ts';

/**
 * Answers a popup with a page that notifies its opener and closes. If the browser does not let it close, it shows the result.
 *
 * @param returnTo page of the opener; only its origin receives the message
 * @param error why the connection failed; default: it succeeded
 */
export const popupPage = (
  request: RouteRequest,
  returnTo: string,
  error?: VaultErrorCode,
): Promise<RouteResponse> =>
  pageFor(request, {
    status: 200,
    topic: error ? topicOf(error) : 'connected',
    link: { href: returnTo, label: ({ back }) => back },
    openerMessage: {
      message: { type: 'vaultlink-connect', ...(error && { error }) },
      origin: new URL(returnTo).origin,
      closes: true,
      isBroadcast: true,
    },
  });
