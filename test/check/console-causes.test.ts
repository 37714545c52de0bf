import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Observations, VerdictId } from '../../src/check/index.ts';
import { CAUSE_HELP } from '../../src/protocol/cause-help.ts';
import { CONSOLE_CAUSES } from '../../src/protocol/causes.ts';
import type { ConsoleCause } from '../../src/protocol/causes.ts';
import { assertCause, landed, landedWith, page, visit } from './visits.ts';

const NO_TOKEN = { hasToken: false } as const;
const SILENT = { reports: [] } as const;

const [report] = visit().reports;
assert.ok(report);

/** A visit whose last page has named a cause in the console, and has reported nothing. */
const named = (cause: ConsoleCause, changes: Partial<Observations> = SILENT): Observations =>
  visit({
    pages: [
      landed(),
      page('/end', { problems: [{ cause, sentence: `What the page says of ${cause}.` }] }),
    ],
    ...changes,
  });

/** The verdict under which each cause stands that the page itself names. */
const NAMED: Readonly<Record<ConsoleCause, [VerdictId, Observations?]>> = {
  'setting-twice': ['tag'],
  'setting-unreadable': ['tag'],
  'setting-unknown': ['tag'],
  'settings-not-plain': ['tag'],
  'tag-twice': ['tag', visit({ pages: [landed({ tagCount: 2 }), ...visit().pages.slice(1)] })],
  'test-value': ['reported', named('test-value', {})],
  'outcome-map': ['reported'],
  'carry-no-host': [
    'kept',
    visit({
      pages: [
        landed({ problems: [{ cause: 'carry-no-host', sentence: 'It says so.' }] }),
        page('/end', NO_TOKEN),
      ],
      ...SILENT,
    }),
  ],
  'base-url-missing': ['service'],
  'base-url-form': ['service'],
  'base-url-path': ['service'],
  'base-url-own-page': ['service'],
  'token-placeholder': [
    'captured',
    landedWith({
      ...NO_TOKEN,
      problems: [{ cause: 'token-placeholder', sentence: 'It says so.' }],
    }),
  ],
  'token-short': ['captured'],
  'token-missing': ['reported'],
  'entry-unknown': ['reported'],
  'element-unknown': ['tag'],
  'element-hidden': ['reported'],
  'outcome-missing': ['reported'],
  'outcome-unknown': ['reported'],
  'outcome-locked': ['outcome', named('outcome-locked', {})],
  'outcome-taken': ['outcome', named('outcome-taken', {})],
  'relay-unreachable': ['reported'],
  'relay-answer': ['reported'],
  'service-unreadable': ['reported'],
  'service-redirects': ['reported'],
  'report-refused': ['outcome', visit({ reports: [{ ...report, status: 422 }] })],
};

/** Causes that are a warning do not explain why nothing was reported. */
const quiet = (cause: ConsoleCause) => named(cause, CAUSE_HELP[cause].isWarning ? {} : SILENT);

describe('The judge of a visit', () => {
  for (const cause of CONSOLE_CAUSES) {
    const [verdict, seen = quiet(cause)] = NAMED[cause];
    it(`names the cause ${cause}, which the page itself has named, under "${verdict}"`, () => {
      assertCause(seen, verdict, cause, /./);
    });
  }
});
