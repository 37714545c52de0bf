import type { CauseHelp } from './causes.ts';

const COPY_FILES =
  'Copy all vaultlink files of one version into one folder, and have it serve them as text/javascript; from another origin with Access-Control-Allow-Origin.';

/** Help for the causes with the script tag and its files that only a check sees. */
export const TAG_CAUSE_HELP = {
  'tag-missing': {
    title: 'There is no script tag',
    seen: 'There is no script tag on {page}{titled}.',
    remedy:
      'Put <script src="/vaultlink.js" data-base-url="…"></script> first into the <head> of this page. A tool that can only redirect needs no tag: its end page leads to the service itself.',
    see: 'script-tag.md',
  },
  'tag-malformed': {
    title: 'The HTML of the tag has a mistake',
    seen: 'The HTML of the tag on {page} has a mistake: {mistake}.',
    remedy:
      'Copy the line into the HTML again, with straight quotes and its end tag: <script src="/vaultlink.js" data-base-url="…"></script>. A word processor or a visual editor changes quotes.',
    see: 'script-tag.md',
  },
  'tag-unread': {
    title: 'The tag is not read as HTML',
    seen: 'The tag is on {page}, but it stands in {place}: browsers do not run it there.',
    remedy:
      'Put it into the HTML of the page itself, first in the <head>. A visual editor needs its block for HTML or code.',
    see: 'script-tag.md',
  },
  'tag-replaced': {
    title: 'A script takes the name of the tag',
    seen: 'A script on {page} gives the name "vaultlink" to something of its own, after the tag has run.',
    remedy: 'Give it another name. Settings for the tag belong into window.vaultlinkConfig.',
    see: 'script-tag.md#settings',
  },
  'landing-elsewhere': {
    title: 'The landing URL leads to a page without the tag',
    seen: 'Your server leads the landing URL on to {page}{titled}, which has no token in its address, and no tag.',
    remedy:
      'Let sellers in without a login or a page in between, or have the redirect keep the URL parameters. Put the tag on the page to which it leads.',
  },
  'tag-joined-broken': {
    title: 'A script that may contain the tag is broken',
    seen: 'There is no script tag on {page}, and a script there failed: {scripts}.',
    remedy:
      'If an optimiser has joined the tag with other scripts, take it out of its control: an error in one of them stops all. Otherwise put the tag first into the <head>.',
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
    remedy: 'Allow the folder of the tag in script-src, or give the tag the nonce of the page.',
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
      'Let src lead to vaultlink.js or vaultlink-all.js, and copy the file again, unchanged: an optimiser or a cut download breaks it. The console of the browser has the error.',
  },
  'tag-waits': {
    title: 'The tag waits',
    seen: 'The tag on {page} does not run yet: it waits for consent or for a touch ({how}).',
    remedy:
      'Take the tag out of the control of the consent tool or the optimiser that delays scripts. It sets no cookie, and a seller who does not press or touch anything is not paid.',
  },
  'tag-inert': {
    title: 'The tag was inserted as text',
    seen: 'The tag is on {page}, but the browser never asked for its file, {address}.',
    cause:
      'Browsers do not run a script that innerHTML or insertAdjacentHTML has inserted, and say nothing of it.',
    remedy:
      'Let the tag manager make the script with document.createElement("script"), set its attributes, and append it. Or put the tag into the HTML of the page.',
    see: 'start/tag-manager.md',
  },
  'page-sandboxed': {
    title: 'A sandbox keeps the page from working',
    seen: 'Browsers block {what} on {page}: it is shown in a sandbox without "{permission}".',
    remedy:
      'Add {permission} to the attribute sandbox of the <iframe> in which the page is shown, or remove the attribute. If the page stands in no frame, its Content-Security-Policy has a sandbox.',
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
} satisfies Record<string, CauseHelp>;
