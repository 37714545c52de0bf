import { html } from 'hono/html';
import type { Seller } from 'vaultlink/sandbox';
import { SELLER_PATH } from '../site/behind.ts';
import type { Html, Page } from '../site/page.ts';
import { BREAKS } from './breaks.ts';
import { linkButton, openButton, stepList, tourNav } from './parts.ts';
import type { Step } from './parts.ts';
import { euros, visitRecord } from './record.ts';
import type { Visit } from './visit.ts';

/** Id of the packet in the three steps. */
export const FIRST_PACKET = 'survey';

/** Id of the packet for which the network breaks. Its survey has a single question and a button to finish. */
export const BREAK_PACKET = 'travel';

/** Data of the start page. */
export interface StartView {
  sellers: readonly Seller[];
  seller: Seller;
  first: Visit;
  broken: Visit;
}

/** Creates the start page, with three steps and the buttons that break the network. */
export const startPage = ({ sellers, seller, first, broken }: StartView): Page => ({
  title: 'Nothing lost, nothing counted twice',
  nav: tourNav('/'),
  main: html`
    <section class="hero">
      <h1>Nothing lost, nothing counted twice</h1>
      <p class="lead">
        You play a seller who answers surveys for money. Larkfield Research, a made-up company, buys
        the answers. Two lines of HTML on its pages see to it that every survey counts, once.
      </p>
      ${sellerForm(sellers, seller)}
    </section>
    ${stepList('steps', firstSteps(first))}
    <section class="card" aria-labelledby="break">
      <h2 id="break">Break the network at the worst moment</h2>
      <p>
        Pick a way. A survey with a single question opens, and the network breaks as soon as you
        finish it. Watch what the page says, and what the marketplace has on record beside it.
      </p>
      <form class="break-ways" method="post" action="/open/${BREAK_PACKET}">
        ${BREAKS.map(
          ({ id, name, what, seen }) =>
            html`<div class="break-way">
              <button name="way" value="${id}" aria-describedby="way-${id}">${name}</button>
              <p id="way-${id}">${what} <span class="hint">${seen}</span></p>
            </div>`,
        )}
      </form>
      <div id="broken" class="record" data-live-part aria-live="polite">
        ${brokenRecord(broken)}
      </div>
    </section>
    <p class="ways">${linkButton('/vault', 'Next: connect a vault')}</p>
  `,
});

function firstSteps({
  seller,
  isOpened,
  outcome,
  isDecided,
  isPaid,
  reward,
  reports,
}: Visit): Step[] {
  const isFresh = !isOpened;
  return [
    {
      title: 'Open a survey',
      text: 'The marketplace sends you to Larkfield’s page with a token. The script tag keeps it and cleans the address.',
      isDone: isOpened,
      status: isOpened ? `Landed: ${seller.name} has a token.` : 'To do.',
      action: isDecided
        ? undefined
        : openButton(FIRST_PACKET, isFresh ? 'Open the survey' : 'Open it again', !isFresh),
    },
    {
      title: 'Answer it',
      text: 'Three short pages. Your answers decide how it ends, and the last page reports that.',
      isDone: isDecided,
      status: isDecided
        ? reports.length === 1
          ? 'Answered: one report arrived.'
          : `Answered: ${reports.length} reports arrived.`
        : isOpened
          ? 'Waiting for the report.'
          : 'To do.',
    },
    {
      title: 'See it counted',
      text: 'The marketplace counts the outcome once, and pays for a complete survey.',
      isDone: outcome !== null,
      status: outcome
        ? isPaid
          ? `Paid: ${euros(reward)} for ${seller.name}. Counted once.`
          : `Counted once as ${outcome}. Not paid.`
        : isDecided
          ? 'No outcome came within the hour.'
          : 'To do.',
      action: isDecided
        ? html`${linkButton(SELLER_PATH, 'See it in the marketplace')} ${newSellerForm}`
        : undefined,
    },
  ];
}

/** Renders the record of the survey with a broken network. Empty before the first try. */
const brokenRecord = (broken: Visit): Html | string =>
  broken.isOpened || broken.armed
    ? html`<h3>On record at the marketplace</h3>
        ${visitRecord(broken)}
        ${
          broken.armed
            ? html`<form method="post" action="/mend">
                <button id="mend" class="small">Mend the network</button>
              </form>`
            : ''
        }`
    : '';

const newSellerForm = html`<form method="post" action="/seller">
  <button id="new-seller" class="button quiet" name="seller" value="new">Play somebody new</button>
</form>`;

const sellerForm = (sellers: readonly Seller[], seller: Seller): Html =>
  html`<form class="playing" method="post" action="/seller">
    <label for="seller">You play</label>
    <select id="seller" name="seller">
      ${sellers.map(
        ({ id, name }) =>
          html`<option value="${id}" ${id === seller.id ? 'selected' : ''}>${name}</option>`,
      )}
      <option value="new">Somebody new</option>
    </select>
    <button class="button quiet">Change</button>
  </form>`;
