import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { listen } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import { openBrowser } from '../node/browser.ts';
import type { InstalledExample } from './installed-example.ts';

const PACKET = 'coffee-profile';

/** An example that runs in front of a sandbox. */
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Starts an example in front of a sandbox, whose vaults are those of two sellers. */
export async function startStage(example: InstalledExample) {
  const { origin } = example;
  const client = {
    client_id: 'example',
    client_secret: randomBytes(32).toString('base64'),
    redirect_uri: `${origin}/vault/callback`,
  };
  const sandbox = createSandbox({
    clients: [client],
    packets: [{ id: PACKET, client_id: 'example', questions: ['drink'] }],
    sellers: [{ id: 'seller-a' }, { id: 'seller-b' }],
  });
  const service = await listen((request) => sandbox.fetch(request));
  const running = await example.start({
    ORIGIN: origin,
    SESSION_SECRET: randomBytes(32).toString('base64'),
    VAULTLINK_BASE_URL: service.origin,
    VAULTLINK_CLIENT_ID: client.client_id,
    VAULTLINK_CLIENT_SECRET: client.client_secret,
    VAULTLINK_REDIRECT_URI: client.redirect_uri,
    VAULTLINK_ORIGIN: origin,
    VAULTLINK_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  });

  return {
    origin,
    printed: () => running.printed(),
    /** Returns the answers in a seller's vault for the example's packet. */
    async vaultOf(sellerId: string): Promise<Record<string, string> | undefined> {
      const answer = await fetch(`${service.origin}/sandbox/state`);
      const { sellers_packets } = (await answer.json()) as {
        sellers_packets: { seller_id: string; answers: Record<string, string> }[];
      };
      return sellers_packets.find(({ seller_id }) => seller_id === sellerId)?.answers;
    },
    async close() {
      await running.stop();
      await service.close();
      sandbox.close();
    },
  };
}

/**
 * One browser, two users of the app after each other: neither reads or writes the other's vault.
 *
 * @see RFC 9700 section 4.7
 */
export async function walkWithAnotherLogin(stage: Stage): Promise<void> {
  const { origin } = stage;
  const browser = openBrowser(origin);

  const statusOf = async (answer: Response | Promise<Response>) => {
    const { status, body } = await answer;
    await body?.cancel();
    return status;
  };
  const submit = (path: string, fields: Record<string, string> = {}) =>
    statusOf(
      browser.send(path, {
        method: 'POST',
        headers: { origin, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(fields),
      }),
    );
  const signIn = async (user: string) => {
    assert.equal(await submit('/login', { user }), 303);
    const page = await (await browser.send('/')).text();
    assert.match(page, new RegExp(`Signed in as (<!-- -->)?${user}`));
    assert.ok(page.includes('<vault-connect') && page.includes('<vault-push'), page);
    // Where the element's code does not come, the link connects.
    assert.match(page, /<vault-connect[^>]*><a href="\/vault\/connect\?return_to=\/">/);
  };
  const session = async () =>
    (await (await browser.session()).json()) as { connected?: boolean; error?: string };
  const push = async (drink: string) => statusOf(browser.push(PACKET, { drink }));
  /** Sets out, allows it on the service's page as a seller, and comes back. */
  const connectAs = async (sellerId: string) => {
    const away = await browser.send('/vault/connect?return_to=/', {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(await statusOf(away), 302);
    const consent = await fetch(away.headers.get('location') ?? '', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ seller_id: sellerId, decision: 'allow' }),
    });
    const callback = new URL(consent.headers.get('location') ?? '');
    assert.equal(callback.origin, origin);
    const back = await browser.send(callback.pathname + callback.search);
    assert.deepEqual([await statusOf(back), back.headers.get('location')], [303, `${origin}/`]);
  };

  assert.equal((await session()).error, 'subject_missing');

  await signIn('ada');
  assert.equal((await session()).connected, false);
  await connectAs('seller-a');
  assert.equal((await session()).connected, true);
  assert.equal(await push('tea'), 200);
  assert.deepEqual(await stage.vaultOf('seller-a'), { drink: 'tea' });

  assert.equal(await submit('/logout'), 303);
  assert.equal((await session()).error, 'subject_missing');
  assert.equal(await push('poison'), 403);
  await signIn('bob');
  assert.equal((await session()).connected, false);
  assert.equal(await push('poison'), 401);
  assert.deepEqual(await stage.vaultOf('seller-a'), { drink: 'tea' });
  await connectAs('seller-b');
  assert.equal(await push('coffee'), 200);
  assert.deepEqual(await stage.vaultOf('seller-a'), { drink: 'tea' });
  assert.deepEqual(await stage.vaultOf('seller-b'), { drink: 'coffee' });

  assert.equal(await submit('/forget'), 303);
  await signIn('bob');
  assert.equal((await session()).connected, false);
  assert.equal(await push('late'), 401);
  assert.deepEqual(await stage.vaultOf('seller-b'), { drink: 'coffee' });
}
