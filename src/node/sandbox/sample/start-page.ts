import { html } from 'hono/html';
import type { LoggedRequest } from '../../../sandbox/index.ts';
import { BREAKS } from './breaks.ts';
import type { Visit } from './marketplace.ts';

/** Markup in which every value has been escaped. */
type Html = ReturnType<typeof html>;

/** A step of the sample, with the seller's progress. */
interface Step {
  title: string;
  text: string;
  /** `true` if the marketplace has a record of it. */
  isDone: boolean;
  status: string;
  /** Button of the step. Default: none. */
  action?: Html;
}

/** A link on the first page to what runs beside the sample. */
export interface SampleLink {
  title: string;
  text: string;
  href: string;
}

/**
 * Renders the first page: three steps that tick themselves, and the buttons that break the network.
 *
 * @param serviceUrl address of the service
 * @param links what else runs on this machine
 */
export const startPage = (visit: Visit, serviceUrl: string, links: readonly SampleLink[]): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sample survey · Vaultlink sandbox</title>
        <link rel="stylesheet" href="survey.css" />
        <link rel="stylesheet" href="sample.css" />
        <script src="sample.js" defer></script>
      </head>
      <body>
        <main class="sample">
          <p class="note">
            <span>A sample. Nothing leaves this machine.</span>
            <a href="${serviceUrl}/">Packets of the sellers</a>
            <a href="${serviceUrl}/sandbox/log">Log of the marketplace</a>
          </p>
          <h1>Nothing lost, nothing counted twice</h1>
          <p class="lead">
            You play a seller who answers a survey for money. Two lines of HTML on its pages see to
            it that the outcome counts, once.
          </p>
          <div id="progress">${progress(visit)}</div>
          <section class="card" aria-labelledby="break">
            <h2 id="break">Break the network at the worst moment</h2>
            <p>
              The survey opens, and the network breaks as soon as you answer “Coffee”. Watch what
              the page says, and what the marketplace has on record below it.
            </p>
            <form class="break-list" method="post" action="open">
              ${BREAKS.map(
                ({ id, name, what, seen }) =>
                  html`<div class="break">
                    <button name="way" value="${id}" aria-describedby="way-${id}">${name}</button>
                    <p id="way-${id}">${what} <span class="hint">${seen}</span></p>
                  </div>`,
              )}
            </form>
          </section>
          ${links.length ? linkList(links) : ''}
          <section class="card" aria-labelledby="yours">
            <h2 id="yours">The same on your page</h2>
            <p>The tag, first in the head of each page, and the element on the last one:</p>
            <pre><code>${linesToCopy(serviceUrl)}</code></pre>
            <p>
              Copy <code>vaultlink.js</code> and the files beside it to your site. Start the sandbox
              with <code>--endlink</code> and the address of your first page: its packet is then in
              the list of the sellers.
            </p>
          </section>
        </main>
      </body>
    </html>`;

const linkList = (links: readonly SampleLink[]) =>
  html`<section class="card" aria-labelledby="more">
    <h2 id="more">More on this machine</h2>
    <ul class="links">
      ${links.map(
        ({ title, text, href }) =>
          html`<li>
            <a href="${href}">${title}</a>
            <p>${text}</p>
          </li>`,
      )}
    </ul>
  </section>`;

const linesToCopy = (
  serviceUrl: string,
) => `<script src="/vaultlink.js" data-base-url="${serviceUrl}"></script>

<endlink-finish outcome="complete"></endlink-finish>`;

/** Renders what the sample adds to a page of the survey: the steps, and the way back. */
export const belowSurvey = (visit: Visit): Html =>
  html`<link rel="stylesheet" href="sample.css" />
    <script src="sample.js" defer></script>
    <aside class="sample" aria-labelledby="behind">
      <h2 id="behind">What the marketplace has on record</h2>
      <div id="progress">${progress(visit)}</div>
      <p><a href="./">Back to the sample</a></p>
    </aside>`;

/** Renders the part that is updated live: the steps with their status, and each report that arrived. */
export function progress(visit: Visit): Html {
  const steps = stepsOf(visit);
  const next = steps.findIndex(({ isDone }) => !isDone);
  const { armed, reports } = visit;
  return html`<ol class="steps" role="list">
      ${steps.map(
        ({ title, text, isDone, status, action }, index) =>
          html`<li class="${isDone ? 'done' : index === next ? 'now' : 'later'}">
            <h2>${title}</h2>
            <p>${text}</p>
            <p class="status" aria-live="polite">${status}</p>
            ${action ?? ''}
          </li>`,
      )}
    </ol>
    ${armed ? armedNote(armed.name) : ''} ${reports.length ? reportList(reports) : ''}`;
}

const openButton = (label: string, isNext: boolean) =>
  html`<form method="post" action="open">
    <button id="open" class="${isNext ? 'main' : ''}">${label}</button>
  </form>`;

const armedNote = (name: string) =>
  html`<form class="armed" method="post" action="mend">
    <p><strong>Armed: ${name.toLowerCase()}.</strong> The next report of “complete” meets it.</p>
    <button id="mend">Mend the network</button>
  </form>`;

function stepsOf({ seller, outcome, isDecided, isPaid, reward, reports }: Visit): Step[] {
  const isOpened = seller !== undefined;
  const name = seller?.name ?? '';
  return [
    {
      title: 'Open the survey',
      text: 'The marketplace sends you to the survey with a token. The script tag keeps it and cleans the address.',
      isDone: isOpened,
      status: isOpened ? `Landed: ${name} has a token.` : 'To do.',
      action: openButton(
        isDecided ? 'Play somebody new' : isOpened ? 'Open it again' : 'Open the survey',
        isDecided || !isOpened,
      ),
    },
    {
      title: 'Answer it',
      text: 'One question. Your answer decides the outcome, and the last page reports it: coffee is complete.',
      isDone: isDecided,
      status: isDecided
        ? `Answered: ${reports.length === 1 ? 'one report' : `${reports.length} reports`} arrived.`
        : isOpened
          ? 'Waiting for the report.'
          : 'To do.',
    },
    {
      title: 'See it counted',
      text: 'The marketplace counts the outcome once, and pays for a complete survey.',
      isDone: outcome !== null,
      status: outcome
        ? isPaid
          ? `Paid: €${reward.toFixed(2)} for ${name}. Counted once.`
          : `Counted once as ${outcome.replace('_', ' ')}. Not paid.`
        : isDecided
          ? 'No outcome came within the hour.'
          : 'To do.',
    },
  ];
}

const reportList = (reports: readonly LoggedRequest[]) =>
  html`<ol class="reports" aria-label="Reports that arrived">
    ${reports.map(
      (report, index) =>
        html`<li class="${report.spent ? 'counted' : ''}">
          <strong>Report ${index + 1}:</strong> ${reportResult(report, reports.slice(0, index))}
        </li>`,
    )}
  </ol>`;

/** Describes the result of a report. */
function reportResult({ status, spent }: LoggedRequest, earlier: readonly LoggedRequest[]): string {
  if (status === null) return spent ? 'counted, its answer is on the way' : 'is on its way';
  if (status === 0)
    return spent ? 'counted, then the connection broke' : 'the connection broke: not counted';
  if (spent)
    return status < 300 ? `counted, answered ${status}` : `counted, but answered ${status}`;
  if (status >= 400 && status < 500 && earlier.some((one) => one.spent)) {
    return `answered ${status}: it is counted already`;
  }
  return `answered ${status}: not counted`;
}
