import type { FailedPage, Observations, SeenPage } from './observations.ts';
import { isCarriedTo } from './recipients.ts';
import { originOf } from './verdict.ts';
import type { Details } from './verdict.ts';

/** Meanings of the codes with which Chromium refuses to show a page. */
const MEANINGS: Readonly<Record<string, string>> = {
  'net::ERR_BLOCKED_BY_RESPONSE': 'its server forbids to show it in a frame',
  'net::ERR_CONNECTION_REFUSED': 'nobody answers at its address',
  'net::ERR_INVALID_AUTH_CREDENTIALS': 'it asks for a login',
  'net::ERR_NAME_NOT_RESOLVED': 'its host does not exist',
  'net::ERR_SSL_PROTOCOL_ERROR': 'its server does not speak https there',
  'net::ERR_TOO_MANY_REDIRECTS': 'its redirects lead in a circle',
};

/** Describes in plain words why a browser could not open a page. */
export const describePageFailure = (code: string): string =>
  Object.hasOwn(MEANINGS, code) ? `${MEANINGS[code]} (${code})` : code;

const ALLOW_FRAME =
  'Have the server of that page send no X-Frame-Options, and name the page around it in frame-ancestors of its Content-Security-Policy.';
const OPEN_TO_ALL =
  'Correct the address that leads there, or the server: sellers must be able to open this page without a login.';

/** Returns whether a page asks whether somebody is human, and has let the visit through. */
export const isPassedWall = (page: SeenPage, pages: Observations['pages']): boolean =>
  page.isBotWall === true && page !== pages.at(-1);

/** Finds a page after the landing that could not be shown, if the outcome was not reported. */
export function findFailedPage({ failedPages = [], pages, reports }: Observations) {
  if (reports.length) return undefined;
  const isOfSurvey = ({ address, isFramed }: FailedPage) =>
    !isFramed ||
    pages.some(
      (page) =>
        originOf(page.address) === originOf(address) || isCarriedTo(page, new URL(address).host),
    );
  // A page of errors may have the tag, and report.
  const isShownAsPage = ({ address, failure, isFramed }: FailedPage) =>
    failure !== undefined ||
    isFramed ||
    pages.some(
      (page) =>
        [page.openedAs, page.address].includes(address) &&
        page.isRead &&
        !page.tagCount &&
        !page.hasEngine &&
        !isPassedWall(page, pages),
    );
  const failed = failedPages.find((one) => isOfSurvey(one) && isShownAsPage(one));
  if (!failed) return undefined;
  const { address, status, failure } = failed;
  const isFrameForbidden = failure === 'net::ERR_BLOCKED_BY_RESPONSE';
  return {
    page: address,
    reason: failure ? describePageFailure(failure) : `it answered with status ${status}`,
    remedy: isFrameForbidden ? ALLOW_FRAME : OPEN_TO_ALL,
  };
}

/** Least number of times that a page in a circle was loaded. */
const CIRCLE = 5;

/** Finds a page that loads itself again and again after the landing. */
export function findReloads({ pages, redirects = 0, reports }: Observations): Details | undefined {
  const itself = pages.slice(0, redirects + 1);
  const address = itself.at(-1)?.address;
  const count = itself.filter((page) => page.address === address).length;
  return address === undefined || count < CIRCLE || reports.length
    ? undefined
    : { page: address, count };
}

/** Finds a policy that keeps the visit from going on to the next page, or to the page in a frame. */
export function findBlockedStep({ failedStep, pages, reports }: Observations): Details | undefined {
  if (!failedStep || reports.length) return undefined;
  for (const { address, blocked } of pages) {
    const directive = blocked.find((line) => /^(form-action|frame-src|child-src) /.test(line));
    if (directive !== undefined)
      return { page: address, directive, name: directive.replace(/ .*/, '') };
  }
  return undefined;
}
