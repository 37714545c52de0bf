import type { VaultConnect } from '../../../src/browser/elements/define.ts';
import type * as Vault from '../../../src/browser/vault/index.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { openPage, PAGE_URL } from '../support/buyer-page.ts';
import type { Service } from '../support/service.ts';
import { settled, until } from '../support/until.ts';
import {
  closeTab,
  CONNECTED,
  DISCONNECTED,
  openConnect as open,
  openVault,
  RECONNECT,
  refusal,
  reply,
  typesOf,
} from '../support/vault-page.ts';

const CONNECT = '<vault-connect></vault-connect>';

/** Opens a page with an element that shows a settled state, and forgets the events so far. */
async function openSettled(...[state, ...replies]: Parameters<typeof openState>) {
  const page = await openState(state, ...replies);
  await settled();
  page.vaultEvents.length = 0;
  return page;
}

async function openState(state: VaultConnect['state'], ...replies: Response[]) {
  const page = await open(CONNECT, ...replies);
  await page.shows(state);
  return page;
}

/** The hook, with an authorization page whose address is a script. */
const HOOK_TO_SCRIPT = `authorize-url="SCRIPT" client-id="c1" redirect-uri="${PAGE_URL}" exchange-url="/api/exchange"`;

describe('<vault-connect> that is mounted at any time', () => {
  afterEach(closeTab);

  for (const [state, session, type] of [
    ['connected', CONNECTED, 'vault-connected'],
    ['disconnected', DISCONNECTED, 'vault-disconnected'],
    ['reconnect', RECONNECT, 'vault-disconnected'],
  ] as const) {
    it(`dispatches ${type} once when the state ${state} is settled already`, async () => {
      const page = await openSettled(state, reply(session));
      const late = page.add(CONNECT);
      await until(() => page.vaultEvents.length);
      await settled();
      deepEqual(
        page.vaultEvents.map(({ type, detail, target }) => [type, detail, target === late]),
        [[type, session, true]],
      );
      deepEqual(page.calls(), ['GET /vault/session']);
    });
  }

  it('dispatches the event of the settled state again when it is mounted again', async () => {
    const { element, vaultEvents, service, document } = await openSettled(
      'connected',
      reply(CONNECTED),
    );
    service.replies.push(reply(CONNECTED));
    element.remove();
    await settled();
    document.querySelector('main')?.append(element);
    await until(() => vaultEvents.length);
    await settled();
    deepEqual(typesOf(vaultEvents), ['vault-connected']);
  });

  it('dispatches nothing and asks nobody when it is moved several times', async () => {
    const { calls, element, vaultEvents, document } = await openSettled(
      'connected',
      reply(CONNECTED),
    );
    for (const parent of ['body', 'main', 'body']) document.querySelector(parent)?.append(element);
    element.remove();
    document.querySelector('main')?.append(element);
    await settled();
    deepEqual(typesOf(vaultEvents), []);
    deepEqual(calls(), ['GET /vault/session']);
    equal(element.state, 'connected');
  });

  it('follows the connection after it was moved', async () => {
    const page = await openSettled('connected', reply(CONNECTED));
    page.document.body.append(page.element);
    page.service.replies.push(reply(DISCONNECTED));
    page.window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => page.vaultEvents.length);
    deepEqual(typesOf(page.vaultEvents), ['vault-disconnected']);
  });

  it('reaches a listener that is added right after it is mounted', async () => {
    const page = await openSettled('connected', reply(CONNECTED));
    const late = page.add(CONNECT);
    await Promise.resolve();
    const connected = new Promise((resolve) => late.addEventListener('vault-connected', resolve));
    await connected;
  });

  it('dispatches nothing once it is removed', async () => {
    const page = await openSettled(
      'connected',
      reply(CONNECTED),
      refusal('store_unavailable', 503),
    );
    page.element.remove();
    const other = page.add(CONNECT);
    await until(() => other.state === 'failed');
    await settled();
    deepEqual(
      page.vaultEvents.filter(({ target }) => target === page.element),
      [],
    );
  });

  it('dispatches one event for each failure, and none for a check that changes nothing', async () => {
    const page = await openSettled('connected', reply(CONNECTED));
    page.service.replies.push(reply(CONNECTED), refusal('store_unavailable', 503));
    for (const calls of [2, 3]) {
      page.window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await until(() => page.calls().length === calls);
      await settled();
    }
    deepEqual(typesOf(page.vaultEvents), ['vault-failed']);
    page.service.replies.push(refusal('store_unavailable', 503), reply(CONNECTED));
    page.buttons()[0]?.click();
    await until(() => page.vaultEvents.length === 2);
    await page.shows('failed');
    page.buttons()[0]?.click();
    await page.shows('connected');
    deepEqual(typesOf(page.vaultEvents), ['vault-failed', 'vault-failed', 'vault-connected']);
  });

  it('dispatches its event when a listener has removed another element', async () => {
    const page = await open(CONNECT + CONNECT, reply(CONNECTED));
    const [first, second] = page.document.querySelectorAll('vault-connect');
    first?.addEventListener('vault-connected', () => first.remove());
    await until(() => second?.state === 'connected');
    await settled();
    ok(page.vaultEvents.at(-1)?.target === second, 'The other element dispatched its own');
  });
});

describe('<vault-connect> whose attributes are set late', () => {
  afterEach(closeTab);

  /** Lets each backend answer with a session of its own. */
  function answerByPath(service: Service, sessions: Record<string, object>) {
    service.onRequest = ({ url }) => service.replies.unshift(reply(sessions[url] ?? DISCONNECTED));
  }

  it('uses only a bff-url that is set in the task in which it is mounted', async () => {
    const page = await open(CONNECT, reply(DISCONNECTED));
    await page.shows('disconnected');
    const late = page.document.createElement('vault-connect');
    page.document.body.append(late);
    late.setAttribute('bff-url', '/mine');
    page.service.replies.push(reply(CONNECTED));
    await until(() => late.state === 'connected');
    deepEqual(page.calls(), ['GET /vault/session', 'GET /mine/session']);
  });

  it('leaves its connection for another one when bff-url changes', async () => {
    const page = await open(CONNECT, reply(CONNECTED));
    await page.shows('connected');
    answerByPath(page.service, { '/vault/session': CONNECTED });
    page.element.bffUrl = '/other';
    await page.shows('disconnected');
    deepEqual(typesOf(page.vaultEvents), ['vault-connected', 'vault-disconnected']);
    page.element.removeAttribute('bff-url');
    page.element.bffUrl = undefined;
    await page.shows('connected');
    await until(() => page.vaultEvents.length === 3);
    deepEqual(typesOf(page.vaultEvents).slice(2), ['vault-connected']);
  });

  it('does not follow a connection any more once bff-url names another one', async () => {
    const page = await open(CONNECT, reply(CONNECTED), reply(DISCONNECTED));
    await page.shows('connected');
    page.element.bffUrl = '/other';
    await page.shows('disconnected');
    const { vaultConnection } = await page.load<typeof Vault>('vault/index.ts');
    vaultConnection().markConnecting();
    equal(page.element.state, 'disconnected');
  });

  it('uses properties that were set before it was defined', async () => {
    const { document, load, service } = await openPage();
    service.replies.push(reply(CONNECTED));
    const early = document.createElement('vault-connect');
    early.bffUrl = '/mine';
    early.returnTo = '/there';
    document.body.append(early);
    await load('elements/define.ts');
    await until(() => early.state === 'connected');
    deepEqual(service.urls, ['/mine/session']);
    equal(early.returnTo, '/there');
  });

  it('waits while an attribute of the hook is missing, and names it in the console', async () => {
    const html = `<vault-connect authorize-url="${location.origin}/authorize" client-id="c1" exchange-url="/api/exchange"></vault-connect>`;
    const page = await open(html);
    await settled();
    equal(page.element.state, 'checking');
    deepEqual(page.buttons(), []);
    match(page.warnings.join(), /<vault-connect> waits for redirect-uri\.$/);
    deepEqual(page.calls(), []);
    page.element.connect();
    await page.element.disconnect();
    page.element.setAttribute('redirect-uri', PAGE_URL);
    await page.shows('disconnected');
    equal(page.warnings.length, 1);
  });

  it('finishes the flow when redirect-uri arrives after the page has loaded', async () => {
    const html = `<vault-connect authorize-url="${location.origin}/authorize" client-id="c1" exchange-url="/api/exchange"></vault-connect>`;
    const page = await openVault('vault-connect', html, { query: '?code=c&state=forged' });
    await settled();
    page.element.redirectUri = PAGE_URL;
    await page.shows('failed');
    equal((page.vaultEvents[0]?.detail as { error: string }).error, 'state_mismatch');
    equal(page.window.location.search, '');
  });

  it('does not throw for addresses that are not URLs', async () => {
    const html =
      '<vault-connect authorize-url="nowhere" client-id="c1" redirect-uri="http://" exchange-url="http://"></vault-connect>';
    const page = await open(html);
    await page.shows('disconnected');
    page.buttons()[0]?.click();
    await page.shows('failed');
    deepEqual(page.vaultEvents.at(-1)?.detail, {
      error: 'configuration_error',
      error_description: 'authorize-url is not an absolute URL.',
    });
    match(page.warnings.join(), /authorize-url is not an absolute URL/);
    ok(page.element.isConnected, 'The page is still there');
  });

  for (const attributes of ['bff-url="SCRIPT"', 'bff-url="SCRIPT" display="popup"', HOOK_TO_SCRIPT])
    it(`runs no script of an address such as that of ${attributes}, and fails`, async () => {
      const script = 'javascript:void(top.hasRun = true)//';
      const page = await open(
        `<vault-connect ${attributes.replace('SCRIPT', script)}></vault-connect>`,
      );
      let opened = 0;
      page.window.open = () => {
        opened += 1;
        return null;
      };
      page.element.connect();
      await page.shows('failed');
      await settled();
      equal('hasRun' in window, false);
      equal(opened, 0);
      equal((page.vaultEvents.at(-1)?.detail as { error: string }).error, 'configuration_error');
    });
});
