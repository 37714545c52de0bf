import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import { endlinkOf, textQuestionsOf } from '../../market/packets.ts';
import type { Packet, Question } from '../../market/packets.ts';
import { fillEndlink } from '../../service/endlink/endlink-url.ts';
import { DEVELOPER_PATH } from '../../service/pages/console-path.ts';
import type { Html } from '../../service/pages/document.ts';
import type { Seller } from '../../market/market.ts';
import { mistakeInOpening } from '../../service/endlink/open-endlink.ts';
import { PLAY_AGAIN_PATH } from '../seller/packet-list.ts';
import { copyable, copyableLines } from '../copy.ts';
import { fieldsFor, keptWhileMistaken, mistakeSummary } from '../fields.ts';
import type { Draft } from '../fields.ts';
import { amount, capitalized } from '../display-format.ts';
import { pushCommand } from './client-lines.ts';

/** Choices that the buyer's page depends on, beside the records. */
export interface BuyerView {
  baseUrl: string;
  /** The seller whom the person plays in this browser. */
  seller: Seller | undefined;
  draft?: Draft | undefined;
}

/** Returns the name of the form that changes a packet. */
export const changePacketForm = (id: string): string => `change-packet-${id}`;

/** Renders a packet with its questions and the form that changes it. */
export function packetRow(
  core: SandboxCore,
  packet: Packet,
  { baseUrl, draft, seller }: BuyerView,
): Html {
  const { id, name } = packet;
  const form = changePacketForm(id);
  const names = textQuestionsOf(packet).map(({ name }) => name);
  return html`<li id="packet-${id}">
    <h3>${name}</h3>
    ${packetFacts(core, packet)} ${endlinkOf(packet) ? playForm(core, packet, seller) : ''}
    ${
      packet.client_id !== null && names.length
        ? html`<details id="push-${id}">
            <summary>Command for a push<span class="visually-hidden"> to ${name}</span></summary>
            ${copyableLines(`push-of-${id}`, pushCommand(id, names, baseUrl), `push to ${name}`)}
          </details>`
        : ''
    }
    <details id="edit-${id}" ${draft?.form === form ? 'open' : ''}>
      <summary>Change or delete<span class="visually-hidden"> ${name}</span></summary>
      <form
        class="fields"
        method="post"
        action="${core.address('/sandbox/console/packets/change')}"
        novalidate
        ${keptWhileMistaken(form, draft)}
      >
        ${mistakeSummary(form, draft, 'Nothing was changed')}
        <input type="hidden" name="packet_id" value="${id}" />
        ${endlinkOf(packet) ? endlinkFields(form, packet, draft) : dataFields(form, packet, draft)}
        <button>Save<span class="visually-hidden"> ${name}</span></button>
      </form>
      <form method="post" action="${core.address('/sandbox/console/packets/delete')}">
        <input type="hidden" name="packet_id" value="${id}" />
        <button class="danger">Delete<span class="visually-hidden"> ${name}</span></button>
      </form>
    </details>
  </li>`;
}

/** Renders the button that opens the endlink of a packet as a seller: the one who is played, or a new one if the packet is settled for that one. */
function playForm(core: SandboxCore, packet: Packet, seller: Seller | undefined): Html {
  const isOpen = seller !== undefined && mistakeInOpening(core, packet, seller) === undefined;
  const who = isOpen ? seller.name : 'a new seller';
  return html`<form
    class="button-row"
    method="post"
    action="${core.address(isOpen ? '/sandbox/console/open' : PLAY_AGAIN_PATH)}"
    target="_blank"
    rel="noopener"
  >
    <input type="hidden" name="packet_id" value="${packet.id}" />
    <input type="hidden" name="seller_id" value="${isOpen ? seller.id : ''}" />
    <button id="play-${packet.id}">
      Open as ${isOpen ? 'seller' : 'a new seller'}<span class="visually-hidden">
        ${packet.name}, as ${who}, in a new tab</span
      >
    </button>
  </form>`;
}

function packetFacts(core: SandboxCore, packet: Packet): Html {
  const { id, name, client_id, reward, questions } = packet;
  const client = client_id === null ? undefined : core.market().clients.get(client_id);
  return html`<dl class="facts">
    <div>
      <dt>Questions</dt>
      <dd>
        <ul class="typed">
          ${questions.map(questionItem)}
        </ul>
      </dd>
    </div>
    ${
      endlinkOf(packet) || reward
        ? html`<div>
            <dt>Pays</dt>
            <dd>${amount(reward)}</dd>
          </div>`
        : ''
    }
    <div>
      <dt>Client</dt>
      <dd>${client_id === null ? 'none, so nobody can push' : (client?.name ?? client_id)}</dd>
    </div>
    <div>
      <dt>Packet id</dt>
      <dd>${copyable(`packet-id-${id}`, id, `the id of ${name}`)}</dd>
    </div>
  </dl>`;
}

const questionItem = (question: Question): Html =>
  html`<li>
    <code>${question.name}</code>
    ${
      question.answer_type === 'endlink'
        ? html`Endlink: <code>${question.endlink_url}</code>`
        : 'Text'
    }
  </li>`;

/** Renders the form for a packet whose answers a client pushes. */
export function dataPacketForm(core: SandboxCore, draft?: Draft): Html {
  const clients = [...core.market().clients.values()];
  if (!clients.length) {
    return html`<h2 id="new-packet" tabindex="-1">Create a data packet</h2>
      <p id="no-client" class="note">It belongs to a client, so create a client first.</p>`;
  }
  const field = fieldsFor('data-packet', draft);
  return html`<h2 id="new-packet" tabindex="-1">Create a data packet</h2>
    <form
      id="data-packet-form"
      class="fields"
      method="post"
      action="${core.address('/sandbox/console/data-packets')}"
      novalidate
      ${keptWhileMistaken('data-packet', draft)}
    >
      ${mistakeSummary('data-packet', draft, 'The packet was not created')}
      ${field({
        name: 'client_id',
        label: 'Client',
        options: clients.map(({ client_id, name }) => [client_id, name]),
      })}
      ${dataFields('data-packet', undefined, draft)}
      <button>Create packet</button>
    </form>`;
}

function dataFields(form: string, packet?: Packet, draft?: Draft): Html {
  const field = fieldsFor(form, draft);
  return html`${field({ name: 'name', label: 'Name', value: packet?.name ?? '', isRequired: true })}
  ${field({
    name: 'questions',
    label: 'Question names',
    rows: 4,
    value: namesIn(packet),
    isRequired: true,
    hint: 'One in each line. They are the keys of a push.',
  })}`;
}

/** Returns the names of the text questions, one in each line. */
const namesIn = (packet: Packet | undefined): string =>
  packet
    ? textQuestionsOf(packet)
        .map(({ name }) => name)
        .join('\n')
    : '';

/** Renders the form for a packet with an endlink, with a preview of the landing URL. */
export function endlinkPacketForm(core: SandboxCore, draft?: Draft): Html {
  const { seller_id_variable, interaction_id_variable } = core.behaviour;
  return html`<h2 id="endlinks">Create a packet with an endlink</h2>
    <form
      class="fields"
      method="post"
      action="${core.address('/sandbox/console/packets')}"
      data-preview="${core.address(DEVELOPER_PATH)}"
      novalidate
    >
      ${mistakeSummary('endlink', draft, 'The packet was not created')}
      ${endlinkFields('endlink', undefined, draft)} ${clientField(core, draft)}
      <p class="note">
        Variables, each as the value of a parameter: <code>{{endlink_token}}</code>,
        <code>{{${seller_id_variable}}}</code>, <code>{{${interaction_id_variable}}}</code>. None is
        needed.
      </p>
      ${landingPreview(core, draft?.form === 'endlink' ? (draft.values.endlink_url ?? '') : '')}
      <div class="button-row">
        <button class="primary">Create packet</button>
        <button formmethod="get" formaction="${core.address(DEVELOPER_PATH)}">Preview</button>
      </div>
    </form>`;
}

/** Renders the choice of the client that may push into a packet with an endlink. */
function clientField(core: SandboxCore, draft?: Draft): Html | '' {
  const clients = [...core.market().clients.values()];
  if (!clients.length) return '';
  const named = clients.map(({ client_id, name }) => [client_id, name] as const);
  return fieldsFor(
    'endlink',
    draft,
  )({
    name: 'client_id',
    label: 'Client',
    options: [['', 'None'], ...named],
    hint: 'It can push into the packet.',
  });
}

function endlinkFields(form: string, packet?: Packet, draft?: Draft): Html {
  const field = fieldsFor(form, draft);
  return html`${field({ name: 'name', label: 'Name', value: packet?.name ?? '', isRequired: true })}
  ${field({
    name: 'endlink_url',
    label: 'Endlink URL',
    type: 'url',
    value: (packet && endlinkOf(packet)?.endlink_url) ?? '',
    isRequired: true,
    attributes: { placeholder: 'https://…/survey?t={{endlink_token}}' },
  })}
  ${field({
    name: 'reward',
    label: 'Reward in €',
    type: 'number',
    value: packet ? String(packet.reward) : '1.00',
    isRequired: true,
  })}
  ${field({
    name: 'questions',
    label: 'Further questions',
    rows: 2,
    value: namesIn(packet),
    hint: 'One in each line. Most packets with an endlink have none.',
  })}`;
}

const EXAMPLE_TOKEN = 'kX4v…9Qe';

/** Renders the landing URL for an endlink URL, and names the placeholders that stay in it. */
function landingPreview({ behaviour }: SandboxCore, buyerUrl: string): Html {
  const isUrl = /^https?:\/\//i.test(buyerUrl) && URL.canParse(buyerUrl);
  const visit = { token: EXAMPLE_TOKEN, seller_id: 'seller-1', interaction_id: 'interaction-1' };
  const { url, unfilled } = fillEndlink(buyerUrl, visit, behaviour);
  return html`<div id="landing-preview" class="preview" data-preview-of="endlink_url">
    <h3>A seller lands on</h3>
    ${
      isUrl
        ? html`<p><code>${decodeURI(url)}</code></p>`
        : html`<p class="quiet">Type an address that begins with http:// or https://.</p>`
    }
    ${unfilled.map((what) => html`<p class="mistake">${capitalized(what)}, so it stays as it is.</p>`)}
  </div>`;
}
