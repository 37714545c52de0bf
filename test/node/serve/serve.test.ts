import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callVaultlink } from '../in-process.ts';
import { CLIENT_SECRET, KEYS, ORIGIN, variables, vaultlink } from '../program.ts';
import { serverOf, useService } from './servers.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };

describe('vaultlink serve', () => {
  const service = useService();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
  });
  after(() => rm(folder, { recursive: true }));

  const startServe = (more: Record<string, string> = {}) =>
    serverOf(callVaultlink(['serve'], environmentOf(more)));

  /** Starts the server in a process of its own: for signals, and for all that this process prints. */
  const startProgram = (more: Record<string, string> = {}) =>
    serverOf(vaultlink(['serve'], environmentOf(more)));

  function environmentOf(more: Record<string, string>): Record<string, string> {
    const {
      VAULTLINK_CLIENT_SECRET: secret,
      VAULTLINK_KEYS: keys,
      ...others
    } = variables(service().origin);
    const secrets = { VAULTLINK_CLIENT_SECRET: secret ?? '', VAULTLINK_KEYS: keys ?? '' };
    const isFromFile = 'VAULTLINK_KEYS_FILE' in more;
    return { ...others, ...(!isFromFile && secrets), ...more };
  }

  it('listens, answers that it is well, and ends with 0 on SIGTERM', limit, async () => {
    const { program, address } = await startProgram();
    const health = await fetch(`${address}/vault/health`);
    assert.equal(health.status, 200);
    assert.deepEqual(await health.json(), { status: 'ok', store: 'ok' });
    program.stop();
    assert.deepEqual(await program.closed, [0, null]);
    assert.equal(program.printed.out, `listening on ${address}\n`);
  });

  it('goes on when nobody reads its log any more', limit, async () => {
    const { program, browser } = await startProgram();
    await program.hangUp();
    assert.equal((await browser.connect()).status, 303);
    assert.equal((await browser.push('packet-1', { name: 'an answer' })).status, 200);
    program.stop();
    assert.deepEqual(await program.closed, [0, null]);
  });

  it('connects and pushes, and shows no secret in what it prints', limit, async () => {
    const { program, browser } = await startProgram();
    assert.equal((await browser.connect()).status, 303);
    const answer = await browser.push('packet-1', { name: 'the answer of a seller' });
    assert.equal(answer.status, 200);
    program.stop();
    await program.closed;

    assert.deepEqual(
      service().requests.map(({ path, headers }) => [path, headers.authorization]),
      [
        ['/oauth/token', undefined],
        ['/api/v5/packets/packet-1/sellers_packets/push', 'Bearer access-token-1'],
      ],
    );
    assert.deepEqual(service().requests[1]?.body, {
      id: 'packet-1',
      payload: { name: 'the answer of a seller' },
    });
    const { out, err } = program.printed;
    assert.match(err, /"type":"connected"/);
    assert.match(err, /"type":"pushed"/);
    const secrets = [CLIENT_SECRET, KEYS.slice(3), 'access-token', 'refresh-token', 'code-1'];
    const session = browser.cookies.get('vaultlink') ?? '';
    assert.notEqual(session, '');
    for (const secret of [...secrets, session, 'the answer of a seller']) {
      assert.ok(!(out + err).includes(secret), `${secret} in ${out}${err}`);
    }
  });

  it(
    'warns in its log of an allowed origin on another site, and serves all the same',
    limit,
    async () => {
      const { program } = await startServe({
        VAULTLINK_ALLOWED_ORIGINS: 'http://localhost:4000,https://partner.example',
      });
      program.stop();
      assert.deepEqual(await program.closed, [0, null]);
      const [line = '', started = '', ...others] = program.printed.err.trim().split('\n');
      assert.match(started, /"type":"started"/);
      assert.deepEqual(others, []);
      const { type, detail } = JSON.parse(line) as { type: string; detail: string };
      assert.equal(type, 'warning');
      assert.match(
        detail,
        /^Pages of https:\/\/partner\.example are on another site than http:\/\/localhost:3000: they cannot report outcomes, because VAULTLINK_RELAY is off/,
      );
    },
  );

  it(
    'says that it is not ready once it drains, and answers on for VAULTLINK_DRAIN_MS',
    limit,
    async () => {
      const { program, address, browser } = await startProgram({ VAULTLINK_DRAIN_MS: '1000' });
      await browser.connect();
      const ready = async () => (await fetch(`${address}/vault/health/ready`)).status;
      assert.equal(await ready(), 200);
      program.stop();
      while ((await ready()) === 200);
      assert.equal(await ready(), 503);
      const pushed = await browser.push('packet-1', {});
      assert.equal(pushed.status, 200);
      assert.equal(pushed.headers.get('connection'), 'close');
      assert.equal((await fetch(`${address}/vault/health/live`)).status, 200);
      assert.deepEqual(await program.closed, [0, null]);
    },
  );

  it('waits for no proxy where Ctrl-C ends it', limit, async () => {
    const { program } = await startProgram({ VAULTLINK_DRAIN_MS: '60000' });
    const sinceMs = performance.now();
    program.interrupt();
    assert.deepEqual(await program.closed, [0, null]);
    assert.ok(performance.now() - sinceMs < 30_000);
  });

  it('completes a push in flight before it stops', limit, async () => {
    const { program, browser, address } = await startProgram();
    await browser.connect();
    const held = service().pushEndpoint.holdNext();
    const answer = browser.push('packet-1', {});
    await held.arrived;
    program.stop();
    // It has begun to stop as soon as nobody can connect any more.
    await refused(address);
    held.release();
    assert.equal((await answer).status, 200);
    assert.deepEqual(await program.closed, [0, null]);
  });

  it(
    'stores an outcome whose request it had accepted before it was told to stop',
    limit,
    async () => {
      const { program, address } = await startServe({
        VAULTLINK_RELAY: 'on',
        VAULTLINK_STORE: `sqlite:${join(folder, 'outcomes.db')}`,
      });
      const relayed = await beginRelay(address);
      program.stop();
      await refused(address);
      relayed.end(JSON.stringify({ token: 'token-1' }));
      const [{ statusCode }] = (await once(relayed, 'response')) as [IncomingMessage];
      // Where the service takes its time, the answer says that the outcome is stored.
      assert.ok([200, 202].includes(statusCode ?? 0), `${statusCode} ${program.printed.err}`);
      assert.deepEqual(await program.closed, [0, null]);
    },
  );

  it('keeps a session in SQLite from one run to the next', limit, async () => {
    const store = { VAULTLINK_STORE: `sqlite:${join(folder, 'kept.db')}` };
    const first = await startProgram(store);
    await first.browser.connect();
    first.program.stop();
    assert.deepEqual(await first.program.closed, [0, null]);

    const second = await startProgram(store);
    for (const [name, value] of first.browser.cookies) second.browser.cookies.set(name, value);
    assert.equal((await second.browser.push('packet-1', { name: 'A' })).status, 200);
    assert.equal(service().requests.at(-1)?.headers.authorization, 'Bearer access-token-1');
  });

  it('takes its secrets from files', limit, async () => {
    const files = { secret: join(folder, 'secret'), keys: join(folder, 'keys') };
    await writeFile(files.secret, `${CLIENT_SECRET}\n`);
    await writeFile(files.keys, `${KEYS}\n`);
    const { browser } = await startServe({
      VAULTLINK_CLIENT_SECRET_FILE: files.secret,
      VAULTLINK_KEYS_FILE: files.keys,
    });
    await browser.connect();
    assert.equal(service().requests[0]?.body.client_secret, CLIENT_SECRET);
  });

  it('serves a folder beside the backend, and nothing hidden in it', limit, async () => {
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Survey</title>');
    await writeFile(join(folder, '.env'), 'SECRET=1');
    const { address } = await startServe({ VAULTLINK_STATIC: folder });
    const page = await fetch(`${address}/`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Survey/);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    for (const path of ['/.env', '/%2eenv', '/none.html', '/vaultage']) {
      assert.equal((await fetch(address + path)).status, 404, path);
    }
    assert.equal((await fetch(`${address}/vault/health`)).status, 200);
  });

  it(
    'serves nothing that a symbolic link leads to outside of the folder, or to a hidden file',
    limit,
    async () => {
      const root = join(folder, 'public');
      await mkdir(join(root, 'inside'), { recursive: true });
      await mkdir(join(folder, 'outside'));
      await writeFile(join(folder, 'outside', 'index.html'), 'SECRET=1');
      await writeFile(join(root, '.env'), 'SECRET=1');
      await writeFile(join(root, 'inside', 'index.html'), 'inside');
      await symlink(join(folder, 'outside', 'index.html'), join(root, 'file.html'));
      await symlink(join(folder, 'outside'), join(root, 'folder'));
      await mkdir(join(root, 'own'));
      await symlink(join(folder, 'outside', 'index.html'), join(root, 'own', 'index.html'));
      await symlink(join(root, '.env'), join(root, 'env.txt'));
      await symlink(join(root, 'inside'), join(root, 'also-inside'));
      const link = join(folder, 'link-to-public');
      await symlink(root, link);
      const { address } = await startServe({ VAULTLINK_STATIC: link });
      for (const path of ['/file.html', '/folder/', '/folder/index.html', '/own/', '/env.txt']) {
        assert.equal((await fetch(address + path)).status, 404, path);
      }
      assert.equal(await (await fetch(`${address}/also-inside/`)).text(), 'inside');
    },
  );

  it('names every mistake at once, and ends with code 2', limit, async () => {
    const mistaken = { VAULTLINK_KEYS: '', PORT: 'many' };
    const program = callVaultlink(['serve'], {
      ...variables('ftp://service().example'),
      ...mistaken,
    });
    assert.deepEqual(await program.closed, [2, null]);
    assert.equal(program.printed.out, '');
    const lines = program.printed.err.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(/[: ]/)[0]),
      ['VAULTLINK_BASE_URL', 'VAULTLINK_KEYS', 'PORT'],
    );
  });
});

/** Begins to relay an outcome, and waits until the server has accepted the request and asks for its body. */
async function beginRelay(address: string): Promise<ClientRequest> {
  const headers = {
    ...{ 'x-vaultlink': '1', origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    ...{ 'content-type': 'application/json', expect: '100-continue' },
  };
  const relayed = request(`${address}/vault/endlinks/complete`, { method: 'POST', headers });
  relayed.flushHeaders();
  await once(relayed, 'continue');
  return relayed;
}

/** Resolves when nobody listens any more. */
async function refused(address: string): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`${address}/vault/health`, { headers: { connection: 'close' } });
      await answer.body?.cancel();
    } catch {
      return;
    }
  }
}
