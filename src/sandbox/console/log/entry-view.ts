import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import type { LoggedRequest, LoggedResponse } from '../../core/request-log.ts';
import { LOG_PATH } from '../../service/pages/console-path.ts';
import type { Html } from '../../service/pages/document.ts';
import { copyableLines } from '../copy.ts';
import { curlOf } from './curl.ts';
import { resultOf } from './log-filter.ts';
import { INTERFACE_PAGE, sectionName, sectionText } from './sections.ts';

/** Labels of senders. */
export const SENDERS: Readonly<Record<LoggedRequest['sender'], string>> = {
  page: 'Script of a page',
  navigation: 'Browser, going to the page',
  prefetch: 'Browser, looking ahead',
  server: 'Server',
};

/** Returns the path of the page with all details of a request. */
export const entryPath = (number: number): string => `${LOG_PATH}/${number}`;

/** Renders a request as a row that opens to show all details. */
export function entryRow(core: SandboxCore, entry: LoggedRequest): Html {
  const { number, spent } = entry;
  return html`<li id="request-${number}" class="${spent ? 'entry spent' : 'entry'}">
    <details id="request-details-${number}">
      <summary>${entryHead(entry)}</summary>
      <div id="request-detail-${number}" data-detail="${core.address(entryPath(number))}">
        <p><a href="${core.address(entryPath(number))}">Request ${number} in full</a></p>
      </div>
    </details>
  </li>`;
}

/** Renders the reason, status, time and sender of a request. */
export function entryHead(entry: LoggedRequest): Html {
  const { number, at, method, path, fault } = entry;
  return html`
    <span class="entry-head">
      <span class="number">${number}</span>
      <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')}</time>
      ${statusBadge(entry)} ${fault ? html`<span class="badge waiting">Fault</span>` : ''}
    </span>
    <span class="sentence">${entry.reason ?? waitingText(entry)}</span>
    <span class="entry-foot">
      <code>${method} ${path}</code>
      <span>${senderText(entry)}</span>
    </span>
  `;
}

/** Renders a request and its response with all details, and the section of the interface behind the reason. */
export function entryDetail(core: SandboxCore, entry: LoggedRequest, baseUrl: string): Html {
  const { number, method, path, query, headers, body, body_truncated, response, section } = entry;
  const facts = [
    ['Seller', entry.seller_id],
    ['Packet', entry.packet_id],
    ['Visit', entry.interaction_id],
    ['Client', entry.client_id],
    ['Endlink token', entry.token],
    ['Fault', entry.fault && `${entry.fault.id} (${entry.fault.kind})`],
    ['Sender', `${SENDERS[entry.sender]}${entry.user_agent ? `: ${entry.user_agent}` : ''}`],
  ].filter((pair): pair is [string, string] => Boolean(pair[1]));
  const text = section === null ? undefined : sectionText(section);
  return html`
    ${
      section !== null
        ? html`<p class="section-text">
            <strong>${sectionName(section)}</strong> ${text ?? ''}
            <span class="quiet">(${INTERFACE_PAGE})</span>
          </p>`
        : ''
    }
    <dl class="facts">
      ${causeLinks(core, entry)}
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
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
