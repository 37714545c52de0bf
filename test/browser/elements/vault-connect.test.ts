import { deepEqual, equal, ok } from '../support/assert.ts';
import type * as Axe from '../support/axe.ts';
import { held, settled, until } from '../support/until.ts';
import {
  closeTab,
  CONNECTED,
  DISCONNECTED,
  openConnect as open,
  openPopup,
  openVault,
  RECONNECT,
  refusal,
  reply,
  typesOf,
} from '../support/vault-page.ts';
import { networkError } from '../support/service.ts';

const CONNECT = '<vault-connect><a href="/vault/connect">Connect</a></vault-connect>';
const POPUP = '<vault-connect display="popup"></vault-connect>';

const never = () => held<Response>().promise;

/** Every state of the element: how to get there, what a user reads, and the buttons. */
const STATES: Record<string, [() => ReturnType<typeof open>, RegExp, string[]]> = {
  checking: [() => open(CONNECT, never()), /^Checking the connection/, []],
  disconnected: [
    () => open(CONNECT, reply(DISCONNECTED)),
    /^Your vault is not connected\.$/,
    ['Connect my vault'],
  ],
  denied: [
    () =>
      openVault('vault-connect', CONNECT, {
        query: '?vault=denied',
        replies: [reply(DISCONNECTED)],
      }),
    /^You declined\. Your vault is not connected\.$/,
    ['Connect my vault'],
  ],
  connecting: [() => openPopup(), /^Connecting\. If a window has opened/, ['Connect my vault']],
  connected: [() => open(CONNECT, reply(CONNECTED)), /^Your vault is connected\.$/, ['Disconnect']],
  reconnect: [
    () => open(CONNECT, reply(RECONNECT)),
    /^The connection to your vault has ended/,
    ['Connect my vault'],
  ],
  failed: [() => open(CONNECT, networkError()), /^That did not work/, ['Try again']],
};

type State = 'checking' | 'disconnected' | 'connecting' | 'connected' | 'reconnect' | 'failed';
const stateOf = (name: string) => (name === 'denied' ? 'disconnected' : name) as State;

describe('<vault-connect>', () => {
  afterEach(closeTab);

  for (const [name, [opening, sentence, labels]] of Object.entries(STATES)) {
    it(`shows a sentence in the state ${name}, without a violation for assistive technology`, async () => {
      const page = await opening();
      await until(() => sentence.test(page.sentence()));
      await page.shows(stateOf(name));
      deepEqual(
        page.buttons().map(({ textContent }) => textContent.trim()),
        labels,
      );
      for (const state of Object.keys(STATES).filter((one) => one !== 'denied')) {
        equal(page.element.matches(`:state(${state})`), state === stateOf(name), state);
      }
      equal(page.status().getAttribute('role'), 'status');
      const axe = (await page.window.load('/test/browser/support/axe.ts')) as typeof Axe;
      deepEqual(await axe.violationsIn(), []);
    });

    it(`shows what the page has put into the slot "${name}"`, async () => {
      const page = await opening();
      await until(() => sentence.test(page.sentence()));
      const own = page.document.createElement('span');
      own.slot = name;
      own.textContent = 'As we say it.';
      page.element.append(own);
      equal(page.sentence(), 'As we say it.');
    });
  }

  it('requests the session with the header and the cookie, and without a cache', async () => {
    const { service, shows } = await open(
      '<vault-connect bff-url="/mine/"></vault-connect>',
      reply(CONNECTED),
    );
    await shows('connected');
    equal(service.urls.join(), '/mine/session');
    const { credentials, cache, headers, method } = service.requests[0]?.init ?? {};
    deepEqual([method, credentials, cache], ['GET', 'include', 'no-store']);
    deepEqual(headers, { 'X-Vaultlink': '1' });
  });

  it('fetches the session once for all elements on the page, and each dispatches its own event once', async () => {
    const {
      document: page,
      calls,
      shows,
      vaultEvents,
    } = await open(CONNECT + POPUP + CONNECT, reply(CONNECTED));
    await shows('connected');
    await settled();
    deepEqual(calls(), ['GET /vault/session']);
    for (const one of page.querySelectorAll('vault-connect')) equal(one.state, 'connected');
    deepEqual(
      vaultEvents.map(({ type, detail }) => [type, detail]),
      Array(3).fill(['vault-connected', CONNECTED]),
    );
    const targets = vaultEvents.map(({ target }) => target);
    ok(
      [...page.querySelectorAll('vault-connect')].every((one) => targets.includes(one)),
      'Each has dispatched one',
    );
  });

  it('hides the link that is meant for pages without script', async () => {
    const { document: page, shows } = await open(CONNECT, reply(DISCONNECTED));
    await shows('disconnected');
    equal(page.querySelector('vault-connect > a')?.getClientRects().length, 0);
  });

  it('navigates to the backend, and passes the address of the page to come back to', async () => {
    const { window, document: page, buttons, shows } = await open(CONNECT, reply(DISCONNECTED));
    await shows('disconnected');
    const frame = document.querySelector('iframe');
    const address = window.location.href;
    buttons()[0]?.click();
    equal(page.querySelector('vault-connect')?.state, 'connecting');
    const target = await until(() => {
      const { href } = frame?.contentWindow?.location ?? {};
      return href !== address && href !== 'about:blank' ? href : undefined;
    });
    const { pathname, searchParams } = new URL(target);
    equal(pathname, '/vault/connect');
    deepEqual([...searchParams], [['return_to', address]]);
  });

  it('takes the refusal out of the address, and leaves everything else there', async () => {
    const query = '?a=1%202&vault=denied&b#c';
    const { vaultEvents, window } = await openVault('vault-connect', CONNECT, {
      query,
      replies: [reply(DISCONNECTED)],
      before: ({ history: own, location: place }) =>
        own.replaceState({ of: 'the router' }, '', place.href),
    });
    await until(() => vaultEvents.length);
    equal(window.location.search + window.location.hash, '?a=1%202&b#c');
    deepEqual(window.history.state, { of: 'the router' });
    deepEqual(typesOf(vaultEvents), ['vault-denied']);
    equal((vaultEvents[0]?.detail as { error: string }).error, 'access_denied');
  });

  it('leaves a parameter "vault" with another value in the address', async () => {
    const { shows, vaultEvents, window } = await openVault('vault-connect', CONNECT, {
      query: '?vault=mine',
      replies: [reply(DISCONNECTED)],
    });
    await shows('disconnected');
    equal(window.location.search, '?vault=mine');
    deepEqual(typesOf(vaultEvents), ['vault-disconnected']);
  });

  it('disconnects, dispatches an event and offers to connect again', async () => {
    const { buttons, calls, element, shows, status, vaultEvents } = await open(
      CONNECT,
      reply(CONNECTED),
    );
    await shows('connected');
    buttons()[0]?.focus();
    buttons()[0]?.click();
    await shows('disconnected');
    deepEqual(calls(), ['GET /vault/session', 'DELETE /vault/session']);
    deepEqual(typesOf(vaultEvents), ['vault-connected', 'vault-disconnected']);
    equal(element.shadowRoot?.activeElement, status());
  });

  it('dispatches a failure with its code and sentence alone, and checks again when its button is pressed', async () => {
    const { buttons, shows, vaultEvents } = await open(
      CONNECT,
      refusal('store_unavailable', 503),
      reply(CONNECTED),
    );
    await shows('failed');
    deepEqual(vaultEvents[0]?.detail, {
      error: 'store_unavailable',
      error_description: 'It is store_unavailable.',
    });
    buttons()[0]?.click();
    await shows('connected');
    deepEqual(typesOf(vaultEvents), ['vault-failed', 'vault-connected']);
  });

  it('reports an answer that is not of the backend as service_error', async () => {
    const { shows, vaultEvents } = await open(
      CONNECT,
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
    );
    await shows('failed');
    equal((vaultEvents[0]?.detail as { error: string }).error, 'service_error');
  });

  it('checks again when the page returns from the back/forward cache', async () => {
    const { shows, window } = await open(CONNECT, reply(DISCONNECTED), reply(CONNECTED));
    await shows('disconnected');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await shows('connected');
  });
});
