import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import { entryKey, isOpening } from '../../core/request-log.ts';
import type {
  LogEntry,
  LoggedOpening,
  LoggedRequest,
  LoggedResponse,
} from '../../core/request-log.ts';
import { LOG_PATH, settingPath } from '../../service/pages/console-path.ts';
import type { Html } from '../../service/pages/document.ts';
import { copyableLines } from '../copy.ts';
import { curlOf } from './curl.ts';
import { resultOf } from './log-filter.ts';
import { sectionLink, sectionText } from './sections.ts';

/** Labels of senders. */
export const SENDERS: Readonly<Record<LoggedRequest['sender'], string>> = {
  page: 'Script of a page',
  navigation: 'Browser, going to the page',
  prefetch: 'Browser, looking ahead',
  server: 'Server',
};

/** Returns the path of the page with all details of an entry. @param key its `entryKey` */
export const entryPath = (key: string | number): string => `${LOG_PATH}/${key}`;

/** Renders an entry as a row that opens to show all details. */
export function entryRow(core: SandboxCore, entry: LogEntry): Html {
  const path = core.address(entryPath(entryKey(entry)));
  const [kind, what] = isOpening(entry) ? ['opening', 'Opening'] : ['request', 'Request'];
  const spends = !isOpening(entry) && entry.spent;
  return html`<li id="${kind}-${entry.number}" class="${spends ? 'entry spent' : 'entry'}">
    <details id="${kind}-details-${entry.number}">
      <summary>${entryHead(entry)}</summary>
      <div id="${kind}-detail-${entry.number}" data-detail="${path}">
        <p><a href="${path}">${what} ${entry.number} in full</a></p>
      </div>
    </details>
  </li>`;
}

/** Renders the sentence of an entry with its time; of a request with its status and sender. */
export function entryHead(entry: LogEntry): Html {
  if (isOpening(entry)) {
    return html`
      <span class="entry-head"> ${entryTime(entry)} <span class="badge ready">Opened</span> </span>
      <span class="sentence">${entry.reason}</span>
    `;
  }
  const { number, method, path, fault } = entry;
  return html`
    <span class="entry-head">
      <span class="number">${number}</span>
      ${entryTime(entry)} ${statusBadge(entry)}
      ${fault ? html`<span class="badge waiting">Fault</span>` : ''}
    </span>
    <span class="sentence">${entry.reason ?? waitingText(entry)}</span>
    <span class="entry-foot">
      <code>${method} ${path}</code>
      <span>${senderText(entry)}</span>
    </span>
  `;
}

const entryTime = ({ at }: LogEntry): Html =>
  html`<time datetime="${at}">${at.slice(0, 19).replace('T', ' ')}</time>`;

/** Renders an entry with all details. */
export const entryDetail = (core: SandboxCore, entry: LogEntry, baseUrl: string): Html =>
  isOpening(entry) ? openingDetail(entry) : requestDetail(core, entry, baseUrl);

/** Renders the address that an endlink opened, and the value of each placeholder. */
function openingDetail({ number, url, filled, unfilled, ...ids }: LoggedOpening): Html {
  return html`
    <h3>Landing URL</h3>
    ${copyableLines(`url-of-opening-${number}`, url, `the landing URL of opening ${number}`)}
    <h3>Parameters</h3>
    <dl class="facts">
      ${filled.map(
        ({ name, variable, value }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>
              <code>${value}</code>
              ${variable === null ? 'added by the service' : `{{${variable}}}`}
            </dd>
          </div>`,
      )}
    </dl>
    ${unfilled.map((what) => html`<p class="mistake">Not filled in: ${what}.</p>`)}
    <h3>Visit</h3>
    <dl class="facts">
      ${factRows([
        ['Seller', ids.seller_id],
        ['Packet', ids.packet_id],
        ['Interaction', ids.interaction_id],
      ])}
    </dl>
  `;
}

/** Renders facts that are known, each with its name. */
const factRows = (facts: readonly (readonly [string, string | null])[]): Html[] =>
  facts
    .filter(([, value]) => Boolean(value))
    .map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    );

/** Renders a request and its response with all details, and the section of the interface behind the reason. */
function requestDetail(core: SandboxCore, entry: LoggedRequest, baseUrl: string): Html {
  const { number, method, path, query, headers, body, body_truncated, response, section } = entry;
  const facts: [string, string | null][] = [
    ['Seller', entry.seller_id],
    ['Packet', entry.packet_id],
    ['Visit', entry.interaction_id],
    ['Client', entry.client_id],
    ['Endlink token', entry.token],
    ['Fault', entry.fault && `${entry.fault.id} (${entry.fault.kind})`],
    ['Sender', `${SENDERS[entry.sender]}${entry.user_agent ? `: ${entry.user_agent}` : ''}`],
  ];
  const text = section === null ? undefined : sectionText(section);
  return html`
    ${
      section !== null
        ? html`<p class="section-text">
            <strong>${sectionLink(core, section)}</strong> ${text ?? ''}
          </p>`
        : ''
    }
    <dl class="facts">${causeLinks(core, entry)} ${switchLinks(core, entry)} ${factRows(facts)}</dl>
    <h3>Request</h3>
    ${copyableLines(
      `request-text-${number}`,
      messageText(
        `${method} ${core.address(path)}${query && `?${query}`}`,
        headers,
        body,
        body_truncated,
      ),
      `request ${number}`,
    )}
    <h3>Response</h3>
    ${
      response
        ? copyableLines(`response-text-${number}`, responseText(response), `response ${number}`)
        : html`<p class="note">${waitingText(entry)}</p>`
    }
    ${
      body_truncated
        ? ''
        : html`<form
            class="button-row"
            method="post"
            action="${core.address(`${entryPath(number)}/again`)}"
          >
            <button>Send again<span class="visually-hidden"> request ${number}</span></button>
          </form>`
    }
    <h3>As a command</h3>
    ${copyableLines(`curl-${number}`, curlOf(entry, baseUrl), `command for request ${number}`)}
    ${body_truncated ? html`<p class="note">The body is cut off after 16,384 characters.</p>` : ''}
  `;
}

/** Renders links to the earlier requests that led to the response. */
const causeLinks = (core: SandboxCore, { causes }: LoggedRequest): Html | '' =>
  causes.length
    ? html`<div>
        <dt>Because of</dt>
        <dd>
          ${causes.map((one) => html`<a href="${core.address(entryPath(one))}">Request ${one}</a> `)}
        </dd>
      </div>`
    : '';

/** Renders links to the switches that the reason names. */
const switchLinks = (core: SandboxCore, { switches }: LoggedRequest): Html | '' =>
  switches.length
    ? html`<div>
        <dt>${switches.length > 1 ? 'Switches' : 'Switch'}</dt>
        <dd>
          ${switches.map((name) => html`<a href="${core.address(settingPath(name))}">${name}</a> `)}
        </dd>
      </div>`
    : '';

function statusBadge(entry: LoggedRequest): Html {
  const tones = { success: 'good', refused: 'bad', cut: 'bad', waiting: 'waiting' };
  const result = resultOf(entry);
  const word = { success: 'OK', refused: 'Refused', cut: 'Cut off', waiting: 'Waiting' }[result];
  const isAnswered = result === 'success' || result === 'refused';
  return html`<span class="badge ${tones[result]}">${isAnswered ? entry.status : word}</span>`;
}

const waitingText = ({ status, method, path }: LoggedRequest): string => {
  if (status === null) return 'Not answered yet: a fault holds it, or the service works on it.';
  if (status === 0) return 'The connection was cut without an answer.';
  return `Answered ${status} to ${method} ${path}.`;
};

function senderText({ sender, headers, user_agent }: LoggedRequest): string {
  const from = headers.origin ?? headers.referer;
  const agent = sender === 'server' ? user_agent : undefined;
  const detail = from ?? agent;
  return detail ? `${SENDERS[sender]} · ${detail}` : SENDERS[sender];
}

const responseText = ({ status, headers, body, body_truncated }: LoggedResponse) =>
  messageText(`${status}`, headers, body, body_truncated);

function messageText(
  first: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
  isTruncated: boolean,
): string {
  const lines = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (body) lines.push('', readable(body) + (isTruncated ? '…' : ''));
  return lines.join('\n');
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
