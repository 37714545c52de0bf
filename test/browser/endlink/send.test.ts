import type { EndlinkOptions, Via } from '../../../src/browser/endlink/options.ts';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import type { EndlinkRecord } from '../../../src/browser/endlink/record.ts';
import type * as Sending from '../../../src/browser/endlink/send.ts';
import type { Answer } from '../../../src/browser/endlink/life.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage, PAGE_URL } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import { networkError, ofType, status } from '../support/service.ts';
import { until } from '../support/until.ts';

const RECORD = { outcome: 'quota_full', token: 'a+b/c==&d', state: 'reporting' } as EndlinkRecord;

/** A page that sends, by an engine of its own whose diagnostics answer as told. */
async function open(
  options: EndlinkOptions = {},
  answer?: Answer,
  how?: OpenOptions,
  relays = true,
) {
  const page = await openPage('', how);
  const { send } = await page.load<typeof Sending>('endlink/send.ts');
  const asked: unknown[] = [];
  const parts: Record<string, unknown> = {
    diagnostics: { answer: (known: EndlinkOptions) => (asked.push(known), answer) },
    relay: relays ? await page.load('endlink/relay.ts') : undefined,
  };
  const engine = {
    options: { baseUrl: 'https://service.example/', ...options },
    load: (name: string) => Promise.resolve(parts[name]),
  } as unknown as EndlinkEngine;
  return { ...page, asked, send: (via?: Via) => send(engine.options, engine.load, RECORD, via) };
}

const offline: OpenOptions = {
  before: (window) => {
    Object.defineProperty(Object.getPrototypeOf(window.navigator), 'onLine', { value: false });
  },
};

describe('a report by fetch', () => {
  afterEach(closeTab);

  it('is a GET to the address of its outcome, with the token encoded', async () => {
    const { send, service } = await open();
    await send();
    deepEqual(service.urls, [
      'https://service.example/api/v3/endlinks/quota_full?service_endlink_token=a%2Bb%2Fc%3D%3D%26d',
    ]);
    const init = service.requests[0]?.init;
    equal(init?.method ?? 'GET', 'GET');
    equal(init?.body, undefined);
  });

  it('sends no header of its own, no credentials and no referrer, and outlives the page', async () => {
    const { send, service } = await open();
    await send('fetch');
    const { signal, ...init } = service.requests[0]?.init ?? {};
    deepEqual(init, {
      credentials: 'omit',
      keepalive: true,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    equal(signal?.aborted, false);
  });

  it('gives up an answer after ten seconds', async () => {
    const delays: number[] = [];
    const { send, service, window } = await open();
    const aborted = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    window.AbortSignal.timeout = (delayMs) => (delays.push(delayMs), aborted);
    service.onRequest = ({ init }) => init.signal?.throwIfAborted();
    deepEqual(await send(), { status: 0, unsent: false });
    deepEqual(delays, [10_000]);
  });

  it('gives the status, the beginning of the body and what Retry-After says', async () => {
    const { send, service } = await open();
    const headers = { 'Retry-After': '30' };
    service.replies.push(new Response('x'.repeat(1001), { status: 503, headers }), status(204));
    deepEqual(await send(), { status: 503, body: 'x'.repeat(1000), retryAfter: '30' });
    deepEqual(await send(), { status: 204, body: '', retryAfter: null });
  });

  it('keeps the status of an answer whose body breaks off', async () => {
    const { send, service } = await open();
    const body = new ReadableStream({ start: (control) => control.error(networkError()) });
    service.replies.push(new Response(body));
    deepEqual(await send(), { status: 200, body: '', retryAfter: null });
  });

  for (const [type, origin] of [
    ['default', 'made by a service worker'],
    ['basic', 'of the page’s own origin'],
  ] as const) {
    it(`has no answer of the service where it is one ${origin}`, async () => {
      const { send, service } = await open();
      service.replies.push(ofType(type, new Response('You are offline.')));
      equal((await send()).status, 0);
    });
  }

  it('has no answer where there is none to read, and never throws', async () => {
    const { send, service, window } = await open();
    service.replies.push(networkError());
    deepEqual(await send(), { status: 0, unsent: false });
    window.fetch = () => {
      throw new TypeError('Refused by the content security policy');
    };
    deepEqual(await send(), { status: 0, unsent: false });
  });

  it('knows that nothing left where the network was gone before', async () => {
    const { send, service } = await open({}, undefined, offline);
    service.replies.push(networkError());
    deepEqual(await send(), { status: 0, unsent: true });
  });

  it('asks no other part on its way to an https address', async () => {
    const { asked, send } = await open();
    await send();
    deepEqual(asked, []);
  });
});

describe('a report by relay', () => {
  afterEach(closeTab);

  it("is a POST of the token to the buyer's own server, with its cookies and the header that it asks for", async () => {
    const { asked, send, service } = await open({ baseUrl: undefined });
    await send('relay');
    deepEqual(service.urls, ['/vault/endlinks/quota_full']);
    const { signal, ...init } = service.requests[0]?.init ?? {};
    deepEqual(init, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Vaultlink': '1' },
      body: '{"token":"a+b/c==&d"}',
      keepalive: true,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    ok(signal, 'It is given up some time');
    deepEqual(asked, []);
  });

  it('goes where the buyer says', async () => {
    const { send, service } = await open({ relayUrl: 'https://buyer.example/relay' });
    await send('relay');
    deepEqual(service.urls, ['https://buyer.example/relay/quota_full']);
  });
});

describe('the answer of a relay', () => {
  afterEach(closeTab);
  const answered = async (reply: Response) => {
    const { send, service } = await open();
    service.replies.push(ofType('basic', reply));
    return (await send('relay')).status;
  };

  it('counts where it is in the words of the relay', async () => {
    for (const [status, body] of [
      [200, { result: 'confirmed', outcome: 'quota_full' }],
      [409, { error: 'outcome_rejected', error_description: 'x'.repeat(2000) }],
      [429, { error: 'rate_limited', error_description: 'Later.' }],
      [502, { error: 'outcome_unknown', error_description: 'No answer.' }],
    ] as const) {
      equal(await answered(Response.json(body, { status })), status, JSON.stringify(body));
    }
  });

  it('is none where something else has answered in its place, or it never came to report', async () => {
    for (const [status, body] of [
      [200, '<!doctype html><title>Our survey</title><p>"confirmed"</p>'],
      [200, ''],
      [200, 'null'],
      [200, '{}'],
      [200, '{"result":"rejected"}'],
      [200, '{"error":"outcome_rejected"}'],
      [404, '<h1>Not found</h1>'],
      [404, '{"error":"not_found","error_description":"There is no such call."}'],
      [403, '{"error":"forbidden_origin"}'],
      [401, '{"error":{"toString":null}}'],
      [409, '{"result":"confirmed"}'],
    ] as const) {
      equal(await answered(new Response(body, { status })), 0, `${status} ${body}`);
    }
  });

  it('is none where there is none to read, and tells whether anything can have left', async () => {
    for (const how of [undefined, offline]) {
      const { send, service } = await open({}, undefined, how);
      service.replies.push(networkError());
      deepEqual(await send('relay'), { status: 0, unsent: how === offline });
    }
  });

  it('is none where the part that relays cannot be had: nothing has left, and the service is not asked', async () => {
    const { send, service } = await open({}, undefined, undefined, false);
    deepEqual(await send('relay'), { status: 0, unsent: true });
    deepEqual(service.urls, []);
  });
});

describe('a report that is not for the service', () => {
  afterEach(closeTab);

  it('does not leave in a dry run, by whatever way', async () => {
    for (const via of ['fetch', 'redirect', 'relay'] as const) {
      const { asked, send, service } = await open({ test: 'spent' }, { status: 422 });
      deepEqual(await send(via), { status: 422 }, via);
      deepEqual(asked, [{ test: 'spent', baseUrl: 'https://service.example/' }], via);
      deepEqual(service.urls, [], via);
    }
  });

  it('does not leave for an address that is refused', async () => {
    const refusal = { status: 0, unsent: true };
    for (const via of ['fetch', 'redirect'] as const) {
      for (const baseUrl of ['http://service.example', undefined]) {
        const { asked, send, service } = await open({ baseUrl }, refusal);
        deepEqual(await send(via), refusal, via);
        deepEqual(asked, [{ baseUrl }], via);
        deepEqual(service.urls, [], via);
      }
    }
  });

  it('does leave for an address without encryption that is allowed', async () => {
    const { send, service } = await open({ baseUrl: 'http://localhost:4000' });
    equal((await send()).status, 200);
    deepEqual(service.urls, [
      'http://localhost:4000/api/v3/endlinks/quota_full?service_endlink_token=a%2Bb%2Fc%3D%3D%26d',
    ]);
  });
});

describe('a report by redirect', () => {
  afterEach(closeTab);

  it("takes the seller to the service's own page, and leaves none in the history", async () => {
    // All that follows the address is the query of a page that there is.
    const baseUrl = `${PAGE_URL}?to=`;
    const { send, service, window } = await open({ baseUrl });
    const { length } = history;
    const arrived = new Promise((resolve) =>
      window.frameElement?.addEventListener('load', resolve),
    );
    void send('redirect');
    await arrived;
    equal(
      window.location.href,
      `${PAGE_URL}?to=/api/v3/endlinks/quota_full.html?service_endlink_token=a%2Bb%2Fc%3D%3D%26d`,
    );
    equal(history.length, length);
    deepEqual(service.urls, []);
  });

  it('has no answer where the page stays', async () => {
    const { send, timers } = await open({ baseUrl: `${PAGE_URL}#` }, undefined, { timers: 'held' });
    const answer = send('redirect');
    await until(() => timers.length);
    equal(timers[0]?.delayMs, 10_000);
    timers[0]?.run();
    deepEqual(await answer, { status: 0, unsent: false });
  });
});
