import type { Expectation, Observations, VerdictId } from '../../src/check/index.ts';
import type { TAG_CAUSE_HELP } from '../../src/protocol/tag-cause-help.ts';
import { landed, landedWith, OWN, page, part, visit, WITHOUT_TAG } from './visits.ts';

/** A verdict that a visit breaks, the visit, and what the finding says. */
export type Case = [VerdictId, Observations, RegExp, Expectation?];

const SILENT = { reports: [] } as const;
const NO_TOKEN = { hasToken: false } as const;

const TAG_FILE = `${OWN}/js/v.js`;
const NOT_RUN = { hasEngine: false, hasToken: false, tagFiles: [TAG_FILE] } as const;
const tagFile = (changes: object) => [
  part({ file: 'v.js', address: TAG_FILE, isTag: true, ...changes }),
];

/** A visit for each cause with the script tag. */
export const TAG_CASES: Readonly<Record<keyof typeof TAG_CAUSE_HELP, Case>> = {
  'tag-missing': ['tag', landedWith(WITHOUT_TAG), /^There is no script tag on .*survey/],
  'tag-malformed': [
    'tag',
    landedWith({ ...NOT_RUN, tagMalformation: 'its end tag </script> is missing' }),
    /The HTML of the tag on .* has a mistake: its end tag <\/script> is missing\./,
  ],
  'tag-unread': [
    'tag',
    landedWith({ ...WITHOUT_TAG, unreadTag: 'a comment' }),
    /stands in a comment: browsers do not run it there/,
  ],
  'landing-elsewhere': [
    'tag',
    landedWith(
      { ...WITHOUT_TAG, hasLanded: false },
      { landing: { status: 200, isRedirected: true } },
    ),
    /leads the landing URL on to .*survey\.example\/, which has no token in its address, and no tag/,
  ],
  'tag-joined-broken': [
    'tag',
    landedWith({ ...WITHOUT_TAG, failedScripts: [`${OWN}/all.js`] }),
    /a script there failed: .*all\.js\./,
  ],
  'tag-silent': [
    'tag',
    visit({ pages: [{ ...landed(WITHOUT_TAG), isSilent: true }, page('/end', NO_TOKEN)] }),
    /did not run on .*, and the next page has no token/,
  ],
  'tag-blocked': [
    'tag',
    landedWith({ ...NOT_RUN, blocked: [`script-src-elem ${TAG_FILE}`] }),
    /blocks the tag: script-src-elem .*v\.js\./,
  ],
  'tag-file-missing': [
    'tag',
    landedWith(NOT_RUN, { parts: tagFile({ status: 404 }) }),
    /v\.js answers with status 404/,
  ],
  'tag-file-html': [
    'tag',
    landedWith(NOT_RUN, { parts: tagFile({ contentType: 'text/html; charset=utf-8' }) }),
    /v\.js answers with a page/,
  ],
  'tag-file-type': [
    'tag',
    landedWith(NOT_RUN, { parts: tagFile({ contentType: 'text/plain', isTypeEnforced: true }) }),
    /served as text\/plain, so the browser refuses to run it/,
  ],
  'tag-file-refused': [
    'tag',
    landedWith(NOT_RUN, { parts: tagFile({ status: 0, failure: 'net::ERR_FAILED' }) }),
    /could not be loaded: .*v\.js \(net::ERR_FAILED\)/,
  ],
  'tag-replaced': [
    'tag',
    landedWith({ ...NOT_RUN, isEngineReplaced: true }),
    /gives the name "vaultlink" to something of its own/,
  ],
  'tag-file-broken': [
    'tag',
    landedWith({ ...NOT_RUN, hasTagError: true }, { parts: tagFile({}) }),
    /was loaded on .*, but did not run: .*v\.js/,
  ],
  'tag-waits': [
    'tag',
    landedWith({ ...WITHOUT_TAG, tagWaitsBy: 'type="text/plain"' }),
    /waits for consent or for a touch \(type="text\/plain"\)/,
  ],
  'page-sandboxed': [
    'tag',
    visit({ ...SILENT, refusals: [{ page: `${OWN}/form`, permission: 'allow-same-origin' }] }),
    /block the storage and the files of the tag on .*\/form: .* a sandbox without "allow-same-origin"/,
  ],
  'tag-not-run': [
    'tag',
    landedWith(NOT_RUN, { parts: tagFile({}) }),
    /it did not run\. This check cannot see why/,
  ],
  'tag-not-first': [
    'tag',
    visit({
      pages: [
        landed({ scriptsBefore: ['a.js', 'b.js', 'c.js', 'd.js'] }),
        ...visit().pages.slice(1),
      ],
    }),
    /Scripts come before the tag on .*: a\.js, b\.js, c\.js\.$/,
  ],
  'part-missing': ['tag', visit({ parts: [part({ status: 400 })] }), /answers with status 400/],
  'part-type': ['tag', visit({ parts: [part({ contentType: '' })] }), /served as nothing/],
  'part-origin': [
    'tag',
    visit({ parts: [part({ isCrossOrigin: true })] }),
    /has no Access-Control-Allow-Origin/,
  ],
  'part-refused': [
    'tag',
    visit({ parts: [part({ status: 0, failure: 'net::ERR_CONNECTION_RESET' })] }),
    /could not be loaded \(net::ERR_CONNECTION_RESET\)/,
  ],
  'tag-inert': [
    'tag',
    landedWith(NOT_RUN, { parts: tagFile({ askedForBy: [`${OWN}/end`] }) }),
    /never asked for its file, .*v\.js\./,
  ],
};
