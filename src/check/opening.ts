import { describeCertificateProblem } from './certificate-problems.ts';
import type { Observations, SeenPage } from './observations.ts';
import { describeNoPage, reportsWithoutTag, titleOf } from './verdict.ts';
import { describePageFailure } from './page-failures.ts';
import type { Details, Rule } from './verdict.ts';

const LOOPBACK = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** Returns the certificate that browsers refuse, if its page is on this machine or, as asked, elsewhere. */
function findCertificate({ certificate }: Observations, isLocal: boolean): Details | undefined {
  if (!certificate) return undefined;
  const { origin, hostname } = new URL(certificate.address);
  const problem = describeCertificateProblem(certificate.problem);
  return LOOPBACK.test(hostname) === isLocal ? { origin, problem } : undefined;
}

/** Returns a page that asks whether somebody is human, in the place of one with the tag. */
export const botWallOf = (page: SeenPage | undefined): Details | undefined =>
  page?.isBotWall ? { page: page.address, titled: titleOf(page) } : undefined;

/** Judges whether the landing page opens, without a warning of the browser. */
export const opensRule: Rule = {
  needs: [],
  causes: [
    [
      'page-unreachable',
      ({ landing }) =>
        landing?.failure === undefined
          ? undefined
          : { reason: describePageFailure(landing.failure) },
    ],
    ['bot-wall', (seen) => (reportsWithoutTag(seen) ? undefined : botWallOf(seen.pages[0]))],
    [
      'page-status',
      ({ landing }) => (landing && landing.status >= 400 ? { status: landing.status } : undefined),
    ],
    ['page-certificate', (seen) => findCertificate(seen, false)],
    ['page-certificate-local', (seen) => findCertificate(seen, true)],
  ],
  describeUnknown: describeNoPage,
  describeRight: ({ pages: [page] }) => `Opened ${page?.address ?? 'the page'}.`,
};
