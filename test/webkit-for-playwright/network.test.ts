import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, afterEach, describe, it } from 'node:test';
import { Network } from './network.ts';
import { Response } from './response.ts';

describe('the network of a context', () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<head></head>');
  });
  let origin = '';
  let network: Network;

  /** Requests a path through the proxy and returns the body. */
  async function get(path: string): Promise<string> {
    const [hostname, port] = network.address.split(':');
    const outgoing = request({ hostname, port, path: origin + path, agent: false }).end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return text(response);
  }

  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => void server.close());
  beforeEach(async () => {
    network = await Network.start();
  });
  afterEach(() => network.close());

  it('runs init scripts before those of a document', async () => {
    network.addInitScript('start()');
    assert.equal(await get('/'), '<head><script nonce="">start()</script></head>');
  });

  it('calls the newest route that matches, as often as it may be used', async () => {
    network.route('**/*', (route) => route.continue());
    network.route('**/blocked', (route) => route.abort(), { times: 1 });
    const failed = network.next('requestfailed');
    await assert.rejects(get('/blocked'), { code: 'ECONNRESET' });
    assert.equal((await failed).url(), `${origin}/blocked`);
    assert.equal(await get('/blocked'), '<head></head>');
  });

  it('fails every request while it is offline', async () => {
    network.setOffline(true);
    await assert.rejects(get('/'), { code: 'ECONNRESET' });
    network.setOffline(false);
    assert.equal(await get('/'), '<head></head>');
  });

  it('returns the next response whose URL matches, with its body', async () => {
    const next = network.next('response', /second/);
    await get('/first');
    await get('/second');
    const response = await next;
    assert.equal(response.url(), `${origin}/second`);
    assert.ok(response instanceof Response);
    assert.equal(await response.text(), '<head></head>');
  });

  it('serves a blank page on each origin that was used', async () => {
    await get('/');
    const [url = ''] = network.blankPageUrls();
    assert.equal(new URL(url).origin, origin);
    assert.equal(await get(new URL(url).pathname), '');
  });
});
