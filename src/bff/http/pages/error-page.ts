import { STATUS_OF_ERROR } from '../../../protocol/index.ts';
import type { VaultError } from '../../../protocol/index.ts';
import type { Flow } from '../flow.ts';
import type { Settings } from '../../config/settings.ts';
import { retryAfter, withHeaders } from '../replies.ts';
import { pageFor } from './page-document.ts';
import { subjectOf } from './page-messages.ts';

/**
 * Answers with a page that explains an error, shows its code, and lets the user start again.
 *
 * @param flow the consumed flow, if there was one; in a popup, its opener is notified and the window stays open
 */
export async function errorPage(
  { basePath }: Pick<Settings, 'basePath'>,
  request: Request,
  error: VaultError,
  flow?: Pick<Flow, 'returnTo' | 'display'>,
): Promise<Response> {
  const { code } = error;
  const query = flow && new URLSearchParams({ return_to: flow.returnTo, display: flow.display });
  // A rate-limited request has consumed nothing, so the same URL works later.
  const isSame = code === 'rate_limited' && !flow;
  const page = await pageFor(request, {
    status: STATUS_OF_ERROR[code],
    subject: subjectOf(code),
    link: {
      href: isSame ? '' : `${basePath}/connect${query ? `?${query.toString()}` : ''}`,
      label: ({ again }) => again,
    },
    code,
    openerMessage:
      flow?.display === 'popup'
        ? {
            message: { type: 'vaultlink-connect', error: code },
            origin: new URL(flow.returnTo).origin,
            closes: false,
          }
        : undefined,
  });
  return withHeaders(page, retryAfter(error));
}
