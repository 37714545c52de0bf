import { html } from 'hono/html';
import type { Mark, Observations, RuleId, Verdict } from '../../../check/index.ts';
import type { Html } from '../../service/pages/document.ts';

/** Rules that need the command: neither the page nor the sandbox can observe them. */
const NEED_COMMAND: readonly RuleId[] = ['referer', 'third-party', 'second-request'];

const TONES: Readonly<Record<Mark, string>> = {
  yes: 'good',
  no: 'bad',
  warning: 'waiting',
  'not checked': 'neutral',
};

/**
 * Renders a verdict for each rule. Screen readers announce a change only if a rule is broken.
 *
 * @param question form that asks the person about the consent banner
 */
export function verdictList(
  verdicts: readonly Verdict[],
  seen: Observations,
  question: Html | undefined,
): Html {
  const count = (wanted: Mark) => verdicts.filter(({ mark }) => mark === wanted).length;
  const warnings = count('warning');
  return html`<header class="part-head">
      <h2 id="verdicts-title" tabindex="-1">Verdicts</h2>
      <p id="counts">
        ${count('yes')} yes, ${count('no')} no, ${warnings} warning${warnings === 1 ? '' : 's'},
        ${count('not checked')} not checked
      </p>
    </header>
    <ul class="verdicts">
      ${verdicts.map((verdict) =>
        verdictRow(
          verdict,
          isForCommand(verdict, seen),
          verdict.rule === 'consent' ? question : undefined,
        ),
      )}
    </ul>`;
}

function isForCommand({ rule, mark, saw }: Verdict, { pages, reports, isOngoing }: Observations) {
  if (mark !== 'not checked' || saw.startsWith('Skipped')) return false;
  if (pages.length) return NEED_COMMAND.includes(rule);
  return reports.length > 0 || !isOngoing;
}

function verdictRow(
  { rule, title, mark, saw, advice }: Verdict,
  needsCommand: boolean,
  question: Html | undefined,
): Html {
  return html`<li
    id="verdict-${rule}"
    class="verdict"
    data-mark="${mark}"
    data-news="${mark === 'no' ? `${title}: no. ${saw}` : ''}"
  >
    <h3>${title}</h3>
    <p>
      ${
        needsCommand
          ? html`<a class="badge ready" href="#command-title"
              >run the command<span class="visually-hidden"> for ${title}</span></a
            >`
          : html`<span class="badge ${TONES[mark]}">${mark}</span>`
      }
    </p>
    <div>
      <p>${saw}</p>
      ${advice ? html`<p class="advice">${advice}</p>` : ''} ${question ?? ''}
    </div>
  </li>`;
}
