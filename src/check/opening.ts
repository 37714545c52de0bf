import { describeCertificateProblem } from './certificate-problems.ts';
import type { Observations } from './observations.ts';
import { describeNoPage } from './verdict.ts';
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
