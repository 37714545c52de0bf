import type { CauseHelp } from './causes.ts';

const ONE_REPORTER =
  'Let only one report: the tag, a script of your own or a redirect. A token counts once, and the first report decides.';
const OUTCOME_WORDS = 'The outcomes are: complete, fail, quota_full, screenout.';

/** Help for the causes with the report and its outcome that only a check sees. */
export const REPORT_CAUSE_HELP = {
  'element-unread': {
    title: 'The element is not read as HTML',
    seen: 'The <endlink-finish> on {page} stands in {place}: browsers do not show it there.',
    remedy:
      'Put it into the HTML of the page itself. A visual editor needs its block for HTML or code.',
  },
  'element-manual': {
    title: 'The element waits for its button',
    seen: 'The <endlink-finish> on {page} has the attribute manual: it waits until its button is pressed.',
    remedy:
      'Remove manual: some sellers close the page without a press. To press the button, add --click "endlink-finish button".',
    see: 'elements.md',
  },
  'element-loose': {
    title: 'The element was made and is not in the page',
    seen: 'A script on {page} has made an <endlink-finish>, and has not put it into the page.',
    remedy:
      'Append the element: document.body.append(element). If it is appended to another element, that one must be in the page, too. For a report without an element, call vaultlink.report("complete").',
  },
  'page-overwritten': {
    title: 'A script replaces the page',
    seen: 'A script has replaced all of {page} after it was loaded, as document.write() does: the tag no longer sees what happens there.',
    remedy:
      'Change parts of the page, with innerHTML or append(). Or lead on to another page, which has the tag.',
  },
  'outcome-parameter': {
    title: 'The outcome’s parameter is missing',
    seen: 'The tag on {page} reads the outcome from the parameter "{name}", which its address does not have, or has without a value.',
    remedy:
      'Let data-outcome-param name the parameter with which your survey leads to this page, to the letter.',
    see: 'script-tag.md#data-outcome-param',
  },
  'call-failed': {
    title: 'A call of the tag failed',
    seen: 'A script on {page} failed: {message}.',
    remedy:
      'Call vaultlink after the tag has run: from a script below a tag without async and defer. Or set data-outcome, or use <endlink-finish>.',
  },
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
    seen: 'A report went to {address}, which is not the service that data-base-url names{where}.',
    remedy:
      'Compare the two addresses: only one of them may be the service that pays your sellers.',
  },
  'report-beside': {
    title: 'A second report has a mistake',
    seen: '{text}',
    remedy: '{remedy}',
    isWarning: true,
  },
  'via-unknown': {
    title: 'There is no such way to the service',
    seen: 'data-via on {page} is "{via}", which does not exist, so the page calls the service itself.',
    remedy: 'Write fetch, redirect or relay, or remove the attribute.',
    see: 'script-tag.md#data-via',
    isWarning: true,
  },
  'report-preflight': {
    title: 'A script adds a header to the report',
    seen: 'The report has the header {names}, so browsers ask the service first, with OPTIONS (a preflight), which it need not allow.',
    remedy:
      'A script of your page wraps fetch: a monitoring tool, most often. Let it leave other origins alone.',
    isWarning: true,
  },
  'dry-run': {
    title: 'It is a dry run',
    seen: 'Nothing was sent: data-test on {page} makes this a dry run.',
    remedy: 'Remove data-test before sellers come.',
    see: 'script-tag.md#data-test',
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
  'left-before-report': {
    title: 'A page leads on before it has reported',
    seen: '{page} shows the outcome "{outcome}", and led on before it could report it.',
    remedy:
      'Put data-outcome="{outcome}" into the tag of {page}: the tag reports sooner than an element. Or lead on once the page has the event endlink-confirmed.',
    see: 'script-tag.md#data-outcome',
  },
  'reported-early': {
    title: 'The outcome is reported before the survey ends',
    seen: '"{outcome}" was reported on {page}, before the end of the visit (clicks left: {count}).',
    remedy:
      'Report on the last page alone: take the element, data-outcome or your own request out of what the pages share, such as a header or footer. If the survey does end there, leave out the clicks after it.',
  },
  'reported-on-the-way': {
    title: 'Another page follows the report',
    seen: '"{outcome}" was reported on {page}, and {next} followed.',
    remedy:
      'If the survey goes on there, the report comes too early: report on the last page alone.',
    isWarning: true,
  },
  'reported-on-leaving': {
    title: 'The outcome is reported only when a page is left',
    seen: 'The outcome is reported only when the seller leaves {page}, in its event "{event}".',
    remedy:
      'Put <endlink-finish outcome="…"> or data-outcome on the last page, which reports at once. Phones have no "beforeunload" and no "unload", and some sellers leave the last page open.',
    see: 'script-tag.md#data-outcome',
  },
  'element-hidden-on-phone': {
    title: 'The element is not rendered on a phone',
    seen: 'The <endlink-finish> on {page} is not rendered on the screen of a phone (390 pixels wide), so it does not report there.',
    remedy:
      'Show it there, too: a style, a script or your server leaves it out for phones. To report without any words, set data-outcome on the script tag of that page.',
    see: 'script-tag.md#data-outcome',
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
