import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { PAGE_URL } from '../support/buyer-page.ts';
import { status } from '../support/service.ts';
import { settled, until } from '../support/until.ts';
import {
  closeTab,
  CONNECTED,
  DISCONNECTED,
  EXCHANGED,
  openVault,
  refusal,
  reply,
} from '../support/vault-page.ts';

const hook = (more = '') =>
  `<vault-connect authorize-url="${location.origin}/authorize?a=b" client-id="c1" redirect-uri="${PAGE_URL}" exchange-url="/api/exchange" ${more}></vault-connect>`;

const CALLBACK = '?x=1%202&code=code-1&state=';

type Replies = NonNullable<Parameters<typeof openVault>[2]>['replies'];
const open = (query: string, replies: Replies = [], more = '') =>
  openVault('vault-connect', hook(more), { query, replies });

/** Presses the button on a page, and gives where that leads. */
async function begin(query = '?x=1%202', more = ''): Promise<URL> {
  const page = await open(query, [], more);
  await page.shows('disconnected');
  const frame = [...document.querySelectorAll('iframe')].at(-1);
  page.buttons()[0]?.click();
  const target = await until(() => {
    const { pathname, href } = frame?.contentWindow?.location ?? {};
    return pathname === '/authorize' ? href : undefined;
  });
  frame?.remove();
  return new URL(target);
}

const stateOf = (target: URL) => target.searchParams.get('state') ?? '';
const flowsOf = () => Object.keys(sessionStorage).filter((key) => key.startsWith('vaultlink-flow'));

async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

describe('<vault-connect> with the hook', () => {
  afterEach(closeTab);

  it('asks for consent with a state and a challenge of its own, each time others', async () => {
    const target = await begin();
    const { state, code_challenge: challenge, ...rest } = Object.fromEntries(target.searchParams);
    deepEqual(rest, {
      a: 'b',
      response_type: 'code',
      client_id: 'c1',
      redirect_uri: PAGE_URL,
      scope: 'push_packet',
      code_challenge_method: 'S256',
    });
    match(state, /^[\w-]{43}$/);
    match(challenge, /^[\w-]{43}$/);
    const other = await begin();
    ok(stateOf(other) !== state, 'Another state');
    ok(other.searchParams.get('code_challenge') !== challenge, 'Another challenge');
    equal(flowsOf().length, 2);
  });

  it('hands the code over with its verifier, and takes it out of the address before that', async () => {
    const target = await begin('?x=1%202#here');
    let address = '';
    const page = await openVault('vault-connect', hook(), {
      query: `${CALLBACK}${stateOf(target)}&iss=https%3A%2F%2Fservice.example#here`,
      replies: [reply(EXCHANGED)],
      before: ({ history: own, location: place }) =>
        own.replaceState({ of: 'the router' }, '', place.href),
    });
    equal(page.window.location.search + page.window.location.hash, '?x=1%202#here');
    deepEqual(page.window.history.state, { of: 'the router' });
    page.service.onRequest = () => (address = page.window.location.search);
    await page.shows('connected');
    ok(!address.includes('code'), address);
    const [request, ...others] = page.service.requests;
    deepEqual(others, []);
    equal(request?.url, '/api/exchange');
    const { method, headers, body } = request?.init ?? {};
    equal(method, 'POST');
    deepEqual(headers, { 'X-Vaultlink': '1', 'Content-Type': 'application/json' });
    const { code_verifier: verifier, ...rest } = JSON.parse(body as string) as Record<
      string,
      string
    >;
    deepEqual(rest, { code: 'code-1', state: stateOf(target), redirect_uri: PAGE_URL });
    equal(await challengeOf(verifier ?? ''), target.searchParams.get('code_challenge') ?? '');
    deepEqual(flowsOf(), []);
    deepEqual(
      page.told.map(({ type }) => type),
      ['vault-connected'],
    );
    ok(!JSON.stringify(page.told.map(({ detail }) => detail)).includes('code-1'), 'No secret');
  });

  it('refuses an answer to a flow that this tab has not begun, and sends its code nowhere', async () => {
    await begin();
    const page = await open(`${CALLBACK}forged`);
    await page.shows('failed');
    equal((page.told[0]?.detail as { error: string }).error, 'state_mismatch');
    deepEqual(page.service.urls, []);
    equal(page.window.location.search, '?x=1%202');
    equal(flowsOf().length, 1);
  });

  it('takes an answer once', async () => {
    const state = stateOf(await begin());
    const first = await open(CALLBACK + state, [reply(EXCHANGED)]);
    await first.shows('connected');
    const second = await open(CALLBACK + state);
    await second.shows('failed');
    deepEqual(second.service.urls, []);
  });

  it('refuses an answer that came after more than an hour', async () => {
    const state = stateOf(await begin());
    const key = `vaultlink-flow-${state}`;
    const flow = JSON.parse(sessionStorage[key] as string) as { startedAtMs: number };
    sessionStorage[key] = JSON.stringify({ ...flow, startedAtMs: flow.startedAtMs - 3_600_001 });
    const page = await open(CALLBACK + state);
    await page.shows('failed');
    equal((page.told[0]?.detail as { error: string }).error, 'state_expired');
    deepEqual(page.service.urls, []);
  });

  it('tells a no, and other answers that hold no code', async () => {
    for (const [error, type, code] of [
      ['access_denied', 'vault-denied', 'access_denied'],
      ['server_error', 'vault-failed', 'service_error'],
    ] as const) {
      const state = stateOf(await begin());
      const page = await open(`?error=${error}&error_description=x&state=${state}`);
      await until(() => page.told.length);
      equal(page.told[0]?.type, type);
      equal((page.told[0]?.detail as { error: string }).error, code);
      equal(page.window.location.search, '');
      deepEqual(page.service.urls, []);
    }
  });

  it('leaves a code in the address of a page that is not its own', async () => {
    const html = hook().replace(PAGE_URL, `${location.origin}/callback`);
    const query = `${CALLBACK}s`;
    const page = await openVault('vault-connect', html, { query });
    await page.shows('disconnected');
    equal(page.window.location.search, query);
  });

  it('tells that the backend refused the code', async () => {
    const state = stateOf(await begin());
    const page = await open(CALLBACK + state, [refusal('service_error', 502)]);
    await page.shows('failed');
  });

  it('takes any 2xx for a yes', async () => {
    const state = stateOf(await begin());
    const page = await open(CALLBACK + state, [status(204)]);
    await page.shows('connected');
  });

  it('goes to the page that it was to return to, if that is of its origin', async () => {
    for (const [returnTo, path] of [
      ['/test/browser/support/page.html?there', '?there'],
      ['https://evil.example/', '?x=1%202'],
    ] as const) {
      const state = stateOf(await begin('?x=1%202', `return-to="${returnTo}"`));
      const page = await open(CALLBACK + state, [reply(EXCHANGED)]);
      const frame = [...document.querySelectorAll('iframe')].at(-1);
      // Not shows(): the page may be left already, and Firefox settles no promise of a page that is.
      await until(() => page.element.state === 'connected');
      await until(() => frame?.contentWindow?.location.search === path);
      closeTab();
    }
  });

  it('remembers in the tab that it is connected, where there is no session to ask, and cannot end that', async () => {
    const state = stateOf(await begin());
    const first = await open(CALLBACK + state, [reply(EXCHANGED)]);
    await first.shows('connected');
    const second = await open('');
    await second.shows('connected');
    deepEqual(second.buttons(), []);
    deepEqual(second.service.urls, []);
    const detail = { error: 'reconnect_required' };
    second.document.dispatchEvent(new CustomEvent('vault-push-failed', { detail }));
    await second.shows('reconnect');
    const third = await open('');
    await third.shows('disconnected');
  });

  it('asks a session, and ends it, where there is one', async () => {
    const page = await open(
      '',
      [reply(CONNECTED), reply(DISCONNECTED)],
      'session-url="/api/session"',
    );
    await page.shows('connected');
    page.buttons()[0]?.click();
    await page.shows('disconnected');
    deepEqual(page.calls(), ['GET /api/session', 'DELETE /api/session']);
  });

  it('loads the library for it only when it is used', async () => {
    const page = await open('');
    await page.shows('disconnected');
    await settled();
    const loaded = page.window.performance.getEntriesByType('resource').map(({ name }) => name);
    ok(loaded.length, 'Something was loaded');
    deepEqual(
      loaded.filter((name) => /oauth4webapi|authorize/.test(name)),
      [],
    );
  });
});
