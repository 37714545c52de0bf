/**
 * The views of the playground: each writes one part of the page anew from what is known.
 *
 * @module
 */
import type { LogEntry } from './log.ts';
import type { Playground } from './playground.ts';
import { countReports } from './records.ts';
import type { Visit } from './records.ts';
import { verdictOf, verdictWords } from './verdict.ts';

/** Shows the verdict. A status is read out when it changes, so it is not written where it stays. */
export function showVerdict(element: HTMLElement, { records }: Playground): void {
  const verdict = verdictOf(records);
  for (const name of ['landed', 'counted', 'lost', 'doubled'] as const)
    setText(element.querySelector(`[data-count=${name}]`), String(verdict[name]));
  setText(
    element.querySelector('[data-noun=landed]'),
    verdict.landed === 1 ? ' seller landed' : ' sellers landed',
  );
  setText(
    element.querySelector('[data-noun=counted]'),
    verdict.counted === 1 ? ' outcome counted' : ' outcomes counted',
  );
  setText(element.querySelector('[data-words]'), verdictWords(verdict));
  const isBroken = verdict.lost > 0 || verdict.doubled > 0;
  const tone = isBroken ? 'bad' : verdict.open || !verdict.landed ? 'open' : 'good';
  element.dataset.tone = tone;
}

/** Shows the log. Lines that stay the same are left alone, so that only news is read out. */
export function showLog(list: HTMLElement, { log }: Playground): void {
  const entries = log.entries();
  if (!entries.length) list.replaceChildren();
  for (const entry of entries) {
    const shown = list.querySelector(`[data-entry="${entry.id}"]`);
    const line = logLine(entry);
    if (!shown) {
      list.append(line);
      const view = list.parentElement ?? list;
      view.scrollTop = view.scrollHeight;
    } else if (shown.querySelector('.text')?.textContent !== entry.text) {
      shown.replaceWith(line);
    }
  }
}

function logLine({ id, actor, text, tone, request }: LogEntry): HTMLElement {
  const line = element('li', '');
  line.dataset.entry = String(id);
  line.dataset.tone = tone;
  line.dataset.actor = actor;
  line.append(element('span', actor, 'actor'), element('span', text, 'text'));
  if (request) {
    const details = element('details', '');
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    const head = `${request.method} ${request.path}?${request.query}`;
    const source = element('pre', [head, ...headers].join('\n'));
    source.tabIndex = 0;
    details.append(element('summary', `Show request ${request.number}`), source);
    line.append(details);
  }
  return line;
}

/** Shows what the service has on record of each seller. */
export function showLedger(body: HTMLElement, { records }: Playground): void {
  const rows = records.sellers_packets.map((visit) => {
    const seller = records.sellers.find(({ id }) => id === visit.seller_id);
    const count = countReports(records, visit);
    const cells = [
      element('td', visit.outcome ?? 'none yet'),
      element('td', count === 1 ? 'once' : count ? `${count} times` : 'not yet'),
      element('td', STATES[visit.state]),
    ];
    const row = element('tr', '');
    const head = element('th', seller?.name ?? visit.seller_id);
    head.setAttribute('scope', 'row');
    row.append(head, ...cells);
    return row;
  });
  const text = rows.map((row) => row.textContent).join();
  if (body.dataset.text === text) return;
  body.dataset.text = text;
  body.replaceChildren(...rows);
}

const STATES: Record<Visit['state'], string> = {
  awaiting_outcome: 'waits for the outcome',
  published: 'published and paid',
  filtered: 'taken off the list',
  failed: 'lost: no outcome within the hour',
};

/** Sets a text where it differs. */
export function setText(target: Element | null, text: string): void {
  if (target && target.textContent !== text) target.textContent = text;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  className = '',
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.textContent = text;
  if (className) created.className = className;
  return created;
}
