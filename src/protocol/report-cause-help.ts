import type { CauseHelp } from './causes.ts';

const ONE_REPORTER =
  'Let only one report: the tag, a script of your own or a redirect. A token counts once, and the first report decides.';
const OUTCOME_WORDS = 'The outcomes are: complete, fail, quota_full, screenout.';

/** Help for the causes in what was reported, or was meant to be, that only a check sees. */
export const REPORT_CAUSE_HELP = {
  'report-placeholder': {
    title: 'A report has a variable in the place of the token',
    seen: 'A report went to {address} with {text} in the place of the token: a variable that was not filled in.',
    remedy:
      'Let the survey tool fill in the token: its placeholder must name the parameter that has {{endlink_token}} in the endlink URL, to the letter.{advice}',
    see: 'recipes/index.md',
  },
  'report-word': {
    title: 'A report has a wrong word',
    seen: 'A report went to {address}, but "{word}" is no outcome{meant}.',
    remedy: `Send GET {right}?service_endlink_token=… instead. ${OUTCOME_WORDS}`,
  },
  'report-path': {
    title: 'A report has a wrong path',
    seen: 'A report went to {address}, which is no address of the service.',
    remedy: `Send GET {right}?service_endlink_token=… instead. ${OUTCOME_WORDS}`,
  },
  'report-method': {
    title: 'A report has a wrong method',
    seen: '{method} {address} reports nothing (status {status}): the service takes GET alone, with the token in the address.',
    remedy: 'Send GET {right}?service_endlink_token=… instead.',
  },
  'report-elsewhere': {
    title: 'A report went to another service',
    seen: 'A report went to {address}, which is not the service that data-base-url names.',
    remedy:
      'Compare the two addresses: only one of them may be the service that pays your sellers.',
    isWarning: true,
  },
  'report-beside': {
    title: 'A second report has a mistake',
    seen: '{text}',
    remedy: '{remedy}',
    isWarning: true,
  },
  'dry-run': {
    title: 'It is a dry run',
    seen: 'Nothing was sent: data-test on {page} makes this a dry run.',
    remedy: 'Remove data-test before sellers come.',
    see: 'reference/script-tag.md#data-test',
  },
  'report-blocked': {
    title: 'A policy blocks the report',
    seen: 'The Content Security Policy of {page} blocks the report: {directive}.',
    remedy: 'Allow the origin of the service in connect-src.',
    see: 'script-tag.md#content-security-policy',
  },
  'report-token': {
    title: 'A report has no token of this service',
    seen: 'A report went to {address}, but {what}.',
    remedy:
      'Send what the landing URL had, unchanged, as service_endlink_token: the service reads no other name.',
  },
  'not-reported': {
    title: 'Nothing was reported',
    seen: 'No outcome was reported. The visit ended on {page}, in the state "{state}".',
    remedy:
      'Put <endlink-finish outcome="…"> or data-outcome on each page at the end of the survey. If your server reports, this check cannot see it.',
  },
  'end-unseen': {
    title: 'Nothing was reported, as far as this page sees',
    seen: 'No outcome was reported. The last page that described itself is {page}, in the state "{state}".',
    remedy:
      'If the survey ends there, put <endlink-finish outcome="…"> or data-outcome on it. If it ends on a later page, the tag did not run there: vaultlink check sees why. If your server reports, that was not seen here.',
    see: 'check.md',
  },
  'nobody-reported': {
    title: 'No page described itself',
    seen: 'No outcome was reported, and no page described itself. This check cannot see why.',
    remedy:
      'Run vaultlink check: it tells a missing tag from a file that does not load and from a wrong data-base-url. The browser’s console names the last two, too.',
    see: 'check.md',
  },
  'reported-twice': {
    title: 'The outcome was reported twice',
    seen: 'The outcome was reported {count} times: {reports}.',
    remedy: ONE_REPORTER,
  },
  'reported-late': {
    title: 'The report came too late',
    seen: 'Reported {seconds} s after the landing.',
    remedy: 'A token is valid for one hour: shorten the survey.',
  },
  'outcome-expected': {
    title: 'The outcome is another than expected',
    seen: 'The outcome is "{outcome}" and not "{expected}".',
    remedy:
      'Check the attribute outcome (or data-outcome) of the last page, and data-outcome-map if you use it.',
  },
  'outcome-of-element': {
    title: 'The page reports another outcome than it shows',
    seen: 'The outcome "{outcome}" was reported, and {page} says "{shown}".',
    remedy:
      'An earlier page or a script has reported first, and the first report decides. Let each end of the survey report its own outcome, once.',
  },
  'answer-unknown': {
    title: 'The page does not know the answer',
    seen: 'The service recorded the outcome, and the page does not know it (state "{state}").',
    remedy: 'Let the tag report: it keeps the answer and tries again where there is none.',
    isWarning: true,
  },
} satisfies Record<string, CauseHelp>;
