import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import type { Client } from '../../market/oauth-records.ts';
import type { Html } from '../../service/pages/document.ts';
import { DEVELOPER_PATH } from '../../service/pages/console-path.ts';
import { logo, pageReply } from '../../service/pages/document.ts';
import { copyable, copyableLines } from '../copy.ts';
import { fieldsFor, keptWhileMistaken, mistakeSummary } from '../fields.ts';
import type { Draft } from '../fields.ts';
import { SCRIPT_PATH } from '../frame.ts';
import { exchangeCommand, variablesOf } from './client-lines.ts';

/** Returns the name of the form that changes a client. */
export const changeClientForm = (id: string): string => `change-client-${id}`;

/** Renders a client with its facts, the lines to copy and the form that changes it. */
export function clientRow(core: SandboxCore, client: Client, baseUrl: string, draft?: Draft): Html {
  const { client_id, name, redirect_uri } = client;
  const form = changeClientForm(client_id);
  const field = fieldsFor(form, draft);
  return html`<li id="client-row-${client_id}">
    <h3>${name}</h3>
    <dl class="facts">
      <div>
        <dt>Client id</dt>
        <dd>${copyable(`id-of-${client_id}`, client_id, `the id of ${name}`)}</dd>
      </div>
      <div>
        <dt>Client secret</dt>
        <dd>shown once, when the client was created</dd>
      </div>
      <div>
        <dt>Redirect URI</dt>
        <dd><code>${redirect_uri}</code></dd>
      </div>
    </dl>
    <details id="use-${client_id}">
      <summary>Variables and command<span class="visually-hidden"> for ${name}</span></summary>
      <p class="note">For <code>vaultlink serve --env .env</code>:</p>
      ${copyableLines(`env-${client_id}`, variablesOf(client, baseUrl, false), `variables of ${name}`)}
      <p class="note">Exchanges a code for tokens:</p>
      ${copyableLines(`curl-of-${client_id}`, exchangeCommand(client, baseUrl, false), `command of ${name}`)}
    </details>
    <details id="change-${client_id}" ${draft?.form === form ? 'open' : ''}>
      <summary>Change or delete<span class="visually-hidden"> ${name}</span></summary>
      <form
        class="fields"
        method="post"
        action="${core.address('/sandbox/console/clients/change')}"
        novalidate
        ${keptWhileMistaken(form, draft)}
      >
        ${mistakeSummary(form, draft, 'Nothing was changed')}
        <input type="hidden" name="client_id" value="${client_id}" />
        ${field({ name: 'name', label: 'Name', value: name, isRequired: true })}
        ${field({
          name: 'redirect_uri',
          label: 'Redirect URI',
          type: 'url',
          value: redirect_uri,
          isRequired: true,
        })}
        <button>Save<span class="visually-hidden"> ${name}</span></button>
      </form>
      <div class="button-row">
        <form method="post" action="${core.address('/sandbox/console/clients/rotate')}">
          <input type="hidden" name="client_id" value="${client_id}" />
          <button>Rotate the secret<span class="visually-hidden"> of ${name}</span></button>
        </form>
        <form method="post" action="${core.address('/sandbox/console/clients/delete')}">
          <input type="hidden" name="client_id" value="${client_id}" />
          <button class="danger">
            Delete<span class="visually-hidden"> ${name}</span> with its packets
          </button>
        </form>
      </div>
    </details>
  </li>`;
}

/** Renders the form for a new client. */
export function clientForm(core: SandboxCore, draft?: Draft): Html {
  const field = fieldsFor('client', draft);
  return html`<h2 id="new-client">Create a client</h2>
    <form
      class="fields"
      method="post"
      action="${core.address('/sandbox/console/clients')}"
      novalidate
    >
      ${mistakeSummary('client', draft, 'The client was not created')}
      ${field({ name: 'name', label: 'Name', isRequired: true, attributes: { maxlength: '100' } })}
      ${field({
        name: 'redirect_uri',
        label: 'Redirect URI',
        type: 'url',
        isRequired: true,
        attributes: { placeholder: 'https://…/vault/callback' },
        hint: 'Sellers come back to exactly this address.',
      })}
      <button class="primary">Create client</button>
    </form>`;
}

/** Creates the page that shows the secret of a client once. @see interface §2.1 §5.7 */
export function secretPage(
  core: SandboxCore,
  client: Client,
  isNew: boolean,
  baseUrl: string,
): Promise<Response> {
  const { client_id, client_secret, name } = client;
  const title = isNew ? `${name} was created` : `${name} has a new secret`;
  const body = html`
    <main class="message">
      <div class="part good">
        ${logo}
        <h1>${title}</h1>
        <p>
          Copy the secret now: it is not shown again.
          ${isNew ? '' : 'The one before does not work any more.'}
        </p>
        <dl class="facts">
          <div>
            <dt>Client id</dt>
            <dd>${copyable('new-id', client_id, 'the client id')}</dd>
          </div>
          <div>
            <dt>Client secret</dt>
            <dd>${copyable('new-secret', client_secret, 'the secret')}</dd>
          </div>
        </dl>
        <details>
          <summary>Variables for a backend</summary>
          ${copyableLines('new-env', variablesOf(client, baseUrl, true), 'the variables')}
        </details>
        <details>
          <summary>A command that exchanges a code</summary>
          ${copyableLines('new-curl', exchangeCommand(client, baseUrl, true), 'the command')}
        </details>
        <p>
          <a class="button primary" href="${core.address(DEVELOPER_PATH)}">Back to your clients</a>
        </p>
      </div>
      <p class="banner">
        This is a sandbox: <code>GET ${core.address('/sandbox/state')}</code> shows the secret as
        often as you like.
      </p>
      <p id="news" class="visually-hidden" role="status"></p>
    </main>
  `;
  return pageReply(core, 200, { title, body, script: SCRIPT_PATH });
}
