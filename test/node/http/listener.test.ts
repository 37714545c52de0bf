import assert from 'node:assert/strict';
import type { Server, Socket } from 'node:net';
import { describe, it } from 'node:test';
import { listen, nodeRequestOf } from 'vaultlink/node';
import { startBff } from '../../bff/support/http-bff.ts';

/** A server with a request that it will never answer. */
async function hangingRequest() {
  let arrive!: () => void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const listener = await listen(() => {
    arrive();
    return new Promise<Response>(() => undefined);
  });
  const answer = fetch(listener.origin);
  answer.catch(() => undefined);
  await arrived;
  return { listener, answer };
}

describe('listen', () => {
  it('serves a handler on a free port of this machine', async () => {
    const listener = await listen(async (request) => new Response(await request.text()));
    assert.equal(listener.origin, `http://127.0.0.1:${listener.port}`);
    const answer = await fetch(listener.origin, { method: 'POST', body: 'täxt' });
    assert.equal(await answer.text(), 'täxt');
    await listener.close();
    await assert.rejects(fetch(listener.origin), TypeError);
  });

  it('serves a backend, whose calls it does not turn into a Request', async () => {
    const { bff } = startBff();
    const served = { ...bff, fetch: () => assert.fail('A Request was made.') };
    const listener = await listen(served);
    const answer = await fetch(`${listener.origin}/vault/health/live`);
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
    assert.equal((await fetch(`${listener.origin}/elsewhere`)).status, 404);
    await listener.close();
  });

  it('keeps serving after errors of the server, such as a connection that cannot be accepted', async () => {
    const listener = await listen((request) => {
      const { server } = nodeRequestOf(request)?.socket as Socket & { server: Server };
      const error = new Error('accept ENFILE');
      return new Response(String([1, 2].map(() => server.emit('error', error))));
    });
    assert.equal(await (await fetch(listener.origin)).text(), 'true,true');
    await listener.close();
  });

  it('cuts the connection for an answer that is an error', async () => {
    const listener = await listen(() => Response.error());
    await assert.rejects(fetch(listener.origin), TypeError);
    await listener.close();
  });

  it('answers what has begun before it has drained, and takes nothing more', async () => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let arrive!: () => void;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const listener = await listen(async () => {
      arrive();
      await released;
      return new Response('done');
    });
    const answer = fetch(listener.origin);
    await arrived;
    let isDrained = false;
    const drained = listener.drain().then(() => (isDrained = true));
    await assert.rejects(fetch(listener.origin), TypeError);
    assert.equal(isDrained, false);
    release();
    assert.equal(await (await answer).text(), 'done');
    await drained;
  });

  it('waits no longer than it is told to for what has begun', async () => {
    const { listener, answer } = await hangingRequest();
    await listener.drain(1);
    await assert.rejects(answer, TypeError);
  });

  it('ends every connection when it closes, whatever is in flight', async () => {
    const { listener, answer } = await hangingRequest();
    await listener.close();
    await assert.rejects(answer, TypeError);
  });

  it('says where a port is taken', async () => {
    const listener = await listen(() => new Response());
    await assert.rejects(
      listen(() => new Response(), { port: listener.port }),
      {
        code: 'EADDRINUSE',
      },
    );
    await listener.close();
  });

  it('leaves the globals of the process as they are', async () => {
    const before = [Request, Response];
    const listener = await listen(() => new Response());
    assert.deepEqual([Request, Response], before);
    await listener.close();
  });
});
