import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { held, settled, until } from '../support/until.ts';
import {
  closeTab,
  CONNECTED,
  DISCONNECTED,
  openConnect as open,
  openPopup,
  openVault,
  reply,
  typesOf,
} from '../support/vault-page.ts';

const CONNECT = '<vault-connect></vault-connect>';
const POPUP = '<vault-connect display="popup"></vault-connect>';
const CONNECTED_MESSAGE = { type: 'vaultlink-connect' };

/** Posts a message to a page, as a window of that origin. */
const post = (window: Window, data: unknown, origin = location.origin) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin }));

describe('the window of <vault-connect>', () => {
  afterEach(closeTab);

  it('opens in the click, directly at the backend', async () => {
    const { opened, window } = await openPopup();
    const [[url, name, features] = []] = opened;
    const { pathname, searchParams } = new URL(String(url), location.href);
    equal(pathname, '/vault/connect');
    deepEqual(
      [...searchParams],
      [
        ['return_to', window.location.href],
        ['display', 'popup'],
      ],
    );
    equal(name, 'vaultlink');
    match(String(features), /^popup/);
    ok(!String(features).includes('noopener'), 'It can tell its opener');
  });

  it('is replaced by a navigation of the page when the browser blocks it', async () => {
    const page = await open(POPUP, reply(DISCONNECTED));
    await page.shows('disconnected');
    const frame = document.querySelector('iframe');
    page.window.open = () => null;
    page.buttons()[0]?.click();
    const target = await until(() => {
      const { pathname, search } = frame?.contentWindow?.location ?? {};
      return pathname === '/vault/connect' ? search : undefined;
    });
    ok(!target.includes('popup'), target);
  });

  it('leaves the focus on the button that opened it', async () => {
    const { buttons, element, shows, window } = await open(POPUP, reply(DISCONNECTED));
    await shows('disconnected');
    window.open = () => window;
    const [button] = buttons();
    button?.focus();
    button?.click();
    await shows('connecting');
    equal(element.shadowRoot?.activeElement, button ?? null);
  });

  it('reports a connection by a message', async () => {
    const { shows, vaultEvents, window } = await openPopup(reply(CONNECTED));
    post(window, CONNECTED_MESSAGE);
    await shows('connected');
    deepEqual(typesOf(vaultEvents), ['vault-disconnected', 'vault-connected']);
  });

  it('has its messages ignored unless they come from the origin of the backend and have the right type', async () => {
    const { calls, element, window } = await openPopup(reply(CONNECTED));
    post(window, CONNECTED_MESSAGE, 'https://evil.example');
    post(window, CONNECTED_MESSAGE, `${location.origin}.evil.example`);
    post(window, CONNECTED_MESSAGE, 'null');
    post(window, 'vaultlink-connect');
    post(window, null);
    post(window, { type: 'other' });
    await settled();
    equal(element.state, 'connecting');
    deepEqual(calls(), ['GET /vault/session']);
  });

  it('reports a connection over the channel when it has no opener any more', async () => {
    const { shows } = await openPopup(reply(CONNECTED));
    const channel = new BroadcastChannel('vaultlink');
    channel.postMessage(CONNECTED_MESSAGE);
    channel.close();
    await shows('connected');
  });

  it('may close without a message: the page checks the session when the user returns', async () => {
    const {
      document: page,
      element,
      shows,
      window,
      calls,
    } = await openPopup(reply(DISCONNECTED), reply(CONNECTED));
    window.dispatchEvent(new Event('focus'));
    await until(() => calls().length === 2);
    await settled();
    equal(element.state, 'connecting');
    await until(() => {
      // A check that is in flight is not repeated.
      page.dispatchEvent(new Event('visibilitychange'));
      return element.state === 'connected';
    });
    await shows('connected');
  });

  it('is no longer waited for once the user has closed it without connecting', async () => {
    const { buttons, shows, window, popup } = await openPopup(reply(DISCONNECTED));
    popup.closed = true;
    window.dispatchEvent(new Event('focus'));
    await shows('disconnected');
    ok(buttons().length, 'The user can try again');
  });

  it('may look closed while it is open, and still reports a connection by the session', async () => {
    // The service's page may cut the window off from its opener.
    const { shows, window, popup } = await openPopup(reply(DISCONNECTED), reply(CONNECTED));
    popup.closed = true;
    window.dispatchEvent(new Event('focus'));
    await shows('disconnected');
    window.dispatchEvent(new Event('focus'));
    await shows('connected');
  });

  it('may look closed while it is open, and still reports a refusal', async () => {
    const { shows, sentence, window, popup } = await openPopup(reply(DISCONNECTED));
    popup.closed = true;
    window.dispatchEvent(new Event('focus'));
    await shows('disconnected');
    post(window, { ...CONNECTED_MESSAGE, error: 'access_denied' });
    await until(() => sentence().startsWith('You declined.'));
  });

  for (const [answer, state] of [
    [DISCONNECTED, 'disconnected'],
    [CONNECTED, 'connected'],
  ] as const) {
    it(`is waited for until its flow has expired, and then the session decides: ${state}`, async () => {
      const replies = [reply(DISCONNECTED), reply(DISCONNECTED), reply(answer)];
      const page = await openVault('vault-connect', POPUP, { replies, timers: 'held' });
      await page.shows('disconnected');
      page.window.open = () => page.window;
      page.buttons()[0]?.click();
      await page.shows('connecting');
      page.window.dispatchEvent(new Event('focus'));
      await until(() => page.calls().length === 2);
      await settled();
      equal(page.element.state, 'connecting');
      page.timers.find(({ delayMs }) => delayMs === 600_000)?.run();
      await page.shows(state);
    });
  }

  it('is not waited for when the page returns from the back/forward cache', async () => {
    const { shows, window } = await openPopup(reply(DISCONNECTED));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await shows('disconnected');
  });

  it('can be opened again while the first one is open', async () => {
    const { buttons, opened } = await openPopup();
    buttons()[0]?.click();
    equal(opened.length, 2);
  });

  it('reports a refusal, which is not a failure', async () => {
    const { sentence, shows, vaultEvents, window } = await openPopup();
    post(window, { ...CONNECTED_MESSAGE, error: 'access_denied' });
    await shows('disconnected');
    match(sentence(), /^You declined\./);
    deepEqual(typesOf(vaultEvents), ['vault-disconnected', 'vault-denied']);
  });

  it('may report a refusal by message and by channel, which counts once', async () => {
    const { calls, element, sentence, shows, vaultEvents, window } = await openPopup(
      reply(DISCONNECTED),
    );
    const denied = { ...CONNECTED_MESSAGE, error: 'access_denied' };
    post(window, denied);
    const [channel, last] = [new BroadcastChannel('vaultlink'), new BroadcastChannel('vaultlink')];
    const heard = new Promise((done) => (last.onmessage = done));
    channel.postMessage(denied);
    await heard;
    for (const one of [channel, last]) one.close();
    // The window closes, and the user is back at the page.
    window.dispatchEvent(new Event('focus'));
    await shows('disconnected');
    await settled();
    await element.updateComplete;
    match(sentence(), /^You declined\./);
    deepEqual(typesOf(vaultEvents), ['vault-disconnected', 'vault-denied']);
    deepEqual(calls(), ['GET /vault/session']);
  });

  it('reports a failure', async () => {
    const { shows, vaultEvents, window } = await openPopup();
    post(window, { ...CONNECTED_MESSAGE, error: 'state_expired' });
    await shows('failed');
    deepEqual(typesOf(vaultEvents), ['vault-disconnected', 'vault-failed']);
    equal((vaultEvents[1]?.detail as { error: string }).error, 'state_expired');
  });

  it('has the session checked again after its message when an earlier check is in flight', async () => {
    const early = held<Response>();
    const page = await openPopup();
    page.service.replies.push(early.promise, reply(CONNECTED));
    page.window.dispatchEvent(new Event('focus'));
    post(page.window, CONNECTED_MESSAGE);
    early.give(reply(DISCONNECTED));
    await page.shows('connected');
  });
});

describe('<vault-connect> in several tabs', () => {
  afterEach(closeTab);

  it('notices that another tab has ended the connection', async () => {
    const first = await open(CONNECT, reply(CONNECTED), new Response(null, { status: 204 }));
    const second = await open(CONNECT, reply(CONNECTED), reply(DISCONNECTED));
    await first.shows('connected');
    await second.shows('connected');
    first.buttons()[0]?.click();
    await second.shows('disconnected');
    deepEqual(typesOf(second.vaultEvents), ['vault-connected', 'vault-disconnected']);
  });

  it('notices that another tab has connected', async () => {
    const { shows } = await open(CONNECT, reply(DISCONNECTED), reply(CONNECTED));
    await shows('disconnected');
    const channel = new BroadcastChannel('vaultlink');
    channel.postMessage(CONNECTED_MESSAGE);
    channel.close();
    await shows('connected');
  });
});
