import { TOKEN_LIFETIME_SECONDS } from '../protocol/endlink.ts';
import { CAUSE_HELP, fillIn } from '../protocol/cause-help.ts';
import type { CauseId } from '../protocol/cause-help.ts';
import { VIAS } from '../protocol/tag-settings.ts';
import type { Observations, SeenReport } from './observations.ts';
import {
  endOf,
  findLooseElement,
  findManualElement,
  findMissingParameter,
  findOverwrittenPage,
  findUnreadElement,
  findWrongElement,
} from './last-page.ts';
import { explainMistakenReport } from './report-address.ts';
import {
  findEarly,
  findOnLeaving,
  findOnTheWay,
  findPageLeft,
  isAskedAgain,
} from './report-timing.ts';
import { allPages, namedByPage, namedByPages, originOf } from './verdict.ts';
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
    ['element-manual', whenSilent(findManualElement)],
    ['element-unknown', whenSilent(findWrongElement)],
    ['element-unread', whenSilent(findUnreadElement)],
    ['element-loose', whenSilent(findLooseElement)],
    ['page-overwritten', whenSilent(findOverwrittenPage)],
    ['call-failed', whenSilent(findFailedCall)],
    ['outcome-parameter', whenSilent(findMissingParameter)],
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
    ['via-unknown', findUnknownWay],
    [
      'report-preflight',
      ({ reports: [report] }) => {
        const names = report?.ownHeaders?.join(', ');
        return names ? { names } : undefined;
      },
    ],
    ['test-value', namedByPage('test-value')],
    ['reported-on-the-way', findOnTheWay],
  ],
  describeUnknown: ({ reports }) => (reports.length ? undefined : 'Nothing was reported yet.'),
  describeRight: ({ reports: [report] }) =>
    `Reported once, to ${report?.address ?? ''}, ${Math.round((report?.atMs ?? 0) / 1000)} s after the landing. ${report ? WAYS[report.way] : ''}`.trim(),
};

function findFailedCall(seen: Observations): Details | undefined {
  const page = [...allPages(seen)].reverse().find(({ failedCalls }) => failedCalls?.length);
  return page && { page: page.address, message: page.failedCalls?.[0] ?? '' };
}

/** Returns what is known of the last page once the visit is over. */
function describeEnd(seen: Observations): Details | undefined {
  const last = endOf(seen);
  return last && !seen.isOngoing ? { page: last.address, state: last.state } : undefined;
}

/** Finds a report to another origin than the first page names that names one: that of a script, of a form’s redirect or of another page’s tag. */
function findElsewhere({
  reports,
  mistakenReports = [],
  pages,
}: Observations): Details | undefined {
  const naming = pages.find(({ serviceOrigin }) => serviceOrigin !== undefined);
  const elsewhere = [
    ...reports.filter(
      ({ way, address }) => way !== 'relay' && naming && naming.serviceOrigin !== originOf(address),
    ),
    ...mistakenReports.filter((report) => explainMistakenReport(report)[0] === 'report-elsewhere'),
  ];
  const [first] = elsewhere;
  return first && { address: first.address, where: naming ? ` on ${naming.address}` : '' };
}

const isVia = (text: string) => VIAS.some((via) => via === text);

/** Finds a way to the service that does not exist: the tag takes the default in its place. */
function findUnknownWay(seen: Observations): Details | undefined {
  const page = allPages(seen).find(({ hasEngine, via }) => hasEngine && !isVia(via));
  return page && { page: page.address, via: page.via };
}

function findDryRun(seen: Observations): Details | undefined {
  const page = allPages(seen).find(({ isDryRun }) => isDryRun);
  return page && { page: page.address };
}

function findBlocked(seen: Observations): Details | undefined {
  for (const { address, blocked } of allPages(seen)) {
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
  relay: 'The page asked your server. The sandbox took its place.',
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
      (seen) => {
        const [report] = seen.reports;
        const page = [...allPages(seen)].reverse().find((one) => one.shownOutcome !== undefined);
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
      (seen) => {
        const [report] = seen.reports;
        const last = endOf(seen);
        const isKnown = allPages(seen).some(({ state }) =>
          ['confirmed', 'accepted'].includes(state),
        );
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
