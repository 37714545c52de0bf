import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as connectTo } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { toNodeHandler } from 'vaultlink/node';
import { startBff } from '../../bff/support/http-bff.ts';
import { bffOf, echo, jsonOf, post, PUSH, responseOf, serving } from '../mounted.ts';

describe('toNodeHandler behind a body parser', () => {
  /** A server whose parser reads the body first. */
  const parsing = async (parse: (body: string) => unknown, bff = echo) => {
    const handler = toNodeHandler(bff);
    return serving(async (req, res) => {
      req.body = parse(await text(req));
      await handler(req, res);
    });
  };

  for (const [what, parse] of [
    ['an object', (body) => JSON.parse(body) as unknown],
    ['text', (body) => body],
    ['a buffer', (body) => Buffer.from(body)],
  ] satisfies [string, (body: string) => unknown][]) {
    it(`gives the backend the body that the parser has left as ${what}`, async () => {
      const origin = await parsing(parse);
      const body = '{"payload":{"drink":"thé","__proto__":"x"}}';
      const seen = await jsonOf(await post(origin + PUSH, body));
      assert.equal(seen.body, body);
    });
  }

  it('gives it the body that the parser has unpacked, however long it was packed', async () => {
    const origin = await parsing(() => ({ payload: {} }));
    const seen = await jsonOf(await post(origin + PUSH, 'zip', { 'content-encoding': 'gzip' }));
    assert.equal(seen.body, '{"payload":{}}');
  });

  it('gives it none that is longer than it takes', async () => {
    const origin = await parsing(() => 'é'.repeat(501));
    assert.equal((await jsonOf(await post(origin + PUSH))).body, undefined);
  });

  it('needs no body where the call has none', async () => {
    const origin = await parsing(() => undefined);
    const answer = await fetch(`${origin}/vault/session`, { method: 'DELETE' });
    assert.equal((await jsonOf(answer)).body, '');
  });

  it('reads the body itself where a parser has passed over it', async () => {
    const handler = toNodeHandler(echo);
    const origin = await serving((req, res) => {
      req.body = {};
      return handler(req, res);
    });
    assert.equal((await jsonOf(await post(origin + PUSH, '[1]'))).body, '[1]');
  });

  it('tells the operator, and warns once, where the body has been read and thrown away', async () => {
    const { bff, events } = startBff();
    const origin = await parsing(() => undefined, bff);
    const warned = once(process, 'warning');
    const headers = { 'x-vaultlink': '1', origin: 'https://app.example' };
    const relay = `${origin}/vault/endlinks/complete`;
    const answer = await post(relay, '{"token":"t"}', headers);
    assert.equal(answer.status, 500);
    assert.equal((await jsonOf(answer)).error, 'configuration_error');
    const [warning] = (await warned) as [Error];
    const [event] = events;
    assert.ok(event?.type === 'failed' && event.code === 'configuration_error');
    for (const sentence of [event.detail, warning.message]) {
      assert.match(sentence, /Mount the backend before the body parser/);
    }
    const again = (error: Error) => assert.doesNotMatch(error.message, /body parser/);
    process.on('warning', again);
    await post(relay, '{"token":"t"}', headers);
    process.off('warning', again);
  });
});

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

describe('the body of a request to toNodeHandler', () => {
  /** Says how much of a body was read: up to four bytes. */
  const reader = bffOf(async (request) => {
    const body = await request.readText(4).catch(messageOf);
    return responseOf(200, JSON.stringify({ body }));
  });

  for (const [what, headers] of [
    ['whose length is announced', {}],
    ['in pieces', { 'transfer-encoding': 'chunked' }],
  ] as const) {
    /** Sends a body. @returns the body that was read, and the header Connection of the response */
    const send = async (body: string) => {
      const origin = await serving(toNodeHandler(reader));
      const request = connectTo(origin, { method: 'POST', path: PUSH, headers });
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const seen = JSON.parse(await text(response)) as Record<string, unknown>;
      return [seen.body, response.headers.connection];
    };

    it(`${what} is read up to the limit`, async () => {
      assert.deepEqual(await send('\uFEFFa'), ['a', 'keep-alive']);
      assert.deepEqual(await send('éé'), ['éé', 'keep-alive']);
    });

    it(`${what} is not read where it is longer, and the connection is closed`, async () => {
      assert.deepEqual(await send('ééé'), [undefined, 'close']);
    });
  }

  it('is cut off if the client goes away before its end, and before anybody reads it', async () => {
    let note: (seen: unknown) => void = () => undefined;
    const seen = new Promise((resolve) => (note = resolve));
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const handler = toNodeHandler(
      bffOf(async (request) => {
        const gone = once(request.webRequest.signal, 'abort');
        arrive();
        await gone;
        note(await request.readText(1000).catch(messageOf));
        return responseOf(204);
      }),
    );
    const origin = await serving(handler);
    const headers = { 'content-length': '10' };
    const request = connectTo(origin, { method: 'POST', path: PUSH, headers });
    request.on('error', () => undefined);
    request.write('half');
    await arrived;
    request.destroy();
    assert.equal(await seen, 'The body was cut off.');
  });
});
