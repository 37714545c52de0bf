import { describe, it } from 'node:test';
import type { CauseId } from '../../src/check/index.ts';
import type { CHECK_CAUSE_HELP } from '../../src/protocol/check-cause-help.ts';
import { REPORT_CASES } from './report-cases.ts';
import { TAG_CASES } from './tag-cases.ts';
import type { Case } from './tag-cases.ts';
import {
  assertCause,
  landed,
  landedWith,
  OWN,
  page,
  request,
  visit,
  WITHOUT_TAG,
} from './visits.ts';

const NO_TOKEN = { hasToken: false } as const;

const SILENT = { reports: [] } as const;

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
  ...TAG_CASES,
  ...REPORT_CASES,
  'endlink-url': [
    'captured',
    landedWith(NO_TOKEN, {
      urlMistakes: [{ mistake: 'One brace is missing.', remedy: 'Add it.' }],
    }),
    /^One brace is missing\.$/,
  ],
  'endlink-url-beside': [
    'captured',
    visit({ urlMistakes: [{ mistake: 'A variable is wrong.', remedy: 'Correct it.' }] }),
    /^A variable is wrong\. The token came in all the same/,
  ],
  'page-failed': [
    'kept',
    visit({
      ...SILENT,
      pages: [landed(), page('/end', WITHOUT_TAG)],
      failedPages: [{ address: `${OWN}/end`, status: 404, isFramed: false }],
    }),
    /\/end could not be opened: it answered with status 404\./,
  ],
  'step-blocked': [
    'kept',
    visit({
      ...SILENT,
      pages: [landed({ blocked: [`form-action ${OWN}/end`] })],
      failedStep: { selector: '#start', action: 'clicked', reason: 'it did not appear in time' },
    }),
    /blocks what comes next: form-action .*\/end\./,
  ],
  'page-reloads': [
    'kept',
    visit({
      ...SILENT,
      pages: Array.from({ length: 6 }, (_, index) => (index ? page('/') : landed())),
      redirects: 5,
    }),
    /was loaded 6 times, by itself/,
  ],
  'token-forgotten': [
    'kept',
    visit({
      ...SILENT,
      pages: [landed(), page('/end', { ...NO_TOKEN, hasForgotten: true })],
    }),
    /called vaultlink\.forget\(\)/,
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
  'token-changed': [
    'captured',
    landedWith({ ...NO_TOKEN, hasOtherToken: true, tokenChange: 'case', hasLanded: false }),
    /with capitals and small letters exchanged/,
  ],
  'token-taken': [
    'captured',
    landedWith({ ...NO_TOKEN, scriptsBefore: ['inline'], tagCount: 0 }),
    /took the token out of the address: inline\./,
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
    /data-scrub leaves it there/,
  ],
  'token-put-back': [
    'address',
    visit({ pages: [landed({ isTokenInAddress: true }), ...visit().pages.slice(1)] }),
    /^The token is in the address of/,
  ],
  'step-failed': [
    'kept',
    visit({
      failedStep: { selector: '#next', action: 'clicked', reason: 'it is hidden' },
      unfilled: ['#age'],
      ...SILENT,
    }),
    /"#next" could not be clicked: it is hidden, and no page had a field #age to fill in\./,
  ],
  'last-page-without-tag': [
    'kept',
    visit({ pages: [landed(), page('/end', WITHOUT_TAG)], ...SILENT }),
    /\/end has no script tag, and the visit ends without the token/,
  ],
  'carried-token-dropped': [
    'kept',
    visit({
      pages: [
        landed({ carry: 'pay.example' }),
        { ...page('/', NO_TOKEN), address: 'https://pay.example/end' },
      ],
      ...SILENT,
    }),
    /^The tag of .* carries the token to pay\.example, and https:\/\/pay\.example\/end does not have it/,
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
  'token-over-host': [
    'private',
    visit({ tokenRequests: [request({ kind: 'navigation' })] }),
    /collect received the token in its address, on the way to the next page\./,
  ],
  'second-request': [
    'private',
    visit({ tokenRequests: [request({ address: `${OWN}/api/seller` })] }),
    /api\/seller received the token again, in its address/,
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
};

describe('The judge of a visit', () => {
  for (const [cause, [verdict, seen, sentence, expectation]] of Object.entries(CASES))
    it(`names the cause ${cause} under "${verdict}", and breaks no other verdict`, () => {
      assertCause(seen, verdict, cause as CauseId, sentence, expectation);
    });
});
