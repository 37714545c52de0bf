import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import type { BasePath } from '../../service/base-path.ts';
import { INTERFACE_PATH, LAB_PATH } from '../../service/pages/console-path.ts';
import type { Html } from '../../service/pages/document.ts';
import { framedPage } from '../frame.ts';

/** Summary of a section of the interface. */
interface Section {
  /** Title in the interface, without the part in brackets. */
  title: string;
  text: string;
}

/** Titles and summaries of the sections of the interface. A test compares the titles with it. */
export const SECTIONS: Readonly<Partial<Record<string, Section>>> = {
  '1': {
    title: 'What the service does',
    text: 'buyers obtain data packets from sellers, who hold a vault.',
  },
  '2.1': {
    title: 'OAuth client',
    text: 'client_id, client_secret (visible once) and redirect_uri, which is sent again on token requests.',
  },
  '2.2': {
    title: 'Token response',
    text: 'access_token (a JWT, 24 hours), refresh_token (revoked once used), scope push_packet.',
  },
  '2.3': { title: 'Sellers packet', text: 'the record that a push returns.' },
  '2.4': {
    title: 'Push payload',
    text: 'id must equal the packet id in the path; every answer is a string, undefined or null.',
  },
  '2.5': {
    title: 'Endlink token and endlink URL parameters',
    text: 'for one seller and one packet, valid for one hour, single use. The service appends service_endlink_token and seller_id.',
  },
  '3.1': {
    title: 'Sellers packet',
    text: 'complete publishes it; fail, quota_full and screenout filter it; silence until the token expires is a failure.',
  },
  '3.2': {
    title: 'Tokens',
    text: 'a code is exchanged for a token pair; an access token lasts 24 hours; a refresh token is revoked by its use; the first endlink call consumes the token.',
  },
  '4': { title: 'Endpoints', text: 'the authorization page, and every address of the service.' },
  '4.1': {
    title: 'Authorization callback',
    text: 'the browser comes back to the redirect_uri with code and state.',
  },
  '4.2': {
    title: 'Token exchange',
    text: 'POST {base_url}/oauth/token with JSON, for a code or a refresh token.',
  },
  '4.3': {
    title: 'Push data to a packet',
    text: 'POST {base_url}/api/v5/packets/{packet_id}/sellers_packets/push, only into packets created from the calling client.',
  },
  '4.4': {
    title: 'Endlink outcome endpoints',
    text: 'GET with service_endlink_token. A 2xx status is success; the .html form is for the browser of the seller.',
  },
  '5.1': {
    title: 'Authentication',
    text: 'tokens are issued to a client with its client_id, client_secret and redirect_uri.',
  },
  '5.2': { title: 'Authentication', text: 'the only scope is push_packet.' },
  '5.3': { title: 'Authentication', text: 'a push sends Authorization: Bearer <ACCESS_TOKEN>.' },
  '5.4': { title: 'Authentication', text: 'access tokens last 24 hours and hold expires_at.' },
  '5.5': { title: 'Authentication', text: 'refresh tokens are single use.' },
  '5.6': {
    title: 'Authentication',
    text: 'endlink endpoints are authorized by the endlink token alone.',
  },
  '7': {
    title: 'Errors',
    text: 'failed authentication is {error, error_description}; anything else is {errors: {base: […]}}.',
  },
  '8': {
    title: 'Limits',
    text: 'access token 24 hours, endlink token 1 hour and one use, the packet id matches in path and body.',
  },
  '9': { title: 'Versioning', text: '/api/v5 for pushes, /api/v3 for endlinks.' },
};

/** Returns title and summary of a section; `4.4 rule 1` is in section 4.4. Returns `undefined` for an RFC. */
export function sectionText(section: string): string | undefined {
  const found = SECTIONS[/^[\d.]+/.exec(section)?.[0] ?? ''];
  return found && `${found.title}: ${found.text}`;
}

/** The sections by their number. An object lists `4` before `2.1`. */
const IN_ORDER = Object.entries(SECTIONS).sort(([one], [other]) => one.localeCompare(other, 'en'));

/** Renders the name of a section as a link to the page of the sections; the name of an RFC as a text. */
export const sectionLink = ({ address }: Pick<BasePath, 'address'>, section: string): Html => {
  const [, number] = /^([\d.]+)/.exec(section) ?? [];
  const name = sectionName(section);
  return number === undefined
    ? html`${name}`
    : html`<a href="${address(INTERFACE_PATH)}#${number}">${name}</a>`;
};

/** Creates the page with the sections of the interface in short. */
export function interfacePage(core: SandboxCore): Promise<Response> {
  const content = html`<article class="part wide" aria-labelledby="interface-title">
    <h2 id="interface-title" tabindex="-1">The interface in short</h2>
    <p class="note">
      The sandbox answers as these sections say. Where they leave something open, a switch decides:
      see the <a href="${core.address(LAB_PATH)}">lab</a>.
    </p>
    <dl class="facts">
      ${IN_ORDER.map(
        ([section, { title, text } = { title: '', text: '' }]) =>
          html`<div id="${section}" class="section-row">
            <dt>${sectionName(section)}</dt>
            <dd><strong>${title}</strong>: ${text}</dd>
          </div>`,
      )}
    </dl>
  </article>`;
  return framedPage(core, { name: 'Log', path: INTERFACE_PATH, content });
}

/** Returns the name of a section, such as `§4.4`. Returns the name of an RFC unchanged. */
export const sectionName = (section: string): string =>
  /^\d/.test(section) ? `§${section}` : section;
