import { STATUS_OF_ERROR } from '../../../protocol/index.ts';
import type { VaultError } from '../../../protocol/index.ts';
import type { Flow } from '../../stores/store.ts';
import type { Settings } from '../../config/settings.ts';
import { pageFor } from './document.ts';
import { subjectOf } from './messages.ts';

/**
 * An error, for a person: what it means, its code, and a way to start again.
 *
 * @param flow what was being tried; its opener, where there is one, is told, and the window stays
 */
export function errorPage(
  { basePath }: Pick<Settings, 'basePath'>,
  request: Request,
  { code }: VaultError,
  flow?: Pick<Flow, 'returnTo' | 'display'>,
): Promise<Response> {
  const query = flow && new URLSearchParams({ return_to: flow.returnTo, display: flow.display });
  return pageFor(request, {
    status: STATUS_OF_ERROR[code],
    subject: subjectOf(code),
    link: {
      href: `${basePath}/connect${query ? `?${query.toString()}` : ''}`,
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
}
