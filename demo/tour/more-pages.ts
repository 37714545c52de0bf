import { html } from 'hono/html';
import type { Seller } from 'vaultlink/sandbox';
import type { Addresses } from '../addresses.ts';
import { demoPackets } from '../packets.ts';
import { SELLER_PATH } from '../site/behind.ts';
import type { Page, PagePacket } from '../site/page.ts';
import type { MarketState } from './market.ts';
import { linkButton, openButton, stepList, tourNav } from './parts.ts';
import type { Step } from './parts.ts';
import type { Visit } from './visit.ts';

/** Creates the page of the second tour: a seller connects a vault, and a client pushes answers into it. */
export const vaultPage = (
  { panel }: Addresses,
  state: MarketState,
  packet: PagePacket,
  seller: Seller,
): Page => ({
  title: 'Connect a vault',
  nav: tourNav('/vault'),
  main: html`
    <section class="hero">
      <h1>Connect a vault, and push</h1>
      <p class="lead">
        Sellers keep a vault of data at the marketplace. Larkfield Panel, made up as well, lets its
        members connect theirs, and pushes what they answer into it. No secret and no token ever
        reaches the browser.
      </p>
    </section>
    ${stepList('vault-steps', vaultSteps(state, packet, seller, `${panel}/profile`))}
    <p class="ways">
      ${linkButton('/hosts', 'Next: other hosts')}
      ${linkButton(`${panel}/profile/popup`, 'Connect in a window instead', true)}
    </p>
  `,
});

/** Creates the page of the third tour: the token is carried to another host, and a backend works without Vaultlink. */
export const hostsPage = (
  { club }: Addresses,
  state: MarketState,
  packet: PagePacket,
  tasting: Visit,
): Page => ({
  title: 'Other hosts',
  nav: tourNav('/hosts'),
  main: html`
    <section class="hero">
      <h1>Other hosts, other backends</h1>
      <p class="lead">
        A survey that ends on a partner’s host, and a club whose backend is forty lines of its own.
      </p>
    </section>
    <section class="stack" aria-labelledby="partner">
      <h2 id="partner">A partner’s host</h2>
      ${stepList('partner-steps', [
        {
          title: 'Open the tasting',
          text: 'It starts at Larkfield Research, whose tag names the one host that may have the token.',
          isDone: tasting.isOpened,
          status: tasting.isOpened ? 'Landed.' : 'To do.',
          action: tasting.isDecided
            ? undefined
            : openButton('tasting', 'Open the tasting', tasting.isOpened),
        },
        {
          title: 'Finish at the partner',
          text: 'A form leads to Tastewell. Its own tag takes the token over, and its page reports.',
          isDone: tasting.isDecided,
          status: tasting.isDecided ? 'Counted once.' : 'To do.',
        },
      ])}
    </section>
    <section class="stack" aria-labelledby="club">
      <h2 id="club">A backend of one’s own</h2>
      ${stepList('club-steps', vaultSteps(state, packet, tasting.seller, `${club}/profile`))}
    </section>
    <p class="ways">${linkButton('/surveys', 'Next: all surveys')}</p>
  `,
});

function vaultSteps(
  state: MarketState,
  { clientId, packetId }: PagePacket,
  seller: Seller,
  url: string,
): Step[] {
  const connected = state.token_pairs.filter(
    ({ client_id, access_state }) => client_id === clientId && access_state === 'valid',
  );
  const vault = state.sellers_packets.find(
    ({ packet_id, pushed_at }) => packet_id === packetId && pushed_at !== null,
  );
  const nameOf = (id: string) => state.sellers.find((one) => one.id === id)?.name ?? '';
  const names = [...new Set(connected.map(({ seller_id }) => nameOf(seller_id)))].join(', ');
  return [
    {
      title: 'Connect',
      text: `The marketplace asks whose vault it is, and for consent. Choose ${seller.name} there.`,
      isDone: connected.length > 0,
      status: names ? `Connected: ${names}.` : 'To do.',
      action: linkButton(url, names ? 'Go there again' : 'Go there and connect', names !== ''),
    },
    {
      title: 'Answer and save',
      text: 'A plain form on the same page. Its answers are pushed into the vault.',
      isDone: vault !== undefined,
      status: vault ? `Saved in the vault of ${nameOf(vault.seller_id)}.` : 'To do.',
      action: vault && linkButton(SELLER_PATH, 'See the vault', true),
    },
  ];
}

/** Creates the page with all surveys. */
export const surveysPage = (addresses: Addresses, visits: readonly Visit[]): Page => ({
  title: 'All surveys',
  nav: tourNav('/surveys'),
  main: html`
    <section class="hero">
      <h1>All surveys</h1>
      <p class="lead">Each shows one thing that makes life hard for a token.</p>
    </section>
    <ul class="surveys" id="surveys" data-live-part>
      ${demoPackets(addresses).map(({ id, name, shows }) => {
        const visit = visits.find(({ packetId }) => packetId === id);
        return html`<li class="card">
          <h2>${name}</h2>
          <p>${shows}</p>
          <p class="status">${statusOf(visit)}</p>
          ${visit?.isDecided ? '' : openButton(id, 'Open', true)}
        </li>`;
      })}
    </ul>
    <p class="ways">
      ${linkButton(SELLER_PATH, 'See them in the marketplace', true)}
      ${linkButton(addresses.buyer, 'All pages of the buyer', true)}
    </p>
  `,
});

const statusOf = (visit: Visit | undefined) =>
  visit?.outcome
    ? `Counted once as ${visit.outcome}${visit.isPaid ? ', paid' : ''}.`
    : visit?.isOpened
      ? 'Landed.'
      : 'To do.';
