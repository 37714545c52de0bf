import type { VaultErrorCode } from '../../../protocol/index.ts';
import { pageFor } from './page-document.ts';
import { subjectOf } from './page-messages.ts';

/**
 * The last page of a window of its own: it tells its opener and closes itself. Where it may not, it says what has happened.
 *
 * @param returnTo the page that waits, at whose origin alone the message is heard
 * @param error why there is no connection; default: there is one
 */
export const popupPage = (
  request: Request,
  returnTo: string,
  error?: VaultErrorCode,
): Promise<Response> =>
  pageFor(request, {
    status: 200,
    subject: error ? subjectOf(error) : 'connected',
    link: { href: returnTo, label: ({ back }) => back },
    telling: {
      message: { type: 'vaultlink-connect', ...(error && { error }) },
      origin: new URL(returnTo).origin,
      closes: true,
    },
  });
