import type * as Vault from '../../../src/browser/vault/index.ts';
import type { ConnectionSnapshot } from '../../../src/browser/vault/index.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { blockStorage, closeTab, openPage } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import type { Reply } from '../support/service.ts';
import { networkError, status } from '../support/service.ts';
import { held, settled, until } from '../support/until.ts';
import { CONNECTED, DISCONNECTED, RECONNECT, refusal, reply } from '../support/vault-page.ts';

/** Opens a page whose code follows the connection, and collects what it is called with. */
async function follow(replies: Reply[] = [], options: OpenOptions & { query?: string } = {}) {
  const page = await openPage(options.query ?? '', { ...options, replies });
  const vault = await page.load<typeof Vault>('vault/index.ts');
  const connection = vault.vaultConnection();
  const snapshots: ConnectionSnapshot[] = [];
  const unsubscribe = connection.subscribe((snapshot) => snapshots.push(snapshot));
  const states = () => snapshots.map(({ state }) => state);
  const reaches = (state: string) => until(() => connection.snapshot.state === state);
  return { ...page, vault, connection, snapshots, states, unsubscribe, reaches };
}

describe('vaultConnection()', () => {
  afterEach(closeTab);

  it('calls a subscriber at once with the present snapshot, and again after each change', async () => {
    const { snapshots, reaches } = await follow([reply(CONNECTED)]);
    deepEqual(snapshots, [{ state: 'checking', isDenied: false }]);
    await reaches('connected');
    deepEqual(snapshots.slice(1), [{ state: 'connected', isDenied: false, session: CONNECTED }]);
  });

  it('calls a subscriber that comes later at once with the settled state, without a request', async () => {
    const { connection, reaches, service } = await follow([reply(CONNECTED)]);
    await reaches('connected');
    const late: ConnectionSnapshot[] = [];
    connection.subscribe((snapshot) => late.push(snapshot));
    deepEqual(late, [connection.snapshot]);
    equal(late[0], connection.snapshot);
    await settled();
    equal(service.urls.length, 1);
  });

  it('hears the window of the host of the page, where its <base> is of another one, and not of that one', async () => {
    const page = await openPage('', { replies: [reply(DISCONNECTED), reply(CONNECTED)] });
    const vault = await page.load<typeof Vault>('vault/index.ts');
    page.document.head.innerHTML = '<base href="https://cdn.example/assets/" />';
    const connection = vault.vaultConnection();
    connection.subscribe(() => undefined);
    await until(() => connection.snapshot.state === 'disconnected');
    const post = (origin: string) =>
      page.window.dispatchEvent(
        new MessageEvent('message', { data: { type: 'vaultlink-connect' }, origin }),
      );
    post('https://cdn.example');
    await settled();
    equal(page.service.urls.length, 1);
    post(location.origin);
    await until(() => connection.snapshot.state === 'connected');
  });

  it('calls a subscriber no more once it has unsubscribed', async () => {
    const { reaches, connection, snapshots, unsubscribe } = await follow([reply(CONNECTED)]);
    connection.subscribe(() => undefined);
    unsubscribe();
    await reaches('connected');
    equal(snapshots.length, 1);
  });

  it('reports the error of a subscriber, and still calls the others', async () => {
    const page = await openPage('', { replies: [reply(CONNECTED)] });
    const { vaultConnection } = await page.load<typeof Vault>('vault/index.ts');
    const reported: string[] = [];
    page.window.addEventListener('error', (event) => {
      event.preventDefault();
      reported.push(event.message);
    });
    const connection = vaultConnection();
    connection.subscribe(() => {
      throw new Error('The code of the page is broken.');
    });
    const states: string[] = [];
    connection.subscribe(({ state }) => states.push(state));
    await until(() => states.includes('connected'));
    deepEqual(states, ['checking', 'connected']);
    await until(() => reported.length === 2);
    ok(reported[0]?.includes('The code of the page is broken.'), reported.join());
  });

  it('is the same connection for the same options', async () => {
    const { vault, connection } = await follow();
    equal(vault.vaultConnection({ bffUrl: '/vault/' }), connection);
    ok(vault.vaultConnection({ bffUrl: '/other' }) !== connection, 'Another backend');
    ok(vault.vaultConnection({ exchangeUrl: '/vault' }) !== connection, 'The hook');
  });

  it('requests nothing before somebody subscribes', async () => {
    const { service, load } = await openPage();
    (await load<typeof Vault>('vault/index.ts')).vaultConnection();
    await settled();
    deepEqual(service.urls, []);
  });

  it('checks the session again for the first subscriber after a time without any', async () => {
    const { connection, reaches, unsubscribe } = await follow([reply(CONNECTED), reply(RECONNECT)]);
    await reaches('connected');
    unsubscribe();
    const states: string[] = [];
    connection.subscribe(({ state }) => states.push(state));
    await reaches('reconnect');
    deepEqual(states, ['connected', 'reconnect']);
  });

  it('forgets a failure that a new subscriber has not seen', async () => {
    const { connection, reaches, unsubscribe } = await follow([networkError(), reply(CONNECTED)]);
    await reaches('failed');
    unsubscribe();
    const states: string[] = [];
    connection.subscribe(({ state }) => states.push(state));
    await reaches('connected');
    deepEqual(states, ['checking', 'connected']);
  });

  it('holds the refusal that the user came back with', async () => {
    const { snapshots, reaches } = await follow([reply(DISCONNECTED)], { query: '?vault=denied' });
    await reaches('disconnected');
    const [, denied, ...others] = snapshots;
    deepEqual([denied?.isDenied, denied?.error?.code], [true, 'access_denied']);
    deepEqual(others, []);
  });

  it('holds the refusal that the user came back with for one check only', async () => {
    const { connection, reaches } = await follow([reply(DISCONNECTED), reply(DISCONNECTED)], {
      query: '?vault=denied',
    });
    await reaches('disconnected');
    await connection.checkSession();
    deepEqual([connection.snapshot.state, connection.snapshot.isDenied], ['disconnected', false]);
  });

  it('holds the error of a check that failed, and checks again when it is asked to', async () => {
    const { connection, reaches, states, warnings } = await follow([
      refusal('store_unavailable', 503),
      reply(CONNECTED),
    ]);
    await reaches('failed');
    equal(connection.snapshot.error?.code, 'store_unavailable');
    ok(warnings.join().includes('store_unavailable'), warnings.join());
    await connection.retry();
    deepEqual(states(), ['checking', 'failed', 'checking', 'connected']);
  });

  it('fails when something else answers instead of the backend', async () => {
    const { connection, reaches } = await follow([new Response('<h1>Home</h1>')]);
    await reaches('failed');
    equal(connection.snapshot.error?.code, 'service_error');
  });

  it('changes when pushAnswers() finds that the connection has ended', async () => {
    const { reaches, states, vault } = await follow([
      reply(CONNECTED),
      refusal('rate_limited', 429),
      refusal('reconnect_required', 409),
      refusal('not_connected', 401),
    ]);
    await reaches('connected');
    for (const state of ['connected', 'reconnect', 'disconnected'] as const) {
      await vault.pushAnswers('p1', {}).catch(() => undefined);
      equal(states().at(-1), state);
    }
  });

  it('stays connected when the user has connected again during a push that is refused', async () => {
    const refused = held<Response>();
    const { connection, reaches, vault, service } = await follow([
      reply(RECONNECT),
      refused.promise,
      reply(CONNECTED),
      reply(CONNECTED),
    ]);
    await reaches('reconnect');
    const push = vault.pushAnswers('p1', {}).catch(() => undefined);
    await connection.checkSession();
    await reaches('connected');
    refused.give(refusal('reconnect_required', 409));
    await push;
    await until(() => service.urls.length === 4);
    await settled();
    equal(connection.snapshot.state, 'connected');
  });

  it('stays as it is when a push to another backend is refused', async () => {
    const { connection, reaches, vault } = await follow([
      reply(CONNECTED),
      refusal('not_connected', 401),
    ]);
    await reaches('connected');
    await vault.pushAnswers('p1', {}, { bffUrl: '/other' }).catch(() => undefined);
    equal(connection.snapshot.state, 'connected');
  });

  it('informs another tab when a push finds that the connection has ended', async () => {
    const first = await follow([reply(CONNECTED), refusal('not_connected', 401)]);
    const second = await follow([reply(CONNECTED), reply(DISCONNECTED)]);
    await first.reaches('connected');
    await second.reaches('connected');
    await first.vault.pushAnswers('p1', {}).catch(() => undefined);
    await second.reaches('disconnected');
  });

  it('ignores the answer of a check that began before a disconnect', async () => {
    const early = held<Response>();
    const { connection, window, states, reaches } = await follow([
      reply(CONNECTED),
      early.promise,
      status(204),
    ]);
    await reaches('connected');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await connection.disconnect();
    early.give(reply(CONNECTED));
    await settled();
    equal(states().at(-1), 'disconnected');
  });

  it('works without BroadcastChannel', async () => {
    const { reaches, connection } = await follow([reply(CONNECTED), status(204)], {
      before: (window) => Reflect.deleteProperty(window, 'BroadcastChannel'),
    });
    await reaches('connected');
    await connection.disconnect();
    equal(connection.snapshot.state, 'disconnected');
  });

  it('works in a frame that may not open a BroadcastChannel', async () => {
    const { reaches } = await follow([reply(CONNECTED)], {
      before: (window) => {
        window.BroadcastChannel = function () {
          throw new DOMException('Not in this frame.', 'SecurityError');
        } as never;
      },
    });
    await reaches('connected');
  });

  it('remembers a connection of the hook for this page view when the browser blocks storage', async () => {
    const { load } = await openPage('', { before: blockStorage });
    const { vaultConnection } = await load<typeof Vault>('vault/index.ts');
    const connection = vaultConnection({ exchangeUrl: '/api/exchange' });
    connection.subscribe(() => undefined);
    await until(() => connection.snapshot.state === 'disconnected');
    connection.markConnected();
    await connection.checkSession();
    equal(connection.snapshot.state, 'connected');
    await connection.disconnect();
    await connection.checkSession();
    equal(connection.snapshot.state, 'disconnected');
  });

  it('has not ended where the backend could not end it', async () => {
    const { connection, states, service, reaches } = await follow([reply(CONNECTED)]);
    await reaches('connected');
    service.replies.push(refusal('store_unavailable', 503));
    await connection.disconnect();
    equal(connection.snapshot.error?.code, 'store_unavailable');
    deepEqual(states(), ['checking', 'connected', 'failed']);
  });
});
