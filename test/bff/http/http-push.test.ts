import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, startBff } from '../support/http-bff.ts';
import {
  brokenConnection,
  invalidGrant,
  invalidToken,
  withErrors,
  withJson,
} from '../../support/service/answers.ts';
import { pushReply } from '../../support/service/replies.ts';

const DAY_MS = 86_400_000;
const PATH = '/packets/packet-1/push';

async function connected(changed: Parameters<typeof startBff>[0] = {}) {
  const all = startBff(changed);
  await all.browser.connect();
  return {
    ...all,
    push: (body: unknown, headers = {}) => all.browser.call('POST', PATH, body, headers),
  };
}

describe('a push', () => {
  it('sends a push as the interface shows, and returns the JSON of the service', async () => {
    const { push, service, events } = await connected();
    const response = await push({ payload: { name: 'Ada', note: null, empty: '' } });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), pushReply('packet-1'));
    const { url, method, headers, body } = service.requestAt(1);
    assert.equal(url, 'https://service.example/api/v5/packets/packet-1/sellers_packets/push');
    assert.equal(method, 'POST');
    assert.equal(headers.authorization, 'Bearer access-token-1');
    assert.equal(headers.cookie, undefined);
    assert.deepEqual(body, { id: 'packet-1', payload: { name: 'Ada', note: null, empty: '' } });
    assert.equal(events.at(-1)?.type, 'pushed');
  });

  it('accepts a question of any name', async () => {
    const { push, service } = await connected();
    const names = ['__proto__', 'constructor', 'toString', '', 'a b', '質問', 'payload', 'id'];
    const answers = names.map((name) => `${JSON.stringify(name)}:"x"`).join();
    assert.equal((await push(`{"payload":{${answers}}}`)).status, 200);
    assert.deepEqual(Object.keys(service.requestAt(1).body.payload as object).sort(), names.sort());
  });

  it('refuses a push without a session', async () => {
    const { browser, service } = startBff();
    const response = await browser.call('POST', PATH, { payload: {} });
    assert.deepEqual([response.status, await codeOf(response)], [401, 'not_connected']);
    assert.deepEqual(service.requests, []);
  });

  it('refreshes an access token that has expired before it pushes', async () => {
    const { push, service, clock } = await connected();
    clock.ms += DAY_MS;
    assert.equal((await push({ payload: {} })).status, 200);
    assert.deepEqual(
      service.requests.map(({ body }) => body.grant_type ?? 'push'),
      ['authorization_code', 'refresh_token', 'push'],
    );
    assert.equal(service.requestAt(1).body.refresh_token, 'refresh-token-1');
    assert.equal(service.requestAt(2).headers.authorization, 'Bearer access-token-2');
  });

  it('refreshes a token that the service refuses, and sends the push once more', async () => {
    const { push, service } = await connected();
    service.pushEndpoint.answerNext(invalidToken);
    assert.equal((await push({ payload: {} })).status, 200);
    assert.deepEqual(
      service.requests.map(({ body }) => body.grant_type ?? 'push'),
      ['authorization_code', 'push', 'refresh_token', 'push'],
    );
  });

  it('answers reconnect_required for a dead grant, and sends nothing more to the service', async () => {
    const { push, service, clock } = await connected();
    clock.ms += DAY_MS;
    service.tokenEndpoint.answerNext(invalidGrant);
    for (let time = 0; time < 2; time += 1) {
      const response = await push({ payload: {} });
      assert.deepEqual([response.status, await codeOf(response)], [409, 'reconnect_required']);
    }
    assert.equal(service.requests.length, 2);
  });

  it('passes on the messages of a push that the service refuses', async () => {
    const { push, service } = await connected();
    service.pushEndpoint.answerNext(withErrors(422, ['Name is too long.', 'Age is missing.']));
    const response = await push({ payload: {} });
    assert.equal(response.status, 422);
    assert.deepEqual(await response.json(), {
      error: 'validation_failed',
      error_description: 'Name is too long. Age is missing.',
      messages: ['Name is too long.', 'Age is missing.'],
    });
  });

  it('passes on Retry-After of a push that came too soon', async () => {
    const { push, service } = await connected();
    service.pushEndpoint.answerNext(withJson(429, { error: 'slow_down' }, { 'retry-after': '7' }));
    const response = await push({ payload: {} });
    assert.equal(response.status, 429);
    assert.equal(response.headers.get('retry-after'), '7');
    assert.equal(await codeOf(response), 'rate_limited');
  });

  for (const [what, answer, status, code] of [
    ['a 500', withJson(500, {}), 502, 'service_error'],
    ['a 408', withJson(408, {}), 504, 'service_unreachable'],
    ['a 425', withErrors(425, 'Later.'), 429, 'rate_limited'],
    ['a broken connection', brokenConnection, 504, 'service_unreachable'],
  ] as const) {
    it(`answers ${code} to a push after ${what} from the service`, async () => {
      const { push, service } = await connected();
      service.pushEndpoint.answerNext(answer);
      const response = await push({ payload: {} });
      assert.deepEqual([response.status, await codeOf(response)], [status, code]);
    });
  }
});

describe('what is wrong with a push', () => {
  it('lists all invalid answers at once, before anything is sent', async () => {
    const { push, service } = await connected();
    const response = await push({ payload: { a: 1, b: ['x'], c: 'fine' } });
    assert.equal(response.status, 422);
    const { error, messages } = (await response.json()) as { error: string; messages: string[] };
    assert.equal(error, 'validation_failed');
    assert.deepEqual(messages, [
      'a must be text or null, not a number.',
      'b must be text or null, not a list.',
    ]);
    assert.equal(service.requests.length, 1);
  });

  it('lists thousands of invalid answers without filling the log', async () => {
    const { push, events } = await connected();
    const names = Array.from({ length: 5000 }, (_, index) => `question ${index}`);
    const response = await push({ payload: Object.fromEntries(names.map((name) => [name, 1])) });
    const { messages } = (await response.json()) as { messages: string[] };
    assert.equal(messages.length, 5000);
    const event = events.at(-1);
    assert(event?.type === 'failed' && event.detail.startsWith('question 0 must be text'));
    assert(event.detail.length <= 2000);
  });

  it('refreshes no token for a push with invalid answers', async () => {
    const { push, bff, service, clock } = await connected({ subject: () => 'ada' });
    clock.ms += DAY_MS;
    assert.equal(await codeOf(await push({ payload: { a: 1 } })), 'validation_failed');
    await assert.rejects(bff.push('ada', 'packet-1', { a: 1 as never }), {
      code: 'validation_failed',
    });
    assert.equal(service.requests.length, 1);
  });

  for (const [what, body] of [
    ['no JSON', '{"payload":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['no payload', '{}'],
    ['an unknown field', '{"payload":{},"id":"packet-1"}'],
    ['an unknown field of a name that objects have', '{"payload":{},"__proto__":{}}'],
  ] as const) {
    it(`answers invalid_request to a body with ${what}`, async () => {
      const { push, service } = await connected();
      const response = await push(body);
      assert.deepEqual([response.status, await codeOf(response)], [400, 'invalid_request']);
      assert.equal(service.requests.length, 1);
    });
  }

  it('answers invalid_request to another content type', async () => {
    const { push } = await connected();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const response = await push('{"payload":{}}', { 'content-type': type });
      assert.equal(await codeOf(response), 'invalid_request');
    }
    const named = await push('{"payload":{}}', {
      'content-type': 'application/json; charset=utf-8',
    });
    assert.equal(named.status, 200);
  });

  for (const id of ['a%2Fb', '..%2Fother', 'a%20b', 'a.b', '%C3%A4', 'a%0A']) {
    it(`answers invalid_request to the packet id ${id}`, async () => {
      const { browser, service } = await connected();
      const response = await browser.call('POST', `/packets/${id}/push`, { payload: {} });
      assert.deepEqual([response.status, await codeOf(response)], [400, 'invalid_request']);
      assert.equal(service.requests.length, 1);
    });
  }
});

describe('a body', () => {
  const MEBIBYTE = 1024 * 1024;
  const frame = '{"payload":{"q":""}}'.length;

  /** Sent in parts, with no length said. */
  const inParts = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    let pulled = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = bytes.slice(at, at + 65_536);
        at += part.length;
        pulled = at;
        if (part.length) controller.enqueue(part);
        else controller.close();
      },
    });
    return { stream, pulled: () => pulled };
  };

  const request = (cookie: string, body: BodyInit, headers = {}) =>
    new Request('https://app.example/vault/packets/packet-1/push', {
      method: 'POST',
      headers: {
        'x-vaultlink': '1',
        origin: 'https://app.example',
        'content-type': 'application/json',
        cookie,
        ...headers,
      },
      body,
      duplex: 'half',
    } as RequestInit);

  async function open() {
    const { bff, browser, service } = await connected();
    const cookie = browser.sessionCookie();
    return {
      service,
      send: (body: BodyInit, headers = {}) => bff.fetch(request(cookie, body, headers)),
    };
  }

  it('accepts a body of exactly 1 MiB, with and without a length, and refuses one byte more', async () => {
    const { send } = await open();
    const text = JSON.stringify({ payload: { q: 'x'.repeat(MEBIBYTE - frame) } });
    assert.equal((await send(inParts(text).stream)).status, 200);
    assert.equal((await send(inParts(`${text} `).stream)).status, 413);
    assert.equal((await send(text, { 'content-length': String(text.length) })).status, 200);
  });

  it('answers too_large to a longer body, and does not read it to its end', async () => {
    const { send, service } = await open();
    const { stream, pulled } = inParts(
      JSON.stringify({ payload: { q: 'x'.repeat(5 * MEBIBYTE) } }),
    );
    const response = await send(stream);
    assert.equal(response.status, 413);
    assert.equal(await codeOf(response), 'too_large');
    assert(pulled() < 2 * MEBIBYTE);
    assert.equal(service.requests.length, 1);
  });

  it('counts the length of a body in bytes, not in characters', async () => {
    const { send } = await open();
    const text = JSON.stringify({ payload: { q: 'ä'.repeat(MEBIBYTE / 2) } });
    assert.equal((await send(inParts(text).stream)).status, 413);
  });

  it('answers too_large to a body that announces more, or lies about its length', async () => {
    const { send } = await open();
    const text = JSON.stringify({ payload: { q: 'x'.repeat(2 * MEBIBYTE) } });
    assert.equal((await send('{}', { 'content-length': String(MEBIBYTE + 1) })).status, 413);
    assert.equal((await send(text, { 'content-length': '10' })).status, 413);
  });
});

describe('push() on the server', () => {
  it('pushes for a subject from the server, and validates as for a page', async () => {
    const { bff, service } = await connected({ subject: () => 'ada' });
    assert.deepEqual(
      await bff.push('ada', 'packet-1', { name: 'Ada', skipped: undefined }),
      pushReply('packet-1'),
    );
    assert.deepEqual(service.requestAt(1).body.payload, { name: 'Ada', skipped: null });
    await assert.rejects(bff.push('ada', '../x', {}), { code: 'invalid_request' });
    await assert.rejects(bff.push('ada', 'packet-1', { a: 1 as never }), {
      code: 'validation_failed',
    });
    await assert.rejects(bff.push('bob', 'packet-1', {}), { code: 'not_connected' });
  });

  it('throws reconnect_required on the server when the grant is dead', async () => {
    const { bff, service, clock } = await connected({ subject: () => 'ada' });
    clock.ms += DAY_MS;
    service.tokenEndpoint.answerNext(invalidGrant);
    await assert.rejects(bff.push('ada', 'packet-1', {}), { code: 'reconnect_required' });
    await assert.rejects(bff.push('ada', 'packet-1', {}), { code: 'reconnect_required' });
  });
});
