import { TOKEN_LIFETIME_SECONDS } from '../protocol/endlink.ts';
import { CAUSE_HELP, fillIn } from '../protocol/cause-help.ts';
import type { CauseId } from '../protocol/cause-help.ts';
import type { Observations, SeenReport } from './observations.ts';
import { explainMistakenReport } from './report-address.ts';
import { namedByPage, namedByPages, originOf } from './verdict.ts';
import type { Details, FindCause, Rule, VerdictId } from './verdict.ts';

const VISITED: readonly VerdictId[] = ['opens', 'service', 'tag', 'captured', 'kept'];

/** Returns a way to look for a cause of silence. */
const whenSilent =
  (find: FindCause): FindCause =>
  (seen, expectation) =>
    seen.reports.length ? undefined : find(seen, expectation);

const whenSilentByPage = (...causes: CauseId[]) =>
  causes.map((cause) => [cause, whenSilent(namedByPage(cause))] as const);

const findMistaken =
  (cause: CauseId): FindCause =>
  ({ mistakenReports: [mistaken] = [] }) => {
    const [id, details] = mistaken ? explainMistakenReport(mistaken) : [];
    return id === cause ? details : undefined;
  };

/** Judges whether the outcome was reported once and in time. */
export const reportedRule: Rule = {
  needs: VISITED,
  causes: [
    ['reported-early', findEarly],
    ['reported-on-leaving', findOnLeaving],
    [
      'reported-twice',
      (seen) =>
        seen.reports.length > 1 && !isAskedAgain(seen)
          ? { count: seen.reports.length, reports: seen.reports.map(describeReport).join(', ') }
          : undefined,
    ],
    [
      'reported-late',
      ({ reports: [report] }) => {
        const seconds = Math.round((report?.atMs ?? 0) / 1000);
        return seconds < TOKEN_LIFETIME_SECONDS ? undefined : { seconds };
      },
    ],
    ['report-placeholder', whenSilent(findMistaken('report-placeholder'))],
    ['report-word', whenSilent(findMistaken('report-word'))],
    ['report-path', whenSilent(findMistaken('report-path'))],
    ['report-method', whenSilent(findMistaken('report-method'))],
    ['report-elsewhere', findElsewhere],
    [
      'element-hidden-on-phone',
      ({ hiddenOnPhone: page }) => (page === undefined ? undefined : { page }),
    ],
    ['dry-run', whenSilent(findDryRun)],
    ['report-blocked', whenSilent(findBlocked)],
    ...whenSilentByPage('relay-unreachable', 'relay-answer', 'service-redirects'),
    ...whenSilentByPage('service-unreadable', 'report-refused', 'outcome-map', 'outcome-unknown'),
    ...whenSilentByPage('outcome-missing', 'element-hidden', 'token-missing', 'entry-unknown'),
    ['left-before-report', whenSilent(findPageLeft)],
    ['element-unread', whenSilent(findUnreadElement)],
    ['element-loose', whenSilent(findLooseElement)],
    ['call-failed', whenSilent(findFailedCall)],
    ['report-token', whenSilent(findMistaken('report-token'))],
    [
      'nobody-reported',
      whenSilent(({ pages, isOngoing }) => (pages.length || isOngoing ? undefined : {})),
    ],
    [
      'end-unseen',
      whenSilent((seen) => (seen.areOnlyAddressesSeen ? describeEnd(seen) : undefined)),
    ],
    ['not-reported', whenSilent(describeEnd)],
    [
      'report-beside',
      ({ mistakenReports: [mistaken] = [] }) => {
        if (!mistaken) return undefined;
        const [cause, details] = explainMistakenReport(mistaken);
        const { seen, remedy } = CAUSE_HELP[cause];
        return { text: fillIn(seen, details), remedy: fillIn(remedy, details) };
      },
    ],
    ['test-value', namedByPage('test-value')],
  ],
  describeUnknown: ({ reports }) => (reports.length ? undefined : 'Nothing was reported yet.'),
  describeRight: ({ reports: [report] }) =>
    `Reported once, to ${report?.address ?? ''}, ${Math.round((report?.atMs ?? 0) / 1000)} s after the landing. ${report ? WAYS[report.way] : ''}`.trim(),
};

/** Finds a report of a page from which the seller goes on. */
function findEarly({ reports: [report], pages, clicksLeft }: Observations): Details | undefined {
  if (!report || !clicksLeft) return undefined;
  return { outcome: report.outcome, page: pages.at(-1)?.address ?? 'a page', count: clicksLeft };
}

/** Finds a report that comes only when a page is left: phones do not have all events of that, and some sellers leave the last page open. */
function findOnLeaving({ reports: [report], isLastPageLeft }: Observations): Details | undefined {
  const { event, page } = report?.leaving ?? {};
  if (event === undefined || page === undefined) return undefined;
  return isLastPageLeft || event !== 'pagehide' ? { event, page } : undefined;
}

/** Returns whether the tag has sent its report again, since the page was left before the answer came. The service counts it once. */
function isAskedAgain({ reports, pages }: Observations): boolean {
  const [first, ...again] = reports;
  const isSame = again.every(
    ({ outcome, way, status }) => outcome === first?.outcome && way === first.way && status === 422,
  );
  return isSame && pages.slice(0, -1).some(({ state }) => state === 'reporting');
}

/** Finds a page that would have reported, and that the visit left sooner. */
function findPageLeft({ pages }: Observations): Details | undefined {
  const page = pages.slice(0, -1).find(({ hasToken, shownOutcome }) => hasToken && shownOutcome);
  return page && { page: page.address, outcome: page.shownOutcome ?? '' };
}

/** Finds an element that the last page has as mere text. */
function findUnreadElement({ pages }: Observations): Details | undefined {
  const last = pages.at(-1);
  return last?.unreadElement && { page: last.address, place: last.unreadElement };
}

/** Finds an element that a script has made for the last page, and not put into it. */
function findLooseElement({ pages }: Observations): Details | undefined {
  const last = pages.at(-1);
  return last?.hasLooseElement ? { page: last.address } : undefined;
}

function findFailedCall({ pages }: Observations): Details | undefined {
  const page = [...pages].reverse().find(({ failedCalls }) => failedCalls?.length);
  return page && { page: page.address, message: page.failedCalls?.[0] ?? '' };
}

/** Returns what is known of the last page once the visit is over. */
function describeEnd({ pages, isOngoing }: Observations): Details | undefined {
  const last = pages.at(-1);
  return last && !isOngoing ? { page: last.address, state: last.state } : undefined;
}

/** Finds a report to another origin than the pages name, such as that of a script or of a form's redirect. */
function findElsewhere({
  reports,
  mistakenReports = [],
  pages,
}: Observations): Details | undefined {
  const services = pages.flatMap(({ serviceOrigin }) => serviceOrigin ?? []);
  const elsewhere = [
    ...reports.filter(
      ({ way, address }) =>
        way !== 'relay' && services.length > 0 && !services.includes(originOf(address)),
    ),
    ...mistakenReports.filter((report) => explainMistakenReport(report)[0] === 'report-elsewhere'),
  ];
  return elsewhere[0] && { address: elsewhere[0].address };
}

function findDryRun({ pages }: Observations): Details | undefined {
  const page = pages.find(({ isDryRun }) => isDryRun);
  return page && { page: page.address };
}

function findBlocked({ pages }: Observations): Details | undefined {
  for (const { address, blocked } of pages) {
    const directive = blocked.find((line) => line.startsWith('connect-src'));
    if (directive !== undefined) return { page: address, directive };
  }
  return undefined;
}

const describeReport = ({ outcome, way, status }: SeenReport) =>
  `${outcome} by ${way} (status ${status})`;

const WAYS = {
  fetch: 'The page called the service.',
  redirect: 'The seller was sent to the service’s page.',
  relay: 'The page asked your server, which was not contacted: the sandbox took its place.',
  server: 'Your server called the service.',
} as const;

/** Judges whether the right outcome was reported, and its answer understood. */
export const outcomeRule: Rule = {
  needs: [...VISITED, 'reported'],
  causes: [
    [
      'outcome-expected',
      ({ reports: [report] }, { outcome: expected }) =>
        report && expected !== undefined && expected !== report.outcome
          ? { outcome: report.outcome, expected }
          : undefined,
    ],
    [
      'outcome-of-element',
      ({ reports: [report], pages }) => {
        const page = [...pages].reverse().find((one) => one.shownOutcome !== undefined);
        const shown = page?.shownOutcome ?? '';
        return report && page && shown !== report.outcome
          ? { outcome: report.outcome, page: page.address, shown }
          : undefined;
      },
    ],
    [
      'report-refused',
      ({ reports: [report], pages }) =>
        report && report.status >= 400
          ? { page: pages.at(-1)?.address ?? 'the page', status: report.status }
          : undefined,
    ],
    ...namedByPages('outcome-taken', 'outcome-locked', 'outcome-map'),
    [
      'answer-unknown',
      ({ pages, reports: [report] }) => {
        const last = pages.at(-1);
        const isKnown = pages.some(({ state }) => ['confirmed', 'accepted'].includes(state));
        return report && report.way !== 'redirect' && last && !isKnown
          ? { state: last.state }
          : undefined;
      },
    ],
  ],
  describeUnknown: ({ reports }) => (reports.length ? undefined : 'Nothing was reported yet.'),
  describeRight: ({ reports: [report], pages }) => {
    const outcome = `The outcome is "${report?.outcome ?? ''}".`;
    if (report?.way === 'redirect') return `${outcome} The service showed its page.`;
    return pages.length
      ? `${outcome} The page knows that it was recorded.`
      : `${outcome} No page described itself.`;
  },
};
