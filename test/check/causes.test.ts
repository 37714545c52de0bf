import { describe, it } from 'node:test';
import type { CauseId, Observations } from '../../src/check/index.ts';
import type { CHECK_CAUSE_HELP } from '../../src/protocol/check-cause-help.ts';
import type { PageFacts } from '../../src/protocol/self-check.ts';
import { REPORT_CASES } from './report-cases.ts';
import {
  assertCause,
  landed,
  OWN,
  page,
  part,
  request,
  SILENT,
  visit,
  WITHOUT_TAG,
} from './visits.ts';
import type { Case } from './visits.ts';

const TAG_FILE = `${OWN}/js/v.js`;
const NOT_RUN = { hasEngine: false, hasToken: false, tagFiles: [TAG_FILE] } as const;
const tagFile = (changes: object) => [
  part({ file: 'v.js', address: TAG_FILE, isTag: true, ...changes }),
];
const NO_TOKEN = { hasToken: false } as const;

const landedWith = (facts: Partial<PageFacts>, changes: Partial<Observations> = {}) =>
  visit({ pages: [landed(facts), page('/end', { hasToken: facts.hasToken ?? true })], ...changes });

/** A visit for each cause in the pages, and what the finding says. */
const CASES: Readonly<
  Record<keyof typeof CHECK_CAUSE_HELP, Case> & Partial<Record<CauseId, Case>>
> = {
  'page-unreachable': [
    'opens',
    visit({ landing: { status: 0, failure: 'net::ERR_FAILED' }, pages: [], ...SILENT }),
    /could not be opened: net::ERR_FAILED\./,
  ],
  'page-status': ['opens', visit({ landing: { status: 400 } }), /status 400/],
  'tag-missing': ['tag', landedWith(WITHOUT_TAG), /^There is no script tag on .*survey/],
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
  'endlink-url': [
    'captured',
    landedWith(NO_TOKEN, {
      urlMistakes: [{ mistake: 'One brace is missing.', remedy: 'Add it.' }],
    }),
    /^One brace is missing\.$/,
  ],
  'consent-covers': [
    'captured',
    visit({ consent: { button: 'Accept', isInTheWay: true, capturesAfterwards: false } }),
    /banner \("Accept"\) covers what has to be clicked/,
  ],
  'consent-first': [
    'captured',
    visit({ consent: { button: 'Accept', isInTheWay: false, capturesAfterwards: true } }),
    /captured after "Accept" was pressed/,
  ],
  'reload-only': [
    'captured',
    landedWith(NO_TOKEN, { capturesAfterReload: true }),
    /not captured at this visit, but after a reload/,
  ],
  'redirect-before-tag': [
    'captured',
    landedWith({ ...WITHOUT_TAG, isRead: false }),
    /went on to .*\/end by itself, before the tag ran/,
  ],
  'token-of-another': [
    'captured',
    landedWith({ ...NO_TOKEN, hasOtherToken: true, hasLanded: false }),
    /holds another token than this visit/,
  ],
  'parameters-lost': ['captured', landedWith({ ...NO_TOKEN, hasLanded: false }), /held no token/],
  'token-in-hash': ['captured', landedWith({ ...NO_TOKEN, landedUnder: '#' }), /behind the #/],
  'token-parameter': [
    'captured',
    landedWith({ ...NO_TOKEN, landedUnder: 't', tokenParam: 'token' }),
    /has the token as "t", and the tag reads "token"/,
  ],
  'not-captured': ['captured', landedWith(NO_TOKEN), /did not capture the token/],
  'scrub-off': [
    'address',
    visit({
      pages: [landed({ isTokenInAddress: true, isScrubOff: true }), ...visit().pages.slice(1)],
    }),
    /data-scrub is "off"/,
  ],
  'token-put-back': [
    'address',
    visit({ pages: [landed({ isTokenInAddress: true }), ...visit().pages.slice(1)] }),
    /^The token is in the address of/,
  ],
  'step-failed': [
    'kept',
    visit({ failedStep: { selector: '#next', reason: 'it is hidden' }, ...SILENT }),
    /"#next" could not be clicked: it is hidden\./,
  ],
  'last-page-without-tag': [
    'kept',
    visit({ pages: [landed(), page('/end', WITHOUT_TAG)], ...SILENT }),
    /\/end has no script tag, and the visit ends without the token/,
  ],
  'token-lost-between-hosts': [
    'kept',
    visit({
      pages: [landed(), { ...page('/', NO_TOKEN), address: 'https://pay.example/end' }],
      ...SILENT,
    }),
    /on the way from https:\/\/survey\.example to https:\/\/pay\.example/,
  ],
  'token-lost': ['kept', visit({ pages: [landed(), page('/end', NO_TOKEN)] }), /does not have/],
  'referer-leak': [
    'private',
    visit({ tokenRequests: [request({ place: 'Referer' })] }),
    /in the header Referer/,
  ],
  'third-party': [
    'private',
    visit({ tokenRequests: [request({ place: 'body' })] }),
    /collect received the token in a body/,
  ],
  'second-request': [
    'private',
    visit({ tokenRequests: [request({ address: `${OWN}/api/seller` })] }),
    /api\/seller received the token again, in its address/,
  ],
  'tag-inert': [
    'tag',
    landedWith(NOT_RUN, { parts: tagFile({ askedForBy: [`${OWN}/end`] }) }),
    /never asked for its file, .*v\.js\./,
  ],
  'token-lost-in-new-tab': [
    'kept',
    visit({ pages: [landed(), { ...page('/end', NO_TOKEN), isInNewTab: true }] }),
    /\/end was opened in a new tab/,
  ],
  'token-lost-before-tag': [
    'kept',
    visit({ pages: [landed(), page('/end', { ...NO_TOKEN, scriptsBefore: ['inline'] })] }),
    /\/end does not have the token, and scripts run there before the tag: inline\./,
  ],
  ...REPORT_CASES,
};

describe('The judge of a visit', () => {
  for (const [cause, [verdict, seen, sentence, expectation]] of Object.entries(CASES))
    it(`names the cause ${cause} under "${verdict}", and breaks no other verdict`, () => {
      assertCause(seen, verdict, cause as CauseId, sentence, expectation);
    });
});
