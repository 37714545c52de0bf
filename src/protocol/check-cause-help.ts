import type { CauseHelp } from './causes.ts';
import { REPORT_CAUSE_HELP } from './report-cause-help.ts';

const COPY_FILES =
  'Copy all vaultlink files of one version into one folder, and have it serve them as text/javascript; from another origin with Access-Control-Allow-Origin.';

/** Help for the causes in the pages that only a check sees, by verdict. */
export const CHECK_CAUSE_HELP = {
  'tag-missing': {
    title: 'There is no script tag',
    seen: 'There is no script tag on {page}.',
    remedy:
      'Put <script src="/vaultlink.js" data-base-url="…"></script> first into the <head> of this page.',
    see: 'script-tag.md',
  },
  'tag-silent': {
    title: 'The tag did not run',
    seen: 'The tag did not run on {page}, and the next page has no token. This check cannot see why.',
    remedy:
      'Run vaultlink check: it tells a missing tag from a file that does not load, a policy and a consent tool.',
    see: 'check.md',
  },
  'tag-blocked': {
    title: 'A policy blocks the tag',
    seen: 'The Content Security Policy of {page} blocks the tag: {directive}.',
    remedy: 'Allow the address of the tag in script-src, or give the tag the nonce of the page.',
    see: 'script-tag.md#content-security-policy',
  },
  'tag-file-missing': {
    title: 'The tag’s file is not there',
    seen: 'The tag is on {page}, but its file is not there: {address} answers with status {status}.',
    remedy: 'Correct the address in src, or copy the file to where it leads.',
  },
  'tag-file-html': {
    title: 'The tag’s file is a page',
    seen: 'The tag is on {page}, but {address} answers with a page (text/html) and not with the file.',
    remedy:
      'Your server gives a page for each address that it does not know. Copy the file to where src leads.',
  },
  'tag-file-type': {
    title: 'The tag’s file has a wrong type',
    seen: 'The tag is on {page}, but {address} is served as {type}, so the browser refuses to run it.',
    remedy: 'Have your server send the file as text/javascript.',
  },
  'tag-file-refused': {
    title: 'The tag’s file cannot be loaded',
    seen: 'The tag is on {page}, but its file could not be loaded: {address} ({reason}).',
    remedy:
      'Check the address in src, and the attribute integrity: after an update of the file it needs the new hash.',
  },
  'tag-file-broken': {
    title: 'The tag’s file is broken',
    seen: 'The tag’s file was loaded on {page}, but did not run: {address}.',
    remedy:
      'Copy the file again, unchanged: an optimiser or a cut download breaks it. The console of the browser has the error.',
  },
  'tag-waits': {
    title: 'The tag waits',
    seen: 'The tag on {page} does not run yet: it waits for consent or for a touch ({how}).',
    remedy:
      'Take the tag out of the control of the consent tool or the optimiser that delays scripts. It sets no cookie, and a seller who does not press or touch anything is not paid.',
  },
  'tag-not-run': {
    title: 'The tag is there and does not run',
    seen: 'The tag is on {page}, but it did not run. This check cannot see why.',
    remedy: 'Open the page in a browser, and look at its console for an error.',
  },
  'tag-not-first': {
    title: 'The tag is not the first script',
    seen: 'Scripts come before the tag on {page}: {scripts}.',
    remedy:
      'Put the tag first: a script before it sees the token in the address, and may redirect before it is captured.',
    isWarning: true,
  },
  'part-missing': {
    title: 'A file of the tag is missing',
    seen: '{file}: {address} answers with status {status}.',
    remedy: COPY_FILES,
  },
  'part-type': {
    title: 'A file of the tag has a wrong type',
    seen: '{file}: {address} is served as {type}, so the browser refuses it as a module.',
    remedy: COPY_FILES,
  },
  'part-origin': {
    title: 'A file of the tag is on another origin',
    seen: '{file}: {address} is on another origin and has no Access-Control-Allow-Origin.',
    remedy: COPY_FILES,
  },
  'part-refused': {
    title: 'A file of the tag cannot be loaded',
    seen: '{file}: {address} could not be loaded ({reason}).',
    remedy: COPY_FILES,
  },
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
    see: 'reference/script-tag.md#data-token-param',
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
    see: 'reference/script-tag.md#data-scrub',
  },
  'token-put-back': {
    title: 'A script puts the token back',
    seen: 'The token is in the address of {page}.',
    remedy:
      'A script puts it back after the tag has removed it. Let a router begin with the address after the tag ran.',
  },
  'step-failed': {
    title: 'A click failed',
    seen: '"{selector}" could not be clicked: {reason}.',
    remedy: 'Correct the selector, or add the steps before it.',
  },
  'last-page-without-tag': {
    title: 'The last page has no tag',
    seen: '{page} has no script tag, and the visit ends without the token.',
    remedy: 'Put the tag on every page of the survey, on the last one above all.',
  },
  'token-lost-between-hosts': {
    title: 'The token was lost between two hosts',
    seen: 'The token was lost on the way from {from} to {to}.',
    remedy: 'Add data-carry="{host}" to the tag of {from}. Each origin has a storage of its own.',
    see: 'reference/script-tag.md#data-carry',
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
  ...REPORT_CAUSE_HELP,
} satisfies Record<string, CauseHelp>;
