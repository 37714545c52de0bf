import type { CauseHelp } from './causes.ts';
import { REPORT_CAUSE_HELP } from './report-cause-help.ts';
import { TAG_CAUSE_HELP } from './tag-cause-help.ts';

/** Help for the causes in the pages that only a check sees, by verdict. */
export const CHECK_CAUSE_HELP = {
  ...TAG_CAUSE_HELP,
  'endlink-url': {
    title: 'The endlink URL is wrong',
    seen: '{mistake}',
    remedy: '{remedy}',
  },
  'endlink-url-beside': {
    title: 'A variable in the endlink URL is not filled in',
    seen: '{mistake} The token came in all the same: the marketplace appended it.',
    remedy: '{remedy}',
    isWarning: true,
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
    seen: 'The token stays in the address of {page}: data-scrub leaves it there.',
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
  'page-failed': {
    title: 'A later page cannot be opened',
    seen: '{page} could not be opened: {reason}.',
    remedy: '{remedy}',
  },
  'step-blocked': {
    title: 'A policy blocks the way to the next page',
    seen: 'The Content Security Policy of {page} blocks what comes next: {directive}.',
    remedy: 'Allow that address in {name}.',
    see: 'script-tag.md#content-security-policy',
  },
  'page-reloads': {
    title: 'A page loads itself again and again',
    seen: '{page} was loaded {count} times, by itself.',
    remedy:
      'A script or a redirect waits for something that a first visit does not have, such as a cookie, a language or a login. Let it lead on once.',
  },
  'step-failed': {
    title: 'A step failed',
    seen: '"{selector}" could not be {action}: {reason}.',
    remedy:
      'Correct the selector, or add the steps before it: --click, and --fill for the field of a form.',
  },
  'last-page-without-tag': {
    title: 'The last page has no tag',
    seen: '{page}{titled} has no script tag, and the visit ends without the token.',
    remedy: 'Put the tag on every page of the survey, on the last one above all.',
  },
  'token-lost-between-hosts': {
    title: 'The token was lost between two hosts',
    seen: 'The token was lost on the way from {from} to {to}.{named}',
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
  'token-forgotten': {
    title: 'A script has the token forgotten',
    seen: 'A script on {page} called vaultlink.forget(), which erases the token for good.',
    remedy: 'Call it only where somebody logs out, and never before the outcome is reported.',
    see: 'script-tag.md#vaultlink-forget',
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
  'token-over-host': {
    title: 'The token passes through another host',
    seen: '{address} received the token in {place}, on the way to the next page.',
    remedy:
      'Lead straight to the next page: a redirect in between, such as that of a tracker or of a short link, can store the token. If the host is yours, name it in data-carry.',
    see: 'script-tag.md#data-carry',
  },
  'second-request': {
    title: 'Your own server received the token again',
    seen: '{address} received the token again, in {place}.',
    remedy:
      'If your server reports the outcome, do not let the page report too. This check does not see what your server sends.',
    isWarning: true,
  },
  ...REPORT_CAUSE_HELP,
} satisfies Record<string, CauseHelp>;
