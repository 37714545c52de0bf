import type { VaultConnect, VaultPush } from '../../../src/browser/elements/define.ts';
import type { VaultErrorCode } from '../../../src/protocol/errors.ts';
import type { ExchangeReply, SessionReply } from '../../../src/protocol/local.ts';
import { ok } from './assert.ts';
import { openPage } from './buyer-page.ts';
import type { BuyerPage, OpenOptions } from './buyer-page.ts';
import type { Reply } from './service.ts';
import { shownBy } from './shown.ts';

/** An answer of the backend. */
export const reply = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** A refusal of the backend. */
export const refusal = (error: VaultErrorCode, status: number, more: object = {}) =>
  reply({ error, error_description: `It is ${error}.`, ...more }, status);

export const CONNECTED: SessionReply = {
  connected: true,
  scope: 'push_packet',
  expires_at: '2026-11-22T08:00:00.000Z',
};
export const DISCONNECTED: SessionReply = { connected: false, reason: 'none' };
export const RECONNECT: SessionReply = { connected: false, reason: 'reconnect' };
export const EXCHANGED: ExchangeReply = { connected: true, expires_at: '2026-11-22T08:00:00.000Z' };

/** What the service answers to a push. */
export const PUSHED = {
  message: 'Data successfully synced',
  sellers_packet: { id: '7', packet_id: 'p1', status: 'published' },
};

type VaultElement = VaultConnect | VaultPush;

/** A page with an element of the vault, and what a test looks at. */
export interface VaultPage<Element extends VaultElement> extends BuyerPage {
  /** Adds markup to the page, and returns its first element. */
  add: (html: string) => Element;
  element: Element;
  /** The vault's events in order, with their details. */
  vaultEvents: { type: string; detail: unknown; target: EventTarget | null }[];
  /** The calls, as "METHOD address". */
  calls: () => string[];
  /** The line that tells the state. */
  status: () => HTMLElement;
  /** Returns the sentence that a user reads there. */
  sentence: () => string;
  buttons: () => HTMLButtonElement[];
  /** Waits for a state to be shown. */
  shows: (state: Element['state']) => Promise<void>;
}

const EVENTS = [
  'connected',
  'disconnected',
  'denied',
  'failed',
  'pushing',
  'pushed',
  'push-failed',
];

/** Opens a page with this markup, and its first element of that name. */
export async function openVault<Name extends 'vault-connect' | 'vault-push'>(
  name: Name,
  html: string,
  options: OpenOptions & { query?: string } = {},
): Promise<VaultPage<HTMLElementTagNameMap[Name]>> {
  const vaultEvents: VaultPage<VaultElement>['vaultEvents'] = [];
  const page = await openPage(options.query ?? '', options);
  for (const event of EVENTS) {
    page.document.addEventListener(`vault-${event}`, (one) => {
      vaultEvents.push({
        type: one.type,
        detail: (one as CustomEvent).detail as unknown,
        target: one.target,
      });
    });
  }
  page.document.body.innerHTML = `<main><h1>Your vault</h1>${html}</main>`;
  await page.load('elements/define.ts');
  const element = page.document.querySelector(name);
  ok(element, 'The element is there');
  await element.updateComplete;
  return {
    ...page,
    add: (markup) => {
      page.document.querySelector('main')?.insertAdjacentHTML('beforeend', markup);
      return page.document.querySelector('main')?.lastElementChild as typeof element;
    },
    ...shownBy(element),
    element,
    vaultEvents,
    calls: () => page.service.requests.map(({ url, init }) => `${init.method} ${url}`),
  };
}

/** Opens a page with `<vault-connect>`, whose backend gives these answers. */
export const openConnect = (html: string, ...replies: Reply[]) =>
  openVault('vault-connect', html, { replies });

/** Opens a page whose element connects in a window, presses its button, and tells what was opened. */
export async function openPopup(...later: Reply[]) {
  const html = '<vault-connect display="popup"></vault-connect>';
  const page = await openConnect(html, reply(DISCONNECTED), ...later);
  await page.shows('disconnected');
  const opened: unknown[][] = [];
  /** As much of the window as the page looks at. */
  const popup = { closed: false };
  page.window.open = (...parameters) => {
    opened.push(parameters);
    return popup as unknown as Window;
  };
  page.buttons()[0]?.click();
  await page.shows('connecting');
  return { ...page, opened, popup };
}

/** The names of events. */
export const typesOf = (vaultEvents: { type: string }[]) => vaultEvents.map(({ type }) => type);

/** Leaves every page, and forgets what the tab stores. */
export { closeTab } from './buyer-page.ts';
