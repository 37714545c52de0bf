import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import { entryKey, isOpening } from '../../core/request-log.ts';
import type { LogEntry } from '../../core/request-log.ts';
import { OUTCOMES } from '../../service/endlink/endlink-calls.ts';
import { LOG_PATH } from '../../service/pages/console-path.ts';
import { choiceControl } from '../../service/pages/choice.ts';
import type { ChoiceOption } from '../../service/pages/choice.ts';
import type { Html } from '../../service/pages/document.ts';
import { counted } from '../display-format.ts';
import { framedPage } from '../frame.ts';
import { likelyRequestsOf } from '../likely-requests.ts';
import { entryDetail, entryHead, entryPath, entryRow, SENDERS } from './entry-view.ts';
import { isFiltered, logPath, newestFitting, SHOWN } from './log-filter.ts';
import type { LogFilter } from './log-filter.ts';

const RESULTS = [
  ['success', 'Accepted'],
  ['refused', 'Refused'],
  ['cut', 'Cut off'],
  ['waiting', 'Waiting'],
  ['fault', 'Struck by a fault'],
  ['opening', 'Endlink opened'],
] as const;

/** Creates the page with the requests to the service, each with the reason for its response, and the openings of endlinks; newest first. */
export function logPage(core: SandboxCore, filter: LogFilter, baseUrl: string): Promise<Response> {
  const entries = core.log.timeline();
  const likely = likelyRequestsOf(core, filter.interaction);
  const { shown, hasOlder } = newestFitting(entries, filter, likely);
  const oldest = shown.at(-1);
  const content = html`
    <section class="part wide" aria-label="Filter">${filterForm(core, filter)}</section>
    <section id="requests" class="part wide" aria-label="Requests" data-live>
      <header class="part-head">
        <h2 id="requests-title" tabindex="-1">Visits and requests</h2>
        <p>${summary(entries.length, shown, hasOlder, filter)}</p>
        <form id="clear-form" method="post" action="${core.address('/sandbox/log/clear')}">
          <button id="clear" class="small">Clear the log</button>
        </form>
      </header>
      ${
        shown.length
          ? filter.group
            ? visits(core, shown)
            : html`<ol id="entries" class="entries">
                ${shown.map((entry) => entryRow(core, entry))}
              </ol>`
          : html`<p id="nothing" class="empty">
              ${
                isFiltered(filter)
                  ? 'Nothing fits.'
                  : 'Nothing has come in yet. Open a packet as a seller and finish it on the buyer’s page: the opening and the report show up here.'
              }
            </p>`
      }
      <p id="more" class="more">
        ${filter.before ? html`<a class="button" href="${core.address(logPath({ ...filter, before: '' }))}">Newest</a>` : ''}
        ${
          hasOlder && oldest !== undefined
            ? html`<a
                class="button"
                href="${core.address(logPath({ ...filter, before: entryKey(oldest) }))}"
                >Older</a
              >`
            : ''
        }
      </p>
      <p id="not-here" class="note">
        A request that is not ${placeOfAll(core, filter, hasOlder)} did not reach this sandbox. Is
        the base URL of your page or server <code>${baseUrl}</code>? A Content Security Policy,
        mixed content or a refused preflight stop a page before it sends: see its browser’s console.
      </p>
    </section>
  `;
  return framedPage(core, { name: 'Log', path: logPath(filter), content });
}

/** Says where all requests are, as the end of "a request that is not". */
function placeOfAll(core: SandboxCore, filter: LogFilter, hasOlder: boolean): Html | string {
  if (isFiltered(filter)) return html`in <a href="${core.address(LOG_PATH)}">the whole log</a>`;
  return hasOlder || filter.before ? 'here or on another page of the log' : 'here';
}

/** Creates the page with all details of an entry. */
export function entryPage(core: SandboxCore, entry: LogEntry, baseUrl: string): Promise<Response> {
  const what = isOpening(entry) ? 'Opening' : 'Request';
  const content = html`<article
    id="entry"
    class="part wide"
    aria-labelledby="entry-title"
    data-live
  >
    <p><a href="${core.address(LOG_PATH)}">Back to the log</a></p>
    <div class="entry-page">
      <h2 id="entry-title" class="visually-hidden">${what} ${entry.number}</h2>
      ${entryHead(entry)}
    </div>
    <div id="detail">${entryDetail(core, entry, baseUrl)}</div>
  </article>`;
  return framedPage(core, { name: 'Log', path: entryPath(entryKey(entry)), content });
}

function summary(
  all: number,
  shown: readonly LogEntry[],
  hasOlder: boolean,
  filter: LogFilter,
): string {
  const openings = shown.filter(isOpening).length;
  const requests = shown.length - openings;
  const counts = [
    (requests > 0 || !openings) && counted(requests, 'request'),
    openings > 0 && counted(openings, 'opening'),
  ];
  const text = counts.filter(Boolean).join(' and ');
  if (isFiltered(filter)) return `${hasOlder ? `The newest ${SHOWN}` : text} of those that fit`;
  return hasOlder || filter.before ? `${text} of ${all.toLocaleString('en')}` : text;
}

/** Renders the entries by visit, the visit with the newest entry first, and the entries of a visit in order. */
function visits(core: SandboxCore, newestFirst: readonly LogEntry[]): Html[] {
  const groups = new Map<string, LogEntry[]>();
  for (const entry of newestFirst) {
    const interaction = entry.interaction_id ?? '';
    groups.set(interaction, [entry, ...(groups.get(interaction) ?? [])]);
  }
  const { sellers, packets } = core.market();
  return [...groups].map(([interaction, entries]) => {
    const { seller_id, packet_id } = entries[0] ?? {};
    const seller = sellers.get(seller_id ?? '')?.name ?? seller_id;
    const packet = packets.get(packet_id ?? '')?.name ?? packet_id;
    return html`<section
      id="visit-${interaction || 'none'}"
      class="visit"
      aria-labelledby="visit-title-${interaction || 'none'}"
    >
      <h3 id="visit-title-${interaction || 'none'}">
        ${interaction ? html`${seller} · ${packet} <code>${interaction}</code>` : 'Of no visit'}
      </h3>
      <ol class="entries">
        ${entries.map((entry) => entryRow(core, entry))}
      </ol>
    </section>`;
  });
}

function filterForm(core: SandboxCore, filter: LogFilter): Html {
  const { sellers, packets, clients } = core.market();
  const choices: [keyof LogFilter, string, Iterable<ChoiceOption>][] = [
    ['result', 'Result', RESULTS],
    ['outcome', 'Outcome', OUTCOMES.map((one) => [one, one] as const)],
    ['sender', 'Sender', Object.entries(SENDERS)],
    ['seller', 'Seller', [...sellers.values()].map(({ id, name }) => [id, name] as const)],
    ['packet', 'Packet', [...packets.values()].map(({ id, name }) => [id, name] as const)],
    ['client', 'Client', [...clients.values()].map((one) => [one.client_id, one.name] as const)],
  ];
  const isAsked = isFiltered(filter) || filter.group !== '';
  return html`<form method="get" action="${core.address(LOG_PATH)}" role="search">
    <div class="search-row">
      <div class="field wide-field">
        <label for="q">Search</label>
        <input id="q" type="search" name="q" value="${filter.q}" autocomplete="off" />
      </div>
      <button class="primary">Filter</button>
      ${isAsked ? html`<a class="button" href="${core.address(LOG_PATH)}">Show all</a>` : ''}
    </div>
    <details class="filter-choices" ${isAsked ? 'open' : ''}>
      <summary>More filters</summary>
      <div class="filter">
        ${choices.map(([name, label, options]) => choiceField(filter, name, label, options))}
        <div class="field">
          <label for="filter-group">Order</label>
          <select id="filter-group" name="group">
            <option value="">Newest first</option>
            <option value="visit" ${filter.group ? 'selected' : ''}>By a seller’s visit</option>
          </select>
        </div>
      </div>
    </details>
    ${
      filter.interaction
        ? html`<input type="hidden" name="interaction" value="${filter.interaction}" />`
        : ''
    }
  </form>`;
}

function choiceField(
  filter: LogFilter,
  name: keyof LogFilter,
  label: string,
  options: Iterable<ChoiceOption>,
): Html {
  return html`<div class="field">
    <label for="filter-${name}">${label}</label>
    ${choiceControl({ id: `filter-${name}`, name }, [['', 'Any'], ...options], filter[name])}
  </div>`;
}
