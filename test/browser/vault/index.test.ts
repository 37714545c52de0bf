import type { VaultError } from '../../../src/protocol/errors.ts';
import type * as Vault from '../../../src/browser/vault/index.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage, PAGE_URL } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import { networkError, status } from '../support/service.ts';
import type { Reply } from '../support/service.ts';
import { held, until } from '../support/until.ts';
import { CONNECTED, PUSHED, refusal, reply } from '../support/vault-page.ts';

/** Opens a page that has loaded the vault, with a backend that gives these answers. */
async function start(...replies: Reply[]) {
  return startWith({ replies });
}

async function startWith(options: OpenOptions) {
  const page = await openPage('?here', options);
  const vault = await page.load<typeof Vault>('vault/index.ts');
  return { ...page, vault };
}

/** Returns what a call throws. */
async function thrown(call: Promise<unknown>): Promise<VaultError> {
  try {
    await call;
  } catch (error) {
    return error as VaultError;
  }
  throw new Error('It throws nothing');
}

describe('vaultlink/vault', () => {
  afterEach(closeTab);

  it('returns the session', async () => {
    const { service, vault } = await start(reply(CONNECTED));
    deepEqual(await vault.vaultSession(), CONNECTED);
    const [{ url, init } = { url: '', init: {} }] = service.requests;
    equal(url, '/vault/session');
    deepEqual(init.headers, { 'X-Vaultlink': '1' });
    equal(init.credentials, 'include');
  });

  it('ends the session', async () => {
    const { service, vault } = await start(status(204));
    await vault.disconnectVault({ bffUrl: 'https://bff.example/v/' });
    const [{ url, init } = { url: '', init: {} }] = service.requests;
    deepEqual([init.method, url], ['DELETE', 'https://bff.example/v/session']);
  });

  it('calls the host of the page where its <base> is of another one, and leads there', async () => {
    const { service, vault, window } = await start(reply(CONNECTED), reply(PUSHED));
    window.document.head.innerHTML = '<base href="https://cdn.example/assets/" />';
    await vault.vaultSession();
    await vault.pushAnswers('p1', {});
    const { origin } = location;
    deepEqual(service.urls, [`${origin}/vault/session`, `${origin}/vault/packets/p1/push`]);
    equal(vault.connectUrl({ returnTo: '/' }), `${origin}/vault/connect?return_to=%2F`);
    window.document.head.innerHTML = '<base href="/app/" />';
    equal(vault.connectUrl({ returnTo: '/' }), '/vault/connect?return_to=%2F');
  });

  it('returns the address to connect at', async () => {
    const { vault, window } = await start();
    const parse = (address: string) => new URL(address, location.href);
    const plain = parse(vault.connectUrl());
    equal(plain.pathname, '/vault/connect');
    deepEqual([...plain.searchParams], [['return_to', window.location.href]]);
    const popup = parse(vault.connectUrl({ bffUrl: '/v', returnTo: '/a?b#c', display: 'popup' }));
    equal(popup.pathname, '/v/connect');
    deepEqual(
      [...popup.searchParams],
      [
        ['return_to', '/a?b#c'],
        ['display', 'popup'],
      ],
    );
  });

  describe('the address of a page that the user returns to by default', () => {
    /** Opens a page at an address with this query and hash, and returns where its user would return to. */
    async function returnTo(query: string): Promise<string | null> {
      const { load } = await openPage(query);
      const { connectUrl } = await load<typeof Vault>('vault/index.ts');
      return new URL(connectUrl(), location.href).searchParams.get('return_to');
    }
    const long = 'x'.repeat(1000);

    it('is whole up to the 1,000 bytes that the backend takes', async () => {
      const query = `?${'q'.repeat(980 - PAGE_URL.length)}#part-of-the-page`;
      equal(await returnTo(`${query}hh`), `${PAGE_URL}${query}hh`);
      equal(await returnTo(`${query}hhh`), `${PAGE_URL}${query.slice(0, query.indexOf('#'))}`);
    });

    it('loses a long hash, and keeps the query', async () => {
      equal(await returnTo(`?step=2#${long}`), `${PAGE_URL}?step=2`);
    });

    it('loses a long query together with the hash', async () => {
      equal(await returnTo(`?${long}#part`), PAGE_URL);
      equal(await returnTo(`?${'é'.repeat(170)}`), PAGE_URL);
    });

    it('loses a long path too', async () => {
      const page = await openPage('');
      const vault = await page.load<typeof Vault>('vault/index.ts');
      page.window.history.replaceState(null, '', `/${long}?step=2`);
      const { searchParams } = new URL(vault.connectUrl(), location.href);
      equal(searchParams.get('return_to'), `${location.origin}/`);
    });

    it('is left to the backend on a page without an address of the web', async () => {
      const page = await openPage('');
      const frame = page.document.createElement('iframe');
      frame.srcdoc = `<script type="module">
        import * as vault from '/src/browser/vault/index.ts';
        window.vault = vault;
      </script>`;
      page.document.body.append(frame);
      const vault = await until(
        () => (frame.contentWindow as { vault?: typeof Vault } | null)?.vault,
      );
      equal(vault.connectUrl(), '/vault/connect?');
      equal(vault.connectUrl({ display: 'popup' }), '/vault/connect?display=popup');
    });
  });

  it('pushes answers, and sends missing ones as null', async () => {
    const { service, vault } = await start(reply(PUSHED));
    const answers = { age: '42', name: '', email: null, phone: undefined };
    deepEqual(await vault.pushAnswers('p1', answers), PUSHED);
    const [{ url, init } = { url: '', init: {} }] = service.requests;
    equal(url, '/vault/packets/p1/push');
    equal(init.body, '{"payload":{"age":"42","name":"","email":null,"phone":null}}');
  });

  it('refuses answers that are not text without a request', async () => {
    const { service, vault } = await start();
    const error = await thrown(vault.pushAnswers('p1', { age: 42 } as never));
    deepEqual(
      [error.code, error.messages],
      ['validation_failed', ['age must be text or null, not a number.']],
    );
    deepEqual(service.urls, []);
  });

  it('encodes the id of a packet in the address', async () => {
    const { service, vault } = await start(refusal('invalid_request', 400));
    equal((await thrown(vault.pushAnswers('a/../b?c', {}))).code, 'invalid_request');
    deepEqual(service.urls, ['/vault/packets/a%2F..%2Fb%3Fc/push']);
  });

  it('throws a VaultError with the code, status and messages of the backend', async () => {
    const messages = ['Age is missing.'];
    const cases: [Reply, Partial<VaultError>][] = [
      [
        refusal('validation_failed', 422, { messages }),
        { code: 'validation_failed', status: 422, messages },
      ],
      [
        reply({ error: 'rate_limited', error_description: 'x' }, 429, { 'Retry-After': '30' }),
        { code: 'rate_limited', status: 429, retryAfterSeconds: 30 },
      ],
      [reply({ error: 'made_up' }, 400), { code: 'service_error', status: 400 }],
      [new Response('<h1>', { status: 502 }), { code: 'service_error', status: 502 }],
      [new Response('null', { status: 500 }), { code: 'service_error', status: 500 }],
      [networkError(), { code: 'service_unreachable', status: undefined }],
    ];
    for (const [answer, expected] of cases) {
      const { vault } = await start(answer);
      const error = await thrown(vault.vaultSession());
      ok(vault.isVaultError(error), 'It is a VaultError');
      const found = Object.fromEntries(
        Object.keys(expected).map((key) => [key, error[key as 'code']]),
      );
      deepEqual(found, expected);
      equal('cause' in error, false);
    }
  });

  it('begins and finishes a flow of the hook', async () => {
    const { service, vault, window } = await start(reply({ connected: true }));
    const redirectUri = window.location.origin + window.location.pathname;
    const options = { clientId: 'c1', exchangeUrl: '/api/exchange' };
    const authorizeUrl = 'https://service.example/oauth/authorize';
    const target = await vault.beginAuthorization({ ...options, authorizeUrl, redirectUri });
    const { origin, searchParams } = new URL(target);
    equal(origin, 'https://service.example');
    equal(vault.takeAuthorizationResponse(redirectUri), undefined);
    const state = searchParams.get('state') ?? '';
    window.history.replaceState(null, '', `?code=c&state=${state}&a`);
    const response = vault.takeAuthorizationResponse(redirectUri);
    ok(response, 'There is an answer');
    equal(window.location.search, '?a');
    const returnTo = await vault.finishAuthorization(response, options);
    equal(new URL(returnTo).search, '?here');
    deepEqual(service.urls, ['/api/exchange']);
    equal((await thrown(vault.finishAuthorization(response, options))).code, 'state_mismatch');
  });

  it('refuses an answer that has two states or none', async () => {
    const { service, vault, window } = await start();
    const redirectUri = window.location.origin + window.location.pathname;
    const options = { clientId: 'c1', exchangeUrl: '/api/exchange' };
    const begun = async () => {
      const authorizeUrl = 'https://service.example/oauth/authorize';
      const target = await vault.beginAuthorization({ ...options, authorizeUrl, redirectUri });
      return new URL(target).searchParams.get('state') ?? '';
    };
    const finish = (query: string) =>
      thrown(vault.finishAuthorization(new URLSearchParams(query), options));
    equal((await finish(`code=c&state=${await begun()}&state=other`)).code, 'service_error');
    equal((await finish('code=c')).code, 'state_mismatch');
    deepEqual(service.urls, []);
  });

  it('rejects with service_unreachable, and aborts the request, when the backend does not answer in time', async () => {
    const replies = [held<Response>().promise];
    const { service, timers, vault } = await startWith({ replies, timers: 'held' });
    const error = thrown(vault.vaultSession());
    const timer = await until(() => timers[0]);
    equal(timer.delayMs, 15_000);
    timer.run();
    deepEqual([(await error).code, (await error).status], ['service_unreachable', undefined]);
    equal(service.requests[0]?.init.signal?.aborted, true);
  });

  it('rejects with service_unreachable when the body of the answer does not arrive in time', async () => {
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([123])) });
    const replies = [new Response(body)];
    const { timers, vault } = await startWith({ replies, timers: 'held' });
    const error = thrown(vault.pushAnswers('p1', {}));
    const timer = await until(() => timers[0]);
    equal(timer.delayMs, 60_000);
    timer.run();
    equal((await error).code, 'service_unreachable');
  });

  it('leaves no timer behind when the backend has answered', async () => {
    const { timers, vault } = await startWith({ replies: [reply(CONNECTED)], timers: 'held' });
    await vault.vaultSession();
    deepEqual(timers, []);
  });

  it('rejects with service_error when something else answers instead of the backend', async () => {
    const { vault } = await start(new Response('<h1>Home</h1>'), new Response('<h1>Home</h1>'));
    equal((await thrown(vault.vaultSession())).code, 'service_error');
    equal((await thrown(vault.pushAnswers('p1', {}))).code, 'service_error');
  });

  it('rejects with service_unreachable when a fetch of the page throws, or gives no answer', async () => {
    const { vault, window } = await start();
    for (const fetch of [
      () => {
        throw new TypeError('Not now.');
      },
      () => Promise.resolve(undefined),
    ]) {
      window.fetch = fetch as never;
      equal((await thrown(vault.vaultSession())).code, 'service_unreachable');
    }
  });

  it('accepts the address of the backend as a URL object', async () => {
    const { service, vault } = await start(reply(CONNECTED));
    await vault.vaultSession({ bffUrl: new URL('https://bff.example/v/') as never });
    deepEqual(service.urls, ['https://bff.example/v/session']);
  });
});
