import { html } from 'hono/html';
import { judge } from '../../../check/index.ts';
import type { Observations, VisitFinding } from '../../../check/index.ts';
import type { SandboxCore } from '../../core/core.ts';
import { OUTCOMES } from '../../service/endlink/endlink-calls.ts';
import { CHECK_PATH } from '../../service/pages/console-path.ts';
import type { Html } from '../../service/pages/document.ts';
import { copyableLines } from '../copy.ts';
import { fieldsFor, mistakeSummary } from '../fields.ts';
import type { Draft } from '../fields.ts';
import { framedPage } from '../frame.ts';
import { quotedForShell } from '../log/curl.ts';
import { logPath } from '../log/log-filter.ts';
import { observeVisit } from './observe-visit.ts';
import type { SiteCheck } from './site-checks.ts';
import { verdictList } from './verdict-list.ts';

/** Creates the page that asks for the landing URL. */
export function startPage(core: SandboxCore, baseUrl: string, draft?: Draft): Promise<Response> {
  const field = fieldsFor('check', draft);
  const content = html`
    <section class="part" aria-labelledby="new-check">
      <h2 id="new-check" tabindex="-1">Check my site</h2>
      <p class="note">
        Go through your survey in a tab of your own. This page shows a verdict for each rule while
        you do. The sandbox does not open the address itself.
      </p>
      <form class="fields" method="post" action="${core.address(CHECK_PATH)}" novalidate>
        ${mistakeSummary('check', draft, 'The check was not started')}
        ${field({
          name: 'url',
          label: 'Landing URL',
          type: 'url',
          isRequired: true,
          hint: 'As in the endlink question, with {{endlink_token}} or without.',
          attributes: { placeholder: 'https://…/survey?t={{endlink_token}}', maxlength: '2000' },
        })}
        ${field({
          name: 'expected',
          label: 'Outcome that you will reach',
          options: [['', 'Any'], ...OUTCOMES.map((one) => [one, one] as const)],
        })}
        <div class="button-row"><button class="primary">Start the check</button></div>
      </form>
    </section>
    <section class="part" aria-labelledby="your-tag">
      <h2 id="your-tag">Before you start</h2>
      ${tagHelp(baseUrl)}
    </section>
  `;
  return framedPage(core, {
    ...{ name: 'Check', path: CHECK_PATH, content, status: draft ? 400 : 200 },
  });
}

/** Creates the page with the verdicts of one visit. */
export function checkPage(core: SandboxCore, check: SiteCheck, baseUrl: string): Promise<Response> {
  const path = `${CHECK_PATH}/${check.id}`;
  const seen = observeVisit(check, core, baseUrl);
  const findings = judge(seen, { outcome: check.expected });
  const content = html`
    <section id="visit" class="part wide" aria-labelledby="visit-title" data-live>
      <h2 id="visit-title" tabindex="-1">Check of <code>${check.url}</code></h2>
      ${statusLine(check, seen, findings)} ${actions(core, check, seen)}
      ${
        !check.visit
          ? html`<h3 class="visit-help">Before you start</h3>
              ${tagHelp(baseUrl)}`
          : seen.pages.length || refusedReport(seen)
            ? ''
            : silenceHelp(check, baseUrl)
      }
    </section>
    <section id="verdicts" class="part" aria-labelledby="verdicts-title" data-live>
      ${verdictList(findings, seen, check.visit && bannerQuestion(core, check))}
    </section>
    <div class="stack">
      <section class="part" aria-labelledby="command-title">
        <h2 id="command-title" tabindex="-1">The command</h2>
        <p class="note">
          It drives a browser, so it judges the rules that a page cannot. Add
          <code>--click SELECTOR</code> for each step of the survey. In a project where the package
          is installed, put <code>npx</code> before it.
        </p>
        ${copyableLines('command', commandFor(check), 'this check as a command')}
      </section>
      <section class="part" aria-labelledby="again-title">
        <h2 id="again-title">Once more</h2>
        <p class="note">A new check has a new token, and replaces this one.</p>
        <form method="post" action="${core.address(CHECK_PATH)}" class="button-row">
          <input type="hidden" name="url" value="${check.url}" />
          <input type="hidden" name="expected" value="${check.expected ?? ''}" />
          <button id="again">Check it again</button>
          <a class="button" href="${core.address(CHECK_PATH)}">Another address</a>
        </form>
      </section>
    </div>
  `;
  return framedPage(core, { name: 'Check', path, content });
}

/** Returns the command that makes the same check. */
const commandFor = ({ url, expected }: Pick<SiteCheck, 'url' | 'expected'>): string =>
  `vaultlink check ${quotedForShell(url)}${expected ? ` --expect ${expected}` : ''}`;

function statusLine(check: SiteCheck, seen: Observations, findings: readonly VisitFinding[]): Html {
  const [label, tone, sentence] = statusOf(check, seen);
  const broken = findings.filter(({ verdict }) => verdict === 'failed');
  return html`<p id="visit-status" class="visit-status" data-news="${label}. ${sentence}">
      <span class="badge ${tone}">${label}</span> ${sentence}
    </p>
    ${
      broken.length
        ? html`<p id="broken" class="mistake">
            ${broken.length === 1 ? 'One verdict failed' : `${broken.length} verdicts failed`}:
            ${broken.map(
              ({ id, title }, index) =>
                html`${index ? ', ' : ''}<a href="#verdict-${id}">${title}</a>`,
            )}.
          </p>`
        : ''
    }
    ${
      check.isTabGone && !seen.reports.length && !check.isOver
        ? html`<p id="gone" class="note">
            The tab was closed, or its page has cut the connection to this one
            (Cross-Origin-Opener-Policy, noopener). This page goes on with what the sandbox
            receives.
          </p>`
        : ''
    }`;
}

/** Returns the request that was meant as a report, and that the sandbox refused. */
const refusedReport = ({ mistakenReports = [] }: Observations) =>
  mistakenReports.find(({ status }) => status > 0);

function statusOf(
  { visit, isOver }: SiteCheck,
  seen: Observations,
): [label: string, tone: string, sentence: string] {
  const { pages, reports } = seen;
  const [report] = reports;
  const refused = refusedReport(seen);
  if (!visit) return ['Ready', 'ready', 'Open the page, and go through the survey as a seller.'];
  if (report) return ['Reported', 'good', `The sandbox received the outcome "${report.outcome}".`];
  if (refused)
    return ['Refused', 'bad', `The sandbox refused a report with status ${refused.status}.`];
  if (isOver) return ['Ended', 'neutral', 'The survey is over, and nothing was reported.'];
  if (!pages.length) return ['Waiting', 'waiting', 'Nothing has come from the tab yet.'];
  return ['In progress', 'waiting', 'Go through the survey to its end.'];
}

function actions(
  core: SandboxCore,
  { id, visit, isOver }: SiteCheck,
  { reports }: Observations,
): Html {
  const path = core.address(`${CHECK_PATH}/${id}`);
  if (!visit) {
    return html`<form
        id="open-form"
        class="button-row"
        method="post"
        action="${path}/open"
        target="vaultlink-check-${id}"
        data-messages="${path}/messages"
      >
        <button id="open" class="primary">
          Open the page<span class="visually-hidden">, in a new tab</span>
        </button>
      </form>
      <noscript>
        <p class="note">
          Without a script, this page sees only what the sandbox receives, and shows it when you
          load it again.
        </p>
      </noscript>`;
  }
  return html`<div class="button-row">
    ${
      reports.length
        ? ''
        : html`<form method="post" action="${path}/answers" data-quiet>
            <button id="over" name="over" value="${isOver ? 'false' : 'true'}">
              ${isOver ? 'The survey goes on' : 'The survey is over'}
            </button>
          </form>`
    }
    <a class="button" href="${core.address(logPath({ interaction: visit.interaction_id }))}"
      >Requests of this visit</a
    >
  </div>`;
}

/** Renders the question about a consent banner, which only a person can see. */
function bannerQuestion(core: SandboxCore, { id, banner }: SiteCheck): Html {
  const button = (value: NonNullable<SiteCheck['banner']>, text: string) =>
    html`<button
      id="banner-${value === 'none' ? 'none' : 'covers'}"
      name="banner"
      value="${value}"
      aria-pressed="${String(banner === value)}"
    >
      ${text}
    </button>`;
  return html`<form
    class="banner-question"
    method="post"
    action="${core.address(`${CHECK_PATH}/${id}/answers`)}"
    aria-labelledby="banner-label"
    data-quiet
  >
    <p id="banner-label">Did a banner cover what you had to click?</p>
    <div class="button-row">
      ${button('none', 'No')} ${button('in the way', 'Yes, I had to press it')}
    </div>
  </form>`;
}

/** Renders the script tag that sends its self-check to this page. */
function tagHelp(baseUrl: string): Html {
  return html`<p class="note">
      Give the tag on your pages this address and <code>data-debug</code>, as long as you check.
      Then it tells this page what it knows. It never tells the token.
    </p>
    ${copyableLines('tag', tagFor(baseUrl), 'the tag')}`;
}

const tagFor = (baseUrl: string) =>
  `<script src="/vaultlink.js" data-base-url="${baseUrl}" data-debug="query"></script>`;

/** Lists the reasons why the tab may send nothing. */
function silenceHelp({ isOver }: SiteCheck, baseUrl: string): Html {
  return html`<h3 class="visit-help">Nothing comes from the tab?</h3>
    <ol class="reasons">
      <li>
        The tag needs <code>data-debug</code>, and <code>data-base-url</code> with the address under
        which you have opened this page.
      </li>
      <li>
        ${isOver ? 'Reload the tab once.' : 'Reload the tab once, before you go on.'} If the
        verdicts come then, the tag is loaded too late for a first visit.
      </li>
      <li>
        A page with the header <code>Cross-Origin-Opener-Policy</code>, or a tool that adds
        <code>noopener</code>, cuts the tab off from this page. The sandbox still receives the
        report. For all other rules, run the command.
      </li>
    </ol>
    ${copyableLines('tag', tagFor(baseUrl), 'the tag')}`;
}
