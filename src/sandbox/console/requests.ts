import { html } from 'hono/html';
import type { LoggedRequest } from '../control/request-log.ts';
import type { Html } from '../service/pages/document.ts';
import { counted } from './format.ts';

/** More would only slow the page down; `GET /sandbox/requests` has them all. */
const SHOWN = 50;

/** What reached the service, newest first. */
export function requestsPart(entries: readonly LoggedRequest[]): Html {
  const newest = entries.slice(-SHOWN).reverse();
  return html`
    <header class="part-head">
      <h2 tabindex="-1">Requests to the service</h2>
      <p>
        ${
          entries.length > SHOWN
            ? `The newest ${SHOWN} of ${entries.length}`
            : counted(entries.length, 'request')
        }
      </p>
    </header>
    ${
      newest.length
        ? html`<table class="requests">
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">Time (UTC)</th>
                <th scope="col">Request</th>
                <th scope="col">From</th>
                <th scope="col">Answer</th>
                <th scope="col">Token or body</th>
              </tr>
            </thead>
            <tbody>
              ${newest.map(requestRow)}
            </tbody>
          </table>`
        : html`<p class="empty">
            Nothing has come in yet. Open a packet and finish it on the buyer’s page: the report
            shows up here.
          </p>`
    }
  `;
}

function requestRow(entry: LoggedRequest): Html {
  const { number, at, method, path, spent } = entry;
  return html`<tr class="${spent ? 'spent' : ''}">
    <td>${number}</td>
    <td>${at.slice(11, 19)}</td>
    <td><code>${method} ${path}</code></td>
    <td>${origin(entry)}</td>
    <td>${answer(entry)}</td>
    <td>${spent ? html`<span class="badge good">Spent the token</span>` : ''} ${carried(entry)}</td>
  </tr>`;
}

function carried({ number, token, body }: LoggedRequest): Html {
  if (body !== null) {
    return html`<details id="body-${number}">
      <summary>Body</summary>
      <pre><code>${body}</code></pre>
    </details>`;
  }
  return token === null ? html`none` : html`<code class="token">${token}</code>`;
}

function origin({ headers }: LoggedRequest): string {
  const from = headers.origin ?? headers.referer ?? 'unknown';
  return headers['sec-purpose'] ? `${from} (${headers['sec-purpose']})` : from;
}

function answer({ status }: LoggedRequest): Html {
  if (status === null) return html`<span class="badge waiting">Held</span>`;
  if (status === 0) return html`<span class="badge bad">Cut off</span>`;
  return html`<span class="badge ${status < 400 ? 'good' : 'bad'}">${status}</span>`;
}
