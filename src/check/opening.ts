import { describeCertificateProblem } from './certificate-problems.ts';
import type { Observations } from './observations.ts';
import { describeNoPage, hasReport, isWithoutTag, titleOf } from './verdict.ts';
import { describePageFailure, isPassedWall } from './page-failures.ts';
import type { Details, Rule } from './verdict.ts';

const LOOPBACK = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** Returns the certificate that browsers refuse, if its page is on this machine or, as asked, elsewhere. */
function findCertificate({ certificate }: Observations, isLocal: boolean): Details | undefined {
  if (!certificate) return undefined;
  const { origin, hostname } = new URL(certificate.address);
  const problem = describeCertificateProblem(certificate.problem);
  return LOOPBACK.test(hostname) === isLocal ? { origin, problem } : undefined;
}

/** Finds a page that asks whether somebody is human, if the visit has ended there. A wall that lets the visit through is none. */
export function findBotWall(seen: Observations): Details | undefined {
  const last = seen.pages.at(-1);
  if (!last?.isBotWall || hasReport(seen)) return undefined;
  // A page of the survey may ask that, too.
  if (last.tagWaitsBy !== undefined || last.unreadTag !== undefined) return undefined;
  return { page: last.address, titled: titleOf(last) };
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
    ['bot-wall', (seen) => (isWithoutTag(seen) ? findBotWall(seen) : undefined)],
    [
      'page-status',
      ({ landing, pages }) => {
        const [page] = pages;
        if (!landing || landing.status < 400) return undefined;
        return page && isPassedWall(page, pages) ? undefined : { status: landing.status };
      },
    ],
    ['page-certificate', (seen) => findCertificate(seen, false)],
    ['page-certificate-local', (seen) => findCertificate(seen, true)],
  ],
  describeUnknown: describeNoPage,
  describeRight: ({ pages: [page] }) => `Opened ${page?.address ?? 'the page'}.`,
};
