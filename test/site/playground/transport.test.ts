import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNetwork } from '../../../docs/site/src/playground/network.ts';
import type { NetworkEvent } from '../../../docs/site/src/playground/network.ts';
import { createTransport } from '../../../docs/site/src/playground/transport.ts';

const SENDER = { origin: 'https://site.example', userAgent: 'A browser' };
const URL = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';
const REFUSED = { name: 'TypeError', message: 'Failed to fetch' };

const answered = (status = 200, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { 'access-control-allow-origin': '*', ...headers } });

/** A transport to a service that is played by a function. */
function setUp(service: (request: Request) => Response | Promise<Response> = () => answered()) {
  const requests: Request[] = [];
  const events: NetworkEvent[] = [];
  const network = createNetwork();
  const transport = createTransport({
    network,
    onEvent: (event) => void events.push(event),
    async service(request) {
      requests.push(request);
      return service(request);
    },
  });
  return { requests, events, network, transport };
}

describe('The transport of the playground', () => {
  it('takes a request to the service with the headers that a browser adds', async () => {
    const { transport, requests } = setUp();
    await transport.fetch(SENDER, URL);
    const [request] = requests;
    assert.equal(request?.url, URL);
    assert.deepEqual(Object.fromEntries(request.headers), {
      host: 'service.example',
      origin: 'https://site.example',
      'sec-fetch-dest': 'empty',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'cross-site',
      'user-agent': 'A browser',
    });
  });

  it('answers as another origin that allows the page', async () => {
    const { transport } = setUp(() => answered(422));
    const { status, type } = await transport.fetch(SENDER, URL);
    assert.deepEqual([status, type], [422, 'cors']);
  });

  it('refuses an answer that does not allow the origin of the page', async () => {
    for (const allowed of [undefined, 'https://other.example']) {
      const headers = allowed ? { 'access-control-allow-origin': allowed } : undefined;
      const { transport, requests } = setUp(() => new Response(null, headers && { headers }));
      await assert.rejects(transport.fetch(SENDER, URL), REFUSED);
      assert.equal(requests.length, 1);
    }
  });

  it('hides a redirect that the page does not want to follow', async () => {
    const { transport } = setUp(() => answered(302, { location: '/' }));
    const { status, type } = await transport.fetch(SENDER, URL, { redirect: 'manual' });
    assert.deepEqual([status, type], [0, 'opaqueredirect']);
    await assert.rejects(transport.fetch(SENDER, URL), REFUSED);
  });

  it('lets no request leave while there is no network', async () => {
    const { transport, network, requests, events } = setUp();
    network.isOnline = false;
    await assert.rejects(transport.fetch(SENDER, URL), REFUSED);
    assert.deepEqual([requests.length, events], [0, ['not sent']]);
    network.isOnline = true;
    await transport.fetch(SENDER, URL);
    assert.equal(requests.length, 1);
  });

  it('loses one request before the service sees it', async () => {
    const { transport, network, requests, events } = setUp();
    network.isNextRequestLost = true;
    await assert.rejects(transport.fetch(SENDER, URL), REFUSED);
    assert.deepEqual([requests.length, events], [0, ['request lost']]);
    await transport.fetch(SENDER, URL);
    assert.equal(requests.length, 1);
  });

  it('loses the answer where the service cuts the connection', async () => {
    const { transport, requests, events } = setUp(() => Response.error());
    await assert.rejects(transport.fetch(SENDER, URL), REFUSED);
    assert.deepEqual([requests.length, events], [1, ['answer lost']]);
  });

  it('loses the answer where the network is cut while the service works', async () => {
    const { transport, network, events } = setUp(() => {
      network.isOnline = false;
      return answered();
    });
    await assert.rejects(transport.fetch(SENDER, URL), REFUSED);
    assert.deepEqual(events, ['answer lost']);
  });

  it('gives up when the page does, and lets the service finish', async () => {
    const answer = Promise.withResolvers<Response>();
    const { transport, requests, events } = setUp(() => answer.promise);
    const controller = new AbortController();
    const { signal } = controller;
    const pending = transport.fetch(SENDER, URL, { signal });
    while (!requests.length) await new Promise(setImmediate);
    controller.abort(new Error('Ten seconds are over'));
    await assert.rejects(pending, { message: 'Ten seconds are over' });
    assert.deepEqual(events, ['given up']);
    answer.resolve(answered());
  });

  it('does not call a request given up whose signal aborts after the answer', async () => {
    const { transport, events } = setUp();
    const controller = new AbortController();
    await transport.fetch(SENDER, URL, { signal: controller.signal });
    controller.abort();
    assert.deepEqual(events, []);
  });

  it('requests a document as a navigation, without an origin and whatever CORS says', async () => {
    const { transport, requests } = setUp(() => new Response('Thank you'));
    const answer = await transport.navigate(SENDER, URL);
    assert.equal(await answer?.text(), 'Thank you');
    assert.equal(requests[0]?.headers.get('sec-fetch-mode'), 'navigate');
    assert.equal(requests[0].headers.get('origin'), null);
  });

  it('has no document where there is no network', async () => {
    const { transport, network } = setUp();
    network.isOnline = false;
    assert.equal(await transport.navigate(SENDER, URL), undefined);
  });
});
