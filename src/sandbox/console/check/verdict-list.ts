import { html } from 'hono/html';
import { hasReport } from '../../../check/index.ts';
import type { Observations, VisitFinding } from '../../../check/index.ts';
import { countVerdicts } from '../../../findings/index.ts';
import type { Verdict } from '../../../findings/index.ts';
import type { Html } from '../../service/pages/document.ts';

const TONES: Readonly<Record<Verdict, string>> = {
  ok: 'good',
  warning: 'waiting',
  failed: 'bad',
  'not checked': 'neutral',
};

/**
 * Renders the finding of each rule. Screen readers announce a change only if a rule has failed.
 *
 * @param question form that asks the person about the consent banner
 */
export function verdictList(
  findings: readonly VisitFinding[],
  seen: Observations,
  question: Html | undefined,
): Html {
  return html`<header class="part-head">
      <h2 id="verdicts-title" tabindex="-1">Verdicts</h2>
      <p id="counts">${countVerdicts(findings)}</p>
    </header>
    <ul class="verdicts">
      ${findings.map((finding) =>
        findingRow(
          finding,
          isForCommand(finding, seen),
          finding.id === 'captured' ? question : undefined,
        ),
      )}
    </ul>`;
}

function isForCommand({ id, verdict, cause }: VisitFinding, seen: Observations) {
  if (verdict !== 'not checked' || cause.startsWith('Skipped')) return false;
  if (seen.pages.length) return id === 'private' || id === 'service';
  return hasReport(seen) || !seen.isOngoing;
}

function findingRow(
  { id, title, verdict, cause, causeId, consoleLines = [], remedy }: VisitFinding,
  needsCommand: boolean,
  question: Html | undefined,
): Html {
  return html`<li
    id="verdict-${id}"
    class="verdict"
    data-verdict="${verdict}"
    ${causeId === undefined ? '' : html`data-cause="${causeId}"`}
    data-news="${verdict === 'failed' ? `${title}: failed. ${cause}` : ''}"
  >
    <h3>${title}</h3>
    <p>
      ${
        needsCommand
          ? html`<a class="badge ready" href="#command-title"
              >run the command<span class="visually-hidden"> for ${title}</span></a
            >`
          : html`<span class="badge ${TONES[verdict]}">${verdict}</span>`
      }
    </p>
    <div>
      <p>${cause}</p>
      ${consoleLines.map((line) => html`<p><code>[vaultlink] ${line}</code></p>`)}
      ${remedy.map((one) => html`<p class="advice">${one}</p>`)} ${question ?? ''}
    </div>
  </li>`;
}
