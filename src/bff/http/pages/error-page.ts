import { STATUS_OF_ERROR } from '../../../protocol/index.ts';
import type { VaultError } from '../../../protocol/index.ts';
import type { Flow } from '../flow.ts';
import type { Settings } from '../../config/settings.ts';
import { retryAfter, withHeaders } from '../replies.ts';
import { pageFor } from './page-document.ts';
import { subjectOf } from './page-messages.ts';

/**
 * An error, for a person: what it means, its code, and a way to start again.
 *
 * @param flow what was being tried, and is used up; its opener, where there is one, is told, and the window stays
 */
export async function errorPage(
  { basePath }: Pick<Settings, 'basePath'>,
  request: Request,
  error: VaultError,
  flow?: Pick<Flow, 'returnTo' | 'display'>,
): Promise<Response> {
  const { code } = error;
  const query = flow && new URLSearchParams({ return_to: flow.returnTo, display: flow.display });
  // Nothing was used up by a call that came too early: the same address works later.
  const isSame = code === 'rate_limited' && !flow;
  const page = await pageFor(request, {
    status: STATUS_OF_ERROR[code],
    subject: subjectOf(code),
    link: {
      href: isSame ? '' : `${basePath}/connect${query ? `?${query.toString()}` : ''}`,
      label: ({ again }) => again,
    },
    code,
    telling:
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
