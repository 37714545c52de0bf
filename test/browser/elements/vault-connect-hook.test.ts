import type * as Vault from '../../../src/browser/vault/index.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { blockStorage, PAGE_URL } from '../support/buyer-page.ts';
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
  typesOf,
} from '../support/vault-page.ts';

const hook = (more = '') =>
  `<vault-connect authorize-url="${location.origin}/authorize?a=b" client-id="c1" redirect-uri="${PAGE_URL}" exchange-url="/api/exchange" ${more}></vault-connect>`;

const CALLBACK = '?x=1%202&code=code-1&state=';

type Replies = NonNullable<Parameters<typeof openVault>[2]>['replies'];
const open = (query: string, replies: Replies = [], more = '') =>
  openVault('vault-connect', hook(more), { query, replies });

/** Presses the button on a page, and returns the address that this leads to. */
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

  it('asks for consent with a new state and a new challenge each time', async () => {
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

  it('takes the code out of the address, then posts it with its verifier', async () => {
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
      page.vaultEvents.map(({ type }) => type),
      ['vault-connected'],
    );
    ok(
      !JSON.stringify(page.vaultEvents.map(({ detail }) => detail)).includes('code-1'),
      'No secret',
    );
  });

  it('refuses an answer to a flow that this tab has not begun, and posts nothing', async () => {
    await begin();
    const page = await open(`${CALLBACK}forged`);
    await page.shows('failed');
    equal((page.vaultEvents[0]?.detail as { error: string }).error, 'state_mismatch');
    deepEqual(page.service.urls, []);
    equal(page.window.location.search, '?x=1%202');
    equal(flowsOf().length, 1);
  });

  it('uses an answer once', async () => {
    const state = stateOf(await begin());
    const first = await open(CALLBACK + state, [reply(EXCHANGED)]);
    await first.shows('connected');
    const second = await open(CALLBACK + state);
    await second.shows('failed');
    deepEqual(second.service.urls, []);
  });

  it('refuses an answer that arrives after more than an hour', async () => {
    const state = stateOf(await begin());
    const key = `vaultlink-flow-${state}`;
    const flow = JSON.parse(sessionStorage[key] as string) as { startedAtMs: number };
    sessionStorage[key] = JSON.stringify({ ...flow, startedAtMs: flow.startedAtMs - 3_600_001 });
    const page = await open(CALLBACK + state);
    await page.shows('failed');
    equal((page.vaultEvents[0]?.detail as { error: string }).error, 'state_expired');
    deepEqual(page.service.urls, []);
  });

  it('dispatches a refusal, or the failure of an answer without a code', async () => {
    for (const [error, type, code] of [
      ['access_denied', 'vault-denied', 'access_denied'],
      ['server_error', 'vault-failed', 'service_error'],
    ] as const) {
      const state = stateOf(await begin());
      const page = await open(`?error=${error}&error_description=x&state=${state}`);
      await until(() => page.vaultEvents.length);
      equal(page.vaultEvents[0]?.type, type);
      equal((page.vaultEvents[0]?.detail as { error: string }).error, code);
      equal(page.window.location.search, '');
      deepEqual(page.service.urls, []);
    }
  });

  it('leaves the code in the address of a page that is not its redirect-uri', async () => {
    const html = hook().replace(PAGE_URL, `${location.origin}/callback`);
    const query = `${CALLBACK}s`;
    const page = await openVault('vault-connect', html, { query });
    await page.shows('disconnected');
    equal(page.window.location.search, query);
  });

  it('shows a failure when the backend refuses the code', async () => {
    const state = stateOf(await begin());
    const page = await open(CALLBACK + state, [refusal('service_error', 502)]);
    await page.shows('failed');
  });

  it('accepts any 2xx answer of the backend', async () => {
    const state = stateOf(await begin());
    const page = await open(CALLBACK + state, [status(204)]);
    await page.shows('connected');
  });

  it('navigates to return-to if that is an address of its origin', async () => {
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

  it('stays on the page if the flow began there', async () => {
    const page = await open(CALLBACK + stateOf(await begin()), [reply(EXCHANGED)]);
    let isLeft = false;
    page.window.addEventListener('beforeunload', () => (isLeft = true));
    await page.shows('connected');
    await settled();
    equal(isLeft, false);
  });

  it('remembers the connection in the tab when there is no session-url, until a push finds that it has ended', async () => {
    const state = stateOf(await begin());
    const first = await open(CALLBACK + state, [reply(EXCHANGED)]);
    await first.shows('connected');
    const second = await open('');
    await second.shows('connected');
    deepEqual(second.buttons(), []);
    deepEqual(second.service.urls, []);
    const { pushAnswers } = await second.load<typeof Vault>('vault/index.ts');
    second.service.replies.push(refusal('reconnect_required', 409));
    await pushAnswers('p1', {}).catch(() => undefined);
    await second.shows('reconnect');
    const third = await open('');
    await third.shows('disconnected');
  });

  it('requests and ends the session at session-url', async () => {
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

  it('loads the OAuth library only when it is used', async () => {
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

  it('fails with a sentence in the page and in the console when the browser blocks storage', async () => {
    const page = await openVault('vault-connect', hook(), { before: blockStorage });
    await page.shows('disconnected');
    page.buttons()[0]?.click();
    await page.shows('failed');
    const detail = page.vaultEvents.at(-1)?.detail as { error: string; error_description: string };
    equal(detail.error, 'state_missing');
    match(detail.error_description, /sessionStorage, which this browser blocks/);
    match(page.warnings.join(), /sessionStorage, which this browser blocks/);
    match(page.sentence(), /did not work/i);
  });

  it('fails on the page of redirect-uri, and posts nothing, when the browser blocks storage', async () => {
    const query = `${CALLBACK}s`;
    const page = await openVault('vault-connect', hook(), { before: blockStorage, query });
    await page.shows('failed');
    equal((page.vaultEvents[0]?.detail as { error: string }).error, 'state_missing');
    deepEqual(page.service.urls, []);
    page.buttons()[0]?.click();
    await page.shows('disconnected');
  });

  it('fails with a sentence in the console on a page that is not secure', async () => {
    const page = await openVault('vault-connect', hook(), {
      before: ({ crypto }) => Object.defineProperty(crypto, 'subtle', { value: undefined }),
    });
    await page.shows('disconnected');
    page.buttons()[0]?.click();
    await page.shows('failed');
    match(page.warnings.join(), /needs a page on https or localhost/);
  });

  it('finishes the flow when the browser refuses to change the address', async () => {
    const state = stateOf(await begin());
    const page = await openVault('vault-connect', hook(), {
      query: CALLBACK + state,
      replies: [reply(EXCHANGED)],
      before: ({ history: own }) => {
        own.replaceState = () => {
          throw new DOMException('Too many calls.', 'SecurityError');
        };
      },
    });
    // Not shows(): the page navigates away, to an address without the code.
    await until(() => page.vaultEvents.length);
    deepEqual(typesOf(page.vaultEvents), ['vault-connected']);
  });
});
