import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutcomeRecord } from 'vaultlink/bff';
import { dayCountsOf } from '../../../src/node/outcomes/day-counts.ts';
import { outcomesPage } from '../../../src/node/outcomes/outcomes-page.ts';
import type { OutcomesReport } from '../../../src/node/outcomes/read-outcomes.ts';
import { confirmedOutcome } from './seeded.ts';

const NONE = { outcomes: [], isCut: false };
const DAY = '2026-05-31';
const AT_MS = Date.parse(`${DAY}T18:00:00Z`);

const reportWith = (changed: Partial<OutcomesReport> = {}): OutcomesReport => ({
  atMs: AT_MS,
  days: ['2026-05-30', DAY],
  counts: dayCountsOf(
    [
      { day: DAY, outcome: 'complete', end: 'accepted', count: 1200 },
      { day: DAY, outcome: 'complete', end: 'confirmed', count: 1199 },
    ],
    [],
  ),
  ...{ open: NONE, undelivered: NONE, rejected: NONE, probablyRecorded: NONE, refused: NONE },
  ...changed,
});

const shown = (...outcomes: OutcomeRecord[]) => ({ outcomes, isCut: false });

/** The text that a reader sees, in its order. */
const textOf = (page: string) =>
  page
    .replace(/<(style|title)>[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const pageWith = async (changed?: Partial<OutcomesReport>) => outcomesPage(reportWith(changed));

describe('the page about outcomes', () => {
  it('says first that nothing was lost, where that is so', async () => {
    const text = textOf(await pageWith());
    assert.match(text, /^ What became of the outcomes From 2026-05-30 to 2026-05-31, as of /);
    assert.match(text, /Nothing was lost: each outcome has an answer or is on its way/);
    assert.match(text, /Accepted 1,200 /);
    assert.match(text, /Not delivered None\. Waiting None\./);
    assert.doesNotMatch(text, /Rejected by the service/);
  });

  it('says first what was not delivered, and tells why in its list', async () => {
    const record = confirmedOutcome({ state: 'undelivered', requests: 14, status: 503 });
    const counts = dayCountsOf(
      [{ day: DAY, outcome: 'complete', end: 'undelivered', count: 1 }],
      [],
    );
    const reference = 'wave-7/resp-0311';
    const page = await pageWith({ counts, undelivered: shown({ ...record, reference }) });
    const text = textOf(page);
    assert.match(text, /UTC\. 1 outcome was not delivered\. Show them/);
    assert.match(text, /complete · wave-7\/resp-0311 · accepted 2026-05-31 12:00:05 UTC/);
    assert.match(text, /Not delivered\. The service gave no clear answer .* status 503\./);
    assert.match(text, /from a page, 14 requests\. Id: id-1/);
    assert.doesNotMatch(text, /Nothing was lost/);
  });

  it('says that nobody delivers, where outcomes are due for long', async () => {
    const waiting = confirmedOutcome({ state: 'waiting', requests: 0, dueAtMs: AT_MS - 600_001 });
    const text = textOf(await pageWith({ open: shown(waiting) }));
    assert.match(text, /1 outcome should have been sent more than ten minutes ago/);
    const inTime = { ...waiting, dueAtMs: AT_MS - 599_000 };
    assert.doesNotMatch(textOf(await pageWith({ open: shown(inTime) })), /should have been sent/);
  });

  it('draws a bar for each day, and gives each its numbers as text', async () => {
    const page = await pageWith();
    assert.deepEqual(page.match(/<title>2026[^<]*/g), [
      '<title>2026-05-30: none',
      '<title>2026-05-31: 1,199 confirmed',
    ]);
    assert.match(page, /<svg\s+role="img"\s+aria-labelledby="plot-caption"/);
  });

  it('makes one lost outcome among thousands visible', async () => {
    const counts = dayCountsOf(
      [
        { day: DAY, outcome: 'complete', end: 'confirmed', count: 100_000 },
        { day: DAY, outcome: 'complete', end: 'undelivered', count: 1 },
      ],
      [],
    );
    const [, height] =
      /class="undelivered"[^>]*height="([\d.]+)"/.exec(await pageWith({ counts })) ?? [];
    assert.ok(Number(height) >= 2, height);
  });

  it('says that a list is cut', async () => {
    const refused = { outcomes: [confirmedOutcome({ state: 'refused' })], isCut: true };
    assert.match(textOf(await pageWith({ refused })), /Only the latest 1 are shown/);
  });

  it('escapes the references, which anybody may have chosen', async () => {
    const reference = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
    const page = await pageWith({
      rejected: shown(confirmedOutcome({ state: 'rejected', reference })),
    });
    assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
    assert.doesNotMatch(page, /<script|<img|onerror='/);
  });

  it('needs nothing but itself', async () => {
    const page = await pageWith();
    assert.match(page, /content="default-src 'none'; style-src 'unsafe-inline'"/);
    assert.doesNotMatch(page, /https?:|<link|<script|src=|@import|url\(/);
    assert.match(page, /prefers-color-scheme: dark/);
    assert.match(page, /width=device-width/);
  });
});
