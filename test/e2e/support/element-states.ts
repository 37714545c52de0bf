import type { Page } from '@playwright/test';
import { LANDING } from '../../browser/support/buyer-page.ts';
import {
  CONNECTED,
  DISCONNECTED,
  PUSHED,
  RECONNECT,
  refusal,
  reply,
} from '../../browser/support/vault-page.ts';
import type { Buyer } from './buyer.ts';
import { giveUpNothing } from './time.ts';

/** How an element comes to stand as it can. */
export interface Standing {
  /** The element's name. */
  name: string;
  /** What its property `state` says. */
  state: string;
  /** How that begins which a person reads, in English. */
  says: string;
  html: string;
  /** Of the page's address. */
  query?: string;
  /** What the tab has on record, beside a token. */
  record?: object;
  /** Whether the page's button is pressed. */
  isPressed?: boolean;
  /** What the backend answers. Default: nothing; the page waits. */
  answer?: () => Response;
}

const finish = (attributes: string, more: Partial<Standing> = { query: LANDING }) => ({
  name: 'endlink-finish',
  html: `<endlink-finish outcome="complete" ${attributes}></endlink-finish>`,
  ...more,
});

const connect = (answer?: () => Response) => ({
  name: 'vault-connect',
  html: '<vault-connect></vault-connect>',
  ...(answer && { answer }),
});

const push = (answer?: () => Response) => ({
  name: 'vault-push',
  html: '<vault-push packet-id="p1"><form><label>Name <input name="name" /></label> <button>Save</button></form></vault-push>',
  ...(answer && { answer }),
});
const pushed = (answer?: () => Response) => ({ ...push(answer), isPressed: true });

const OLD = Date.now() - 3_700_000;
const KNOWN = { outcome: 'complete', state: 'unknown', probablyRecorded: true };
const REFUSED = { messages: ['Age is missing.', 'Name is too long: it may have 40 characters.'] };

/** Every way in which the three elements can stand, by what it is called. */
export const STANDINGS: Record<string, Standing> = {
  waiting: { ...finish('manual test="on"'), state: 'waiting', says: 'You have reached the end.' },
  reporting: { ...finish(''), state: 'reporting', says: 'Reporting your participation' },
  confirmed: {
    ...finish('test="on"'),
    state: 'confirmed',
    says: 'Thank you for completing the survey.',
  },
  rejected: { ...finish('test="spent"'), state: 'rejected', says: 'The marketplace could not' },
  unknown: { ...finish('test="cors"'), state: 'unknown', says: 'Not confirmed yet.' },
  'probably recorded': {
    ...finish('', { record: KNOWN }),
    ...{ state: 'unknown', says: 'Your participation has most likely' },
  },
  missing: { ...finish('', {}), state: 'missing', says: '' },
  expired: {
    ...finish('manual', { record: { state: 'expired', capturedAtMs: OLD } }),
    ...{ state: 'expired', says: 'Your link may have expired.' },
  },
  checking: { ...connect(), state: 'checking', says: 'Checking the connection' },
  disconnected: {
    ...connect(() => reply(DISCONNECTED)),
    ...{ state: 'disconnected', says: 'Your vault is not connected.' },
  },
  denied: {
    ...connect(() => reply(DISCONNECTED)),
    ...{ query: '?vault=denied', state: 'disconnected', says: 'You declined.' },
  },
  connecting: {
    ...connect(() => reply(DISCONNECTED)),
    html: '<script>window.open = () => window</script><vault-connect display="popup"></vault-connect>',
    ...{ isPressed: true, state: 'connecting', says: 'Connecting.' },
  },
  connected: {
    ...connect(() => reply(CONNECTED)),
    ...{ state: 'connected', says: 'Your vault is connected.' },
  },
  'to be connected again': {
    ...connect(() => reply(RECONNECT)),
    ...{ state: 'reconnect', says: 'The connection to your vault has ended.' },
  },
  'not to be connected now': {
    ...connect(() => refusal('store_unavailable', 503)),
    ...{ state: 'failed', says: 'That did not work.' },
  },
  ready: { ...push(), state: 'ready', says: '' },
  pushing: { ...pushed(), state: 'pushing', says: 'Saving your answers in your vault.' },
  pushed: { ...pushed(() => reply(PUSHED)), state: 'pushed', says: 'Your answers are saved' },
  refused: {
    ...pushed(() => refusal('validation_failed', 422, REFUSED)),
    ...{ state: 'failed', says: 'Your answers were not accepted.' },
  },
  unconnected: {
    ...pushed(() => refusal('not_connected', 401)),
    ...{ state: 'failed', says: 'Not saved yet. Please connect' },
  },
  busy: {
    ...pushed(() => refusal('rate_limited', 429)),
    ...{ state: 'failed', says: 'Not saved yet. Please try again in' },
  },
  unsaved: {
    ...pushed(() => refusal('invalid_request', 400)),
    ...{ state: 'failed', says: 'Your answers were not saved.' },
  },
  unanswered: {
    ...pushed(() => refusal('service_error', 502)),
    ...{ state: 'failed', says: 'We could not find out whether' },
  },
};

/** The languages that the elements are looked at in, with the way they run. */
export const DIRECTIONS = { en: 'ltr', ar: 'rtl' } as const;

/** Opens a page of that language, and waits until its element stands so. */
export async function openStanding(
  page: Page,
  buyer: Buyer,
  { name, state, html, query = '', record, isPressed, answer }: Standing,
  language: keyof typeof DIRECTIONS = 'en',
): Promise<void> {
  buyer.page('/', {
    before: `<meta name="viewport" content="width=device-width">
      <style>
        :root { color-scheme: light dark; font-family: sans-serif; }
        /* Said, for axe takes any other page for white. */
        body { background: Canvas; color: CanvasText; }
      </style>
      <script>Object.assign(document.documentElement, { lang: '${language}', dir: '${DIRECTIONS[language]}' });</script>`,
    body: `<main><h1>Survey</h1>${html}</main>`,
  });
  await page.route(/\/(session|push)$|\/api\/v3\//, async (route) => {
    const given = answer?.();
    if (given) await route.fulfill({ status: given.status, body: await given.text() });
  });
  // A request that nobody answers stays on its way.
  await giveUpNothing(page);
  if (record) {
    const stored = { token: 'abc', query: LANDING, capturedAtMs: Date.now(), ...record };
    await page.addInitScript((text) => {
      sessionStorage.vaultlink = text;
    }, JSON.stringify(stored));
  }
  await page.goto(buyer.url(`/${query}`));
  // A form that is pressed earlier goes out as it does without the element.
  await page.locator(`${name}:defined`).waitFor({ state: 'attached' });
  if (isPressed) await page.getByRole('button').click();
  await page.waitForFunction(
    ([name, state]) => {
      const element = document.querySelector<HTMLElement & { state: string }>(name);
      return element?.state === state && element.shadowRoot?.querySelector('[part=status]');
    },
    [name, state] as const,
  );
}
