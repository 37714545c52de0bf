import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../node/browser.ts';
import { killAll, ORIGIN, start } from '../node/program.ts';
import { freePort } from '../support/free-port.ts';
import { RUNTIMES, setUp } from './runtimes.ts';

/** The same on each of them, since the sandbox has a seed. */
const SANDBOX = {
  token: 'OBUl-lPCcWKEALi_u8gVzheIeYNbt9iORYYzO-zc7Yw',
  status: 200,
  outcome: 'complete',
  state: 'published',
};

describe('the backend on every runtime', () => {
  before(setUp);
  after(killAll);

  for (const { name, command, parameters } of RUNTIMES) {
    it(
      `connects, shows the session, pushes and renews, and has a sandbox, on ${name}`,
      { timeout: 120_000 },
      async () => {
        const port = await freePort();
        const program = start(command, parameters(port), {
          HOME: '.cache',
          DENO_NO_UPDATE_CHECK: '1',
        });
        const address = `http://127.0.0.1:${port}`;
        await answered(`${address}/vault/health`, program);
        assert.deepEqual(await (await fetch(`${address}/sandbox`)).json(), SANDBOX);
        const browser = openBrowser(address, ORIGIN);

        assert.deepEqual(await (await browser.session()).json(), {
          connected: false,
          reason: 'none',
        });
        const callback = await browser.connect();
        assert.equal(callback.status, 303);
        assert.equal(new URL(callback.headers.get('location') ?? '', ORIGIN).pathname, '/done');

        const session = (await (await browser.session()).json()) as Record<string, unknown>;
        assert.equal(session.connected, true);
        assert.equal(session.scope, 'push_packet');

        const payload = { drink: 'café', empty: '', nothing: null };
        const pushed = await browser.push('packet-1', payload);
        assert.equal(pushed.status, 200);
        const reply = (await pushed.json()) as Record<string, unknown>;
        assert.equal(reply.message, 'Data successfully synced');
        assert.deepEqual(reply.payload, payload);

        // The refresh ends after the response of the push that began it, in another request: a runtime may have given it up by then.
        await browser.send('/late');
        assert.equal((await browser.push('packet-1', payload)).status, 200);
        await browser.send('/release');
        while (await isExpiry(browser, session.expires_at));
      },
    );
  }
});

const isExpiry = async (browser: ReturnType<typeof openBrowser>, expiry: unknown) =>
  ((await (await browser.session()).json()) as { expires_at?: unknown }).expires_at === expiry;

/** Resolves with the first answer. @throws with what was printed where the program ends before */
async function answered(url: string, { closed, printed }: ReturnType<typeof start>): Promise<void> {
  const over = closed.then(() => true);
  for (;;) {
    try {
      assert.equal((await fetch(url)).status, 200);
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const isOver = await Promise.race([
        over,
        new Promise<false>((go) => setImmediate(go, false)),
      ]);
      if (isOver) throw new Error(`It ended: ${printed.out}${printed.err}`);
    }
  }
}
