import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { toNodeHandler } from 'vaultlink/node';
import { startBff } from '../../bff/support/http-bff.ts';
import { echo, jsonOf, post, PUSH, serving } from '../mounted.ts';

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
      assert.equal(seen.length, String(Buffer.byteLength(body)));
    });
  }

  it('says the length of the body that was unpacked, and no longer how it was packed', async () => {
    const origin = await parsing(() => ({ payload: {} }));
    const seen = await jsonOf(await post(origin + PUSH, 'zip', { 'content-encoding': 'gzip' }));
    assert.deepEqual([seen.length, seen.encoding], ['14', null]);
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
