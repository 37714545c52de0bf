import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CauseId } from '../../src/check/index.ts';
import type { CHECK_CAUSE_HELP } from '../../src/protocol/check-cause-help.ts';
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

const [report] = visit().reports;
assert.ok(report);
const SILENT = { reports: [] } as const;

const mistaken = (path: string, method = 'GET') => [
  { address: `https://service.example${path}`, method, status: 404 },
];

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
    /data-scrub is "off"/,
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
  'second-request': [
    'private',
    visit({ tokenRequests: [request({ address: `${OWN}/api/seller` })] }),
    /api\/seller received the token again, in its address/,
  ],
  'report-placeholder': [
    'reported',
    visit({
      ...SILENT,
      mistakenReports: [
        {
          address: 'https://service.example/api/v3/endlinks/complete.html',
          ...{ method: 'GET', status: 401, placeholder: '${e://Field/Token}' },
        },
      ],
    }),
    /complete\.html with \$\{e:\/\/Field\/Token\} in the place of the token: a variable that was not/,
  ],
  'report-word': [
    'reported',
    visit({ ...SILENT, mistakenReports: mistaken('/api/v3/endlinks/completed') }),
    /"completed" is no outcome\. It is called "complete"\./,
  ],
  'report-path': [
    'reported',
    visit({ ...SILENT, mistakenReports: mistaken('/api/endlinks/complete') }),
    /which is no address of the service/,
  ],
  'report-method': [
    'reported',
    visit({ ...SILENT, mistakenReports: mistaken('/api/v3/endlinks/complete', 'POST') }),
    /POST .* reports nothing \(status 404\)/,
  ],
  'report-token': [
    'reported',
    visit({
      ...SILENT,
      mistakenReports: mistaken('/api/v3/endlinks/complete').map((one) => ({
        ...one,
        token: 'unknown',
      })),
    }),
    /complete, but its token was never issued\./,
  ],
  'report-elsewhere': [
    'reported',
    visit({ pages: [landed({ serviceOrigin: 'https://another.example' }), page('/end')] }),
    /^A report went to .*, which is not the service that data-base-url names/,
  ],
  'report-beside': [
    'reported',
    visit({ mistakenReports: mistaken('/api/v3/endlinks/completed') }),
    /"completed" is no outcome/,
  ],
  'dry-run': [
    'reported',
    visit({ pages: [landed(), page('/end', { isDryRun: true })], ...SILENT }),
    /makes this a dry run/,
  ],
  'report-blocked': [
    'reported',
    visit({
      pages: [landed(), page('/end', { blocked: ['connect-src https://service.example/a'] })],
      ...SILENT,
    }),
    /blocks the report: connect-src/,
  ],
  'element-unread': [
    'reported',
    visit({ pages: [landed(), page('/end', { unreadElement: 'the text' })], ...SILENT }),
    /The <endlink-finish> on .*\/end stands in the text/,
  ],
  'call-failed': [
    'reported',
    visit({
      pages: [landed(), page('/end', { failedCalls: ['ReferenceError: no vaultlink'] })],
      ...SILENT,
    }),
    /\/end failed: ReferenceError: no vaultlink\./,
  ],
  'not-reported': [
    'reported',
    visit({ pages: [landed(), page('/end')], ...SILENT }),
    /ended on .*\/end, in the state "waiting"/,
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
  'end-unseen': [
    'reported',
    visit({ pages: [landed(), page('/end')], areOnlyAddressesSeen: true, ...SILENT }),
    /The last page that described itself is .*\/end, in the state "waiting"/,
  ],
  'nobody-reported': [
    'reported',
    visit({ pages: [], landing: undefined, ...SILENT }),
    /no page described itself/,
  ],
  'left-before-report': [
    'reported',
    visit({
      pages: [landed(), page('/end', { shownOutcome: 'complete' }), page('/home')],
      ...SILENT,
    }),
    /\/end shows the outcome "complete", and led on before it could report it\./,
  ],
  'reported-early': [
    'reported',
    visit({ pages: [landed()], clicksLeft: 2 }),
    /^"complete" was reported on .*, before the end of the visit \(clicks left: 2\)/,
  ],
  'reported-twice': [
    'reported',
    visit({ reports: [report, { ...report, outcome: 'fail', way: 'redirect', status: 422 }] }),
    /2 times: complete by fetch \(status 200\), fail by redirect \(status 422\)\./,
  ],
  'reported-late': ['reported', visit({ reports: [{ ...report, atMs: 3_600_000 }] }), /3600 s/],
  'outcome-expected': [
    'outcome',
    visit(),
    /"complete" and not "screenout"/,
    { outcome: 'screenout' },
  ],
  'outcome-of-element': [
    'outcome',
    visit({ pages: [landed(), page('/end', { state: 'confirmed', shownOutcome: 'screenout' })] }),
    /"complete" was reported, and .*\/end says "screenout"/,
  ],
  'answer-unknown': [
    'outcome',
    visit({ pages: [landed(), page('/end', { state: 'reporting' })] }),
    /does not know it \(state "reporting"\)/,
  ],
};

describe('The judge of a visit', () => {
  for (const [cause, [verdict, seen, sentence, expectation]] of Object.entries(CASES))
    it(`names the cause ${cause} under "${verdict}", and breaks no other verdict`, () => {
      assertCause(seen, verdict, cause as CauseId, sentence, expectation);
    });
});
