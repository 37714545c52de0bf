import { failed, notChecked, ok, warning, type CheckResult } from '../findings/index.ts';
import { TOKEN_LIFETIME_SECONDS } from '../protocol/endlink.ts';
import type { Expectation, Observations, SeenReport } from './observations.ts';
import { explainMistakenReport } from './report-address.ts';
import type { Rule, RuleId } from './rule.ts';

const LANDED: readonly RuleId[] = ['landing', 'consent', 'tag', 'parts', 'captured', 'reload'];
const VISITED: readonly RuleId[] = [...LANDED, 'kept', 'steps'];
const REPORTED: readonly RuleId[] = [...VISITED, 'reported'];

/** Rules about the end of the survey. */
export const reportRules = {
  steps: { needs: LANDED, judge: judgeSteps },
  reported: { needs: VISITED, judge: judgeReported },
  way: { needs: REPORTED, judge: judgeWay },
  answer: { needs: [...REPORTED, 'service'], judge: judgeAnswer },
  outcome: { needs: REPORTED, judge: judgeOutcome },
  time: { needs: REPORTED, judge: judgeTime },
} satisfies Record<string, Rule>;

function judgeSteps({ failedStep }: Observations): CheckResult {
  if (!failedStep) return ok('Each step could be clicked.');
  return failed(
    `"${failedStep.selector}" could not be clicked: ${failedStep.reason}.`,
    'Correct the selector, or add the steps before it.',
  );
}

function judgeReported({ pages, reports, mistakenReports, isOngoing }: Observations): CheckResult {
  const last = pages.at(-1);
  const [first, ...others] = reports;
  const mistake = mistakenReports?.[0] && explainMistakenReport(mistakenReports[0]);
  if (!first) {
    if (mistake) return failed(mistake.cause, mistake.remedy);
    if (isOngoing) return notChecked('Nothing was reported yet.');
    if (!last)
      return failed(
        'No outcome was reported, and no page described itself.',
        'Do the pages have the tag, with the address of this service as data-base-url?',
      );
    if (last.isDryRun)
      return failed(
        'Nothing was sent: data-test makes this a dry run.',
        'Remove data-test before sellers come.',
      );
    const blocked = pages
      .flatMap((page) => page.blocked)
      .find((line) => line.startsWith('connect-src'));
    if (blocked)
      return failed(
        `The Content Security Policy blocks the report: ${blocked}.`,
        'Allow the origin of the service in connect-src.',
      );
    return failed(
      `No outcome was reported. The visit ended on ${last.address}, in the state "${last.state}".`,
      'Put <endlink-finish outcome="…"> or data-outcome on each page at the end of the survey. If your server reports, this check cannot see it.',
    );
  }
  if (!others.length && mistake) return warning(mistake.cause, mistake.remedy);
  if (!others.length) return ok(`Reported once, to ${first.address}.`);
  return failed(
    `The outcome was reported ${reports.length} times: ${reports.map(describeReport).join(', ')}.`,
    'Let only one report: the tag, a script of your own or a redirect. A token counts once, and the first report decides.',
  );
}

const describeReport = ({ outcome, way, status }: SeenReport) =>
  `${outcome} by ${way} (status ${status})`;

const WAYS = {
  fetch: 'The page called the service.',
  redirect: 'The seller was sent to the service’s page.',
  relay: 'The page asked your server, which was not contacted: the sandbox took its place.',
  server: 'Your server called the service.',
} as const;

function judgeWay({ reports: [report] }: Observations): CheckResult {
  return report ? ok(WAYS[report.way]) : notChecked('Nothing was reported yet.');
}

function judgeAnswer({ pages, reports: [report] }: Observations): CheckResult {
  if (!report) return notChecked('Nothing was reported yet.');
  if (report.status >= 400)
    return failed(
      `The service refused the report with status ${report.status}.`,
      'Does the report send the token of this visit, as it was?',
    );
  if (report.way === 'redirect') return ok('The service showed its page.');
  const last = pages.at(-1);
  if (!last) return notChecked('The page did not describe itself.');
  const settled = pages.find(({ state }) => ['confirmed', 'accepted'].includes(state));
  if (settled) return ok('The page knows that the outcome was recorded.');
  return warning(
    `The service recorded the outcome, and the page does not know it (state "${last.state}").`,
    'Let the tag report: it keeps the answer and tries again where there is none.',
  );
}

function judgeOutcome({ reports: [report] }: Observations, { outcome }: Expectation): CheckResult {
  if (!report) return notChecked('Nothing was reported yet.');
  if (outcome === undefined || outcome === report.outcome)
    return ok(`The outcome is "${report.outcome}".`);
  return failed(
    `The outcome is "${report.outcome}" and not "${outcome}".`,
    'Check the attribute outcome (or data-outcome) of the last page, and data-outcome-map if you use it.',
  );
}

function judgeTime({ reports: [report] }: Observations): CheckResult {
  if (!report) return notChecked('Nothing was reported yet.');
  const seconds = Math.round(report.atMs / 1000);
  return seconds < TOKEN_LIFETIME_SECONDS
    ? ok(`Reported ${seconds} s after the landing. A token is valid for one hour.`)
    : failed(
        `Reported ${seconds} s after the landing.`,
        'A token is valid for one hour: shorten the survey.',
      );
}
