import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { listen } from 'vaultlink/node';

const DELAY_MS = 300;

/** A proxy as far as a server sees it: one connection, which it keeps. */
async function openConnection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  const ended = once(socket, 'close');
  return {
    socket,
    ended,
    send: (path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nHost: app.example\r\n\r\n`),
    /** The head of an answer that has no body, in lower case. */
    async head(): Promise<string> {
      while (!received.includes('\r\n\r\n')) await once(socket, 'data');
      return received.toLowerCase();
    },
    /** The head of the next answer, in lower case. */
    async answer(): Promise<string> {
      while (!received.includes('done')) await once(socket, 'data');
      const head = received.slice(0, received.indexOf('\r\n\r\n')).toLowerCase();
      received = '';
      return head;
    },
  };
}

/** A server whose request to /slow is answered once it is released. */
async function startServer() {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let arrive!: () => void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const listener = await listen(
    async ({ url }) => {
      if (url.endsWith('/slow')) {
        arrive();
        await released;
      }
      return new Response('done');
    },
    { keepAliveTimeoutMs: 60_000 },
  );
  return { listener, release, arrived };
}

/** Opens connections and sends a request in each, while the event loop of the test is blocked. */
const CLIENT = `
  const { connect } = require('node:net');
  const { workerData, parentPort } = require('node:worker_threads');
  const { port, count, signal } = workerData;
  const answers = Array.from({ length: count }, () => new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\\r\\nHost: app.example\\r\\n\\r\\n', () => {
        Atomics.add(signal, 0, 1);
        Atomics.notify(signal, 0);
      }));
    socket.on('data', (text) => (received += text));
    socket.on('error', ({ code }) => resolve(code));
    socket.on('end', () => resolve(received.slice(-4)));
  }));
  Promise.all(answers).then((texts) => parentPort.postMessage(texts));
`;

/** Resolves with what each of the connections has received. The requests have left when this function returns. */
function sendWhileBlocked(port: number, count: number): Promise<string[]> {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(CLIENT, { eval: true, workerData: { port, count, signal } });
  const answered = once(worker, 'message') as Promise<[string[]]>;
  for (let sent = 0; sent < count; sent = Atomics.load(signal, 0)) Atomics.wait(signal, 0, sent);
  return answered.then(([texts]) => texts);
}

describe('a listener that drains with a delay', () => {
  it('answers on until the delay is over, and tells each client to come back on another connection', async () => {
    const { listener } = await startServer();
    const kept = await openConnection(listener.port);
    kept.send();
    assert.match(await kept.answer(), /connection: keep-alive/);

    const drained = listener.drain(10_000, DELAY_MS);
    kept.send();
    assert.match(await kept.answer(), /connection: close/);
    await kept.ended;

    const fresh = await openConnection(listener.port);
    fresh.send();
    assert.match(await fresh.answer(), /connection: close/);
    await drained;
    await assert.rejects(openConnection(listener.port), { code: 'ECONNREFUSED' });
  });

  it('answers requests that arrive while the event loop is busy and the delay ends', async () => {
    const { listener } = await startServer();
    const startedMs = performance.now();
    const drained = listener.drain(10_000, DELAY_MS);
    const answered = sendWhileBlocked(listener.port, 5);
    while (performance.now() < startedMs + 2 * DELAY_MS);
    assert.deepEqual(await answered, ['done', 'done', 'done', 'done', 'done']);
    await drained;
  });

  it('closes the connection of a request that was in flight when it began to drain', async () => {
    const { listener, release, arrived } = await startServer();
    const kept = await openConnection(listener.port);
    kept.send('/slow');
    await arrived;
    const drained = listener.drain(10_000, 0);
    release();
    assert.match(await kept.answer(), /connection: close/);
    await drained;
  });
});

describe('what a draining listener answers itself', () => {
  it('closes the connection of a request in flight whose handler throws', async () => {
    let fail!: (reason: Error) => void;
    const failed = new Promise<Response>((_, reject) => (fail = reject));
    let arrive!: () => void;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const listener = await listen(
      () => {
        arrive();
        return failed;
      },
      { keepAliveTimeoutMs: 60_000 },
    );
    const kept = await openConnection(listener.port);
    kept.send();
    await arrived;
    const drained = listener.drain(10_000, 0);
    fail(new Error('No answer.'));
    assert.match(await kept.head(), /^http\/1\.1 500 [^]*connection: close/);
    await drained;
  });

  it('closes the connection of a request that it refuses', async () => {
    const { listener } = await startServer();
    const drained = listener.drain(10_000, DELAY_MS);
    const fresh = await openConnection(listener.port);
    fresh.socket.write('GET / HTTP/1.1\r\nHost: no host\r\n\r\n');
    assert.match(await fresh.head(), /^http\/1\.1 400 [^]*connection: close/);
    await drained;
  });
});

describe('the time for which a connection is kept', () => {
  it('can be set', async () => {
    const listener = await listen(() => new Response('done'), { keepAliveTimeoutMs: 75_000 });
    const kept = await openConnection(listener.port);
    kept.send();
    assert.match(await kept.answer(), /keep-alive: timeout=75/);
    await listener.close();
  });
});
