import { html, raw } from 'hono/html';
import type { OutcomeRecord } from '../../bff/index.ts';
import { counted, countedAs } from '../counted.ts';
import { COUNTED, sumOf } from './day-counts.ts';
import type { DayCounts } from './day-counts.ts';
import { COUNT_NAMES, daysPlot } from './days-plot.ts';
import type { Html } from './days-plot.ts';
import { timeText } from './outcome-text.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { OutcomesReport, ShownOutcomes } from './read-outcomes.ts';
import { reasonOf, shownStateOf, STATE_WORDS } from './state-words.ts';

/** An outcome that is due for longer than this waits for a process that delivers. */
const OVERDUE_MS = 600_000;

/** Lists of the page. `isAlways`: it is shown even if it is empty. */
const SECTIONS: readonly {
  id: string;
  title: string;
  lead: string;
  of: (report: OutcomesReport) => ShownOutcomes;
  isAlways?: boolean;
}[] = [
  {
    id: 'undelivered',
    title: 'Not delivered',
    lead: 'The sellers of these outcomes may not have been paid. Their tokens have expired, so they cannot be sent any more.',
    of: ({ undelivered }) => undelivered,
    isAlways: true,
  },
  {
    id: 'open',
    title: 'Waiting',
    lead: 'These are on their way. The backend sends them by itself.',
    of: ({ open }) => open,
    isAlways: true,
  },
  {
    id: 'rejected',
    title: 'Rejected by the service',
    lead: 'The service has not counted these. Anybody can send a made-up token, so some of them may belong to no seller.',
    of: ({ rejected }) => rejected,
  },
  {
    id: 'probably_recorded',
    title: 'Probably recorded',
    lead: 'The service has probably counted these, but its answer was lost.',
    of: ({ probablyRecorded }) => probablyRecorded,
  },
  {
    id: 'refused',
    title: 'Refused by approval',
    lead: 'Your own server refused these after they were stored. Those that it refused at once are only in the numbers.',
    of: ({ refused }) => refused,
  },
];

/** Returns a self-contained page: what waits, what was not delivered and why, and the days. It contains no script and no token. */
export async function outcomesPage(report: OutcomesReport): Promise<string> {
  const { days, counts, atMs } = report;
  const sum = sumOf(counts);
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta
          http-equiv="content-security-policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>Outcomes from ${days[0]} to ${days.at(-1)}</title>
        <style>
          ${raw(PAGE_STYLE)}
        </style>
      </head>
      <body>
        <header>
          <h1>What became of the outcomes</h1>
          <p class="quiet">From ${days[0]} to ${days.at(-1)}, as of ${timeText(atMs)} UTC.</p>
          ${noticesOf(report).map(noticeView)}
        </header>
        <main>
          <dl class="totals">
            ${COUNTED.map(
              (one) =>
                html`<div>
                  <dt>${COUNT_NAMES[one]}</dt>
                  <dd>${counted(sum[one])}</dd>
                </div>`,
            )}
          </dl>
          <h2>The days</h2>
          ${daysPlot(days, counts)}
          ${SECTIONS.map((section) => sectionView(section, section.of(report)))}
          <h2 id="numbers">Numbers by day</h2>
          ${countsTable(counts)}
          <h2 id="words">What the words mean</h2>
          <dl class="words">
            ${Object.values(STATE_WORDS).map(
              ({ label, reason }) =>
                html`<dt>${label}</dt>
                  <dd>${reason}</dd>`,
            )}
          </dl>
        </main>
      </body>
    </html> `;
  return page.replace(/^\s+/gm, '');
}

interface Notice {
  sentence: string;
  /** Id of the section that it is about. */
  section?: string;
  isGood?: boolean;
}

/** Returns what a reader has to know first. */
function noticesOf({ counts, undelivered, open, atMs }: OutcomesReport): Notice[] {
  const sum = sumOf(counts);
  const overdue = open.outcomes.filter(({ dueAtMs = atMs }) => atMs - dueAtMs > OVERDUE_MS);
  const notices: Notice[] = [];
  if (sum.undelivered) {
    const were = sum.undelivered === 1 ? 'was' : 'were';
    const sentence = `${countedAs(sum.undelivered, 'outcome')} ${were} not delivered.`;
    notices.push({ sentence, section: 'undelivered' });
  }
  if (overdue.length) {
    const sentence = `${countedAs(overdue.length, 'outcome')} should have been sent more than ten minutes ago. Check that "vaultlink serve" or another process delivers.`;
    notices.push({ sentence, section: 'open' });
  }
  if (notices.length || undelivered.outcomes.length) return notices;
  const sentence = sum.accepted
    ? 'Nothing was lost: each outcome has an answer or is on its way.'
    : 'No outcome was accepted on these days.';
  return [{ sentence, isGood: true }];
}

const noticeView = ({ sentence, section, isGood }: Notice): Html =>
  html`<p class="notice ${isGood ? 'good' : ''}">
    ${sentence} ${section === undefined ? '' : html`<a href="#${section}">Show them</a>`}
  </p>`;

/** Renders the numbers by day and outcome, the latest day first. */
function countsTable(counts: readonly DayCounts[]): Html {
  const sum = sumOf(counts);
  const cell = (count: number) =>
    count ? html`<td>${counted(count)}</td>` : html`<td class="zero">0</td>`;
  return html`<div class="scroll" role="region" aria-label="Numbers by day" tabindex="0">
    <table>
      <caption>
        By day of acceptance and outcome
      </caption>
      <thead>
        <tr>
          <th scope="col" class="name">Day (UTC)</th>
          <th scope="col" class="name">Outcome</th>
          ${COUNTED.map((one) => html`<th scope="col">${COUNT_NAMES[one]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${[...counts].reverse().map(
          (row) =>
            html`<tr>
              <th scope="row">${row.day}</th>
              <td class="name">${row.outcome}</td>
              ${COUNTED.map((one) => cell(row[one]))}
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colspan="2">All</th>
          ${COUNTED.map((one) => cell(sum[one]))}
        </tr>
      </tfoot>
    </table>
  </div>`;
}

function sectionView(
  { id, title, lead, isAlways }: (typeof SECTIONS)[number],
  { outcomes, isCut }: ShownOutcomes,
): Html {
  if (!outcomes.length) {
    return isAlways
      ? html`<h2 id="${id}">${title}</h2>
          <p class="quiet">None.</p>`
      : html``;
  }
  return html`<h2 id="${id}">${title}</h2>
    <p>${lead}</p>
    ${isCut ? html`<p class="quiet">Only the latest ${counted(outcomes.length)} are shown.</p>` : ''}
    <ul class="outcomes">
      ${outcomes.map((record) => outcomeView(id, record))}
    </ul>`;
}

function outcomeView(section: string, record: OutcomeRecord): Html {
  const { outcome, reference, requests, dueAtMs, from, id } = record;
  const facts = [
    from === 'page' ? 'from a page' : 'from your server',
    countedAs(requests, 'request'),
    ...(dueAtMs === undefined ? [] : [`next request at ${timeText(dueAtMs)} UTC`]),
  ];
  return html`<li class="is-${section}">
    <p>
      <strong>${outcome}</strong>${reference === undefined ? '' : html` · ${reference}`} · accepted
      ${timeText(record.acceptedAtMs)} UTC
    </p>
    <p>
      <strong>${capitalized(STATE_WORDS[shownStateOf(record)].label)}.</strong> ${reasonOf(record)}
    </p>
    <p class="facts">${facts.join(', ')}. Id: <code>${id}</code></p>
  </li>`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
