import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import { isAwaitingOutcome } from '../../market/sellers-packets.ts';
import type { SavedAnswer, SellersPacket } from '../../market/sellers-packets.ts';
import type { Html } from '../../service/pages/document.ts';
import { timeElement } from '../display-format.ts';
import { LOG_PATH } from '../../service/pages/console-path.ts';
import { clientName } from './seller-view.ts';
import type { PacketView } from './seller-view.ts';

/** A question for a seller, with its answer and the source of the answer. */
interface Line {
  question: string;
  text: string;
  isAnswered: boolean;
  source: Html | '';
}

/**
 * Renders the questions of a packet with their answers and the source of each: the push of a client, or the report of an outcome. Empty for a packet
 * whose only question is an endlink, since its state says the same.
 */
export function questionList(core: SandboxCore, view: PacketView): Html | '' {
  const { packet, sellersPacket } = view;
  const lines = linesOf(core, view);
  if (packet.questions.length === 1 && !sellersPacket?.answers.size) {
    if (packet.questions[0]?.answer_type === 'endlink') return '';
  }
  const news = lines
    .map(
      ({ question, text, isAnswered }) => `${question}, ${isAnswered ? text : text.toLowerCase()}`,
    )
    .join('; ');
  return html`<dl id="questions-${packet.id}" class="questions" data-news="${packet.name}: ${news}">
    ${lines.map(
      ({ question, text, isAnswered, source }) =>
        html`<div>
          <dt>${question}</dt>
          <dd>
            <span class="${isAnswered ? 'answer' : 'unanswered'}">${text}</span>
            ${source ? html`<span class="source">${source}</span>` : ''}
          </dd>
        </div>`,
    )}
  </dl>`;
}

function linesOf(core: SandboxCore, { packet, sellersPacket }: PacketView): Line[] {
  const answers = new Map(sellersPacket?.answers);
  const lines = packet.questions.map(({ name, answer_type }): Line => {
    const saved = answers.get(name);
    answers.delete(name);
    if (answer_type === 'endlink') return endlinkLine(core, name, sellersPacket);
    if (saved) return answerLine(core, name, saved);
    return { question: name, text: 'Not answered yet', isAnswered: false, source: '' };
  });
  // A push may have answered questions that the packet does not have, or no longer has.
  return [...lines, ...[...answers].map(([name, saved]) => answerLine(core, name, saved))];
}

function answerLine(
  core: SandboxCore,
  question: string,
  { answer, push: { client_id, atMs, request } }: SavedAnswer,
): Line {
  const source = html`pushed by ${clientName(core, client_id)} at ${timeElement(atMs)}
  UTC${byRequest(core, request)}`;
  return { question, text: answer ?? 'No answer', isAnswered: answer !== null, source };
}

function endlinkLine(
  core: SandboxCore,
  question: string,
  sellersPacket: SellersPacket | undefined,
): Line {
  const { outcome = null, decidedAtMs = null, decidedByRequest = null } = sellersPacket ?? {};
  if (outcome !== null && decidedAtMs !== null) {
    const source = html`reported at ${timeElement(decidedAtMs)}
    UTC${byRequest(core, decidedByRequest)}`;
    return { question, text: outcome, isAnswered: true, source };
  }
  const text =
    sellersPacket && isAwaitingOutcome(sellersPacket)
      ? 'Waits for the buyer’s report'
      : decidedAtMs === null
        ? 'Not opened yet'
        : decidedByRequest === null
          ? 'No outcome'
          : 'Decided by a push';
  return { question, text, isAnswered: false, source: '' };
}

const byRequest = (core: SandboxCore, request: number | null): Html | '' =>
  request === null
    ? ''
    : html` by <a href="${core.address(`${LOG_PATH}/${request}`)}">request ${request}</a>`;
