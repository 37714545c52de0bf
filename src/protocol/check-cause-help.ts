import type { CauseHelp } from './causes.ts';
import { TAG_CAUSE_HELP } from './tag-cause-help.ts';

const ONE_REPORTER =
  'Let only one report: the tag, a script of your own or a redirect. A token counts once, and the first report decides.';
const OUTCOME_WORDS = 'The outcomes are: complete, fail, quota_full, screenout.';

/** Help for the causes in the pages that only a check sees, by verdict. */
export const CHECK_CAUSE_HELP = {
  ...TAG_CAUSE_HELP,
  'endlink-url': {
    title: 'The endlink URL is wrong',
    seen: '{mistake}',
    remedy: '{remedy}',
  },
  'consent-covers': {
    title: 'A consent banner is in the way',
    seen: 'A consent banner{button} covers what has to be clicked.',
    remedy:
      'Press it as a step: --click with the selector of its button. Sellers have to press it too.',
  },
  'consent-first': {
    title: 'The tag runs only after consent',
    seen: 'The tag runs only after consent: the token was captured after {button}.',
    remedy:
      'Take the tag out of the control of the consent tool: it sets no cookie and is needed to pay the seller. Sellers who do not press the button are not paid.',
  },
  'reload-only': {
    title: 'The token is captured only after a reload',
    seen: 'The token is not captured at this visit, but after a reload.',
    remedy:
      'The tag is loaded too late for a first visit: a consent tool, a test variant, a cache or a service worker. Sellers come once: put the tag into the HTML of the page.',
  },
  'redirect-before-tag': {
    title: 'The page redirects before the tag runs',
    seen: '{page} went on to {next} by itself, before the tag ran.',
    remedy:
      'Put the tag before the script that redirects, or forward the URL parameters in the redirect.',
  },
  'token-of-another': {
    title: 'The page has the token of another visit',
    seen: '{page} holds another token than this visit’s.',
    remedy:
      'A cache or a redirect hands out the address of an earlier seller. Keep the landing page, and what redirects to it, out of every cache: Cache-Control: no-store.',
  },
  'token-changed': {
    title: 'The token was changed on the way',
    seen: '{page} holds this visit’s token, but {how}.',
    remedy:
      'A redirect or a rewrite rule of your server changes the address. Let it leave the URL parameters as they are.',
  },
  'token-taken': {
    title: 'A script took the token out of the address',
    seen: 'Before the tag ran, a script on {page} took the token out of the address: {scripts}.',
    remedy: 'Put the tag before every script that changes the address.',
  },
  'parameters-lost': {
    title: 'The parameters were lost',
    seen: 'The address of {page} held no token when the page was shown.',
    remedy: 'A redirect of your server lost the URL parameters: forward them.',
  },
  'token-in-hash': {
    title: 'The token is behind the #',
    seen: 'The token is behind the # in the address of {page}, where the tag does not read it.',
    remedy: 'Move ?service_endlink_token={{endlink_token}} before the # of the endlink URL.',
  },
  'token-parameter': {
    title: 'The token has another parameter',
    seen: 'The address of {page} has the token as "{found}", and the tag reads "{wanted}".',
    remedy:
      'Set data-token-param="{found}", or write {wanted}={{endlink_token}} into the endlink URL.',
    see: 'script-tag.md#data-token-param',
  },
  'not-captured': {
    title: 'The token was not captured',
    seen: 'The tag ran on {page}, but it did not capture the token. This check cannot see why.',
    remedy: 'Open the page with data-debug on the tag: the panel shows what the tag sees.',
    see: 'check.md#the-self-check-panel',
  },
  'scrub-off': {
    title: 'A setting leaves the token in the address',
    seen: 'The token stays in the address of {page}: data-scrub is "off".',
    remedy:
      'Remove data-scrub. If a script of yours needs the token, let it call vaultlink.token().',
    see: 'script-tag.md#data-scrub',
  },
  'token-put-back': {
    title: 'A script puts the token back',
    seen: 'The token is in the address of {page}.',
    remedy:
      'A script puts it back after the tag has removed it. Let a router begin with the address after the tag ran.',
  },
  'step-failed': {
    title: 'A step failed',
    seen: '"{selector}" could not be {action}: {reason}.',
    remedy:
      'Correct the selector, or add the steps before it: --click, and --fill for the field of a form.',
  },
  'last-page-without-tag': {
    title: 'The last page has no tag',
    seen: '{page} has no script tag, and the visit ends without the token.',
    remedy: 'Put the tag on every page of the survey, on the last one above all.',
  },
  'token-lost-between-hosts': {
    title: 'The token was lost between two hosts',
    seen: 'The token was lost on the way from {from} to {to}.',
    remedy:
      'Add data-carry="{host}" to the tag of {from}: each origin has a storage of its own. If the link stands in somebody else’s page or frame, let it lead to a page of {from}.',
    see: 'script-tag.md#data-carry',
  },
  'carried-token-dropped': {
    title: 'The other host drops the token',
    seen: 'The tag of {from} carries the token to {host}, and {page} does not have it.',
    remedy:
      'Let the redirects of {host} keep the parameters of the address. If the tag on {page} has data-token-param, let it name the same parameter as the first tag.',
    see: 'script-tag.md#data-carry',
  },
  'token-lost-in-new-tab': {
    title: 'The token was lost in a new tab',
    seen: '{page} was opened in a new tab, which does not have the token.',
    remedy:
      'Links and forms on a page with the tag carry the token; for window.open() use vaultlink.carry(). A link in somebody else’s page or frame cannot: put a button on your own page.',
    see: 'start/form-without-script.md',
  },
  'token-lost-before-tag': {
    title: 'A script before the tag may have erased the token',
    seen: '{page} does not have the token, and scripts run there before the tag: {scripts}.',
    remedy:
      'Put the tag first on this page, too. A script before it that clears sessionStorage erases the token.',
  },
  'token-lost': {
    title: 'The token was lost',
    seen: '{page} does not have the token.',
    remedy:
      'Is the page in another tab or frame? Links and forms carry the token; for window.open() use vaultlink.carry().',
  },
  'referer-leak': {
    title: 'The token leaves in the Referer',
    seen: '{address} received the token in the header Referer.',
    remedy:
      'Put the tag before whatever loads from there, and set the page’s Referrer-Policy to strict-origin-when-cross-origin (the default of browsers) or stricter.',
  },
  'third-party': {
    title: 'Somebody else received the token',
    seen: '{address} received the token in {place}.',
    remedy:
      'A script reads the token and sends it on, most often an analytics tool that sends the page’s address. Put the tag before it.',
  },
  'second-request': {
    title: 'Your own server received the token again',
    seen: '{address} received the token again, in {place}.',
    remedy:
      'If your server reports the outcome, do not let the page report too. This check does not see what your server sends.',
    isWarning: true,
  },
  'element-unread': {
    title: 'The element is not read as HTML',
    seen: 'The <endlink-finish> on {page} stands in {place}: browsers do not show it there.',
    remedy:
      'Put it into the HTML of the page itself. A visual editor needs its block for HTML or code.',
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
    seen: 'A report went to {address}, which is not the service that data-base-url names.',
    remedy:
      'Compare the two addresses: only one of them may be the service that pays your sellers.',
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
