import assert from 'node:assert/strict';
import type { REPORT_CAUSE_HELP } from '../../src/protocol/report-cause-help.ts';
import type { Case } from './tag-cases.ts';
import { landed, OWN, page, visit } from './visits.ts';

const [report] = visit().reports;
assert.ok(report);
const SILENT = { reports: [] } as const;

const mistaken = (path: string, method = 'GET') => [
  { address: `https://service.example${path}`, method, status: 404 },
];

/** A visit for each cause with the report and its outcome. */
export const REPORT_CASES: Readonly<Record<keyof typeof REPORT_CAUSE_HELP, Case>> = {
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
  'outcome-parameter': [
    'reported',
    visit({ ...SILENT, pages: [landed(), page('/end', { missingOutcomeParam: 'status' })] }),
    /reads the outcome from the parameter "status", which its address does not have/,
  ],
  'via-unknown': [
    'reported',
    visit({ pages: [landed({ via: 'rely' }), page('/end', { state: 'confirmed' })] }),
    /data-via on .* is "rely", which does not exist/,
  ],
  'report-preflight': [
    'reported',
    visit({ reports: [{ ...report, ownHeaders: ['x-trace'] }] }),
    /The report has the header x-trace, so browsers ask the service first/,
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
  'element-manual': [
    'reported',
    visit({ ...SILENT, pages: [landed(), page('/end', { isManual: true })] }),
    /\/end has the attribute manual/,
  ],
  'page-overwritten': [
    'reported',
    visit({ ...SILENT, pages: [landed(), page('/end', { isOverwritten: true })] }),
    /A script has replaced all of .*\/end/,
  ],
  'reported-on-the-way': [
    'reported',
    visit({
      areOnlyAddressesSeen: true,
      pages: [landed({ outcome: 'complete', state: 'confirmed' }), ...visit().pages.slice(1)],
    }),
    /"complete" was reported on https:\/\/survey\.example\/, and .*\/end followed/,
  ],
  'element-loose': [
    'reported',
    visit({ pages: [landed(), page('/end', { hasLooseElement: true })], ...SILENT }),
    /A script on .*\/end has made an <endlink-finish>, and has not put it into the page/,
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
  'reported-on-leaving': [
    'reported',
    visit({ reports: [{ ...report, leaving: { event: 'beforeunload', page: `${OWN}/end` } }] }),
    /only when the seller leaves .*\/end, in its event "beforeunload"\./,
  ],
  'element-hidden-on-phone': [
    'reported',
    visit({ hiddenOnPhone: `${OWN}/end` }),
    /\/end is not rendered on the screen of a phone/,
  ],
};
