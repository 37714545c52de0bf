import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { beforeEach, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { observeRequests } from '../../../src/node/check/requests.ts';
import type { Requests } from '../../../src/node/check/requests.ts';

const TOKEN = 'a+b/c=';
const ENCODED = encodeURIComponent(TOKEN);
const OWN = 'https://survey.example';

const main = { url: () => `${OWN}/`, parentFrame: () => null };
const blank = { url: () => 'about:blank', parentFrame: () => null };
const inner = { url: () => 'https://forms.example/embed', parentFrame: () => main };

/** A request as the driver of the browser describes it. */
const requestOf = (url: string, changes: object = {}) => ({
  url: () => url,
  isNavigationRequest: () => false,
  resourceType: () => 'script',
  frame: () => main as object,
  headers: () => ({}),
  method: () => 'GET',
  postData: () => null as string | null,
  failure: () => ({ errorText: 'net::ERR_FAILED' }),
  response: () => Promise.resolve(null as object | null),
  redirectedFrom: () => null as object | null,
  ...changes,
});

const isNavigationRequest = () => true;

describe('The requests of a visit', () => {
  let context: EventEmitter;
  let requests: Requests;
  let ended = 0;
  beforeEach(() => {
    context = Object.assign(new EventEmitter(), { pages: () => [] });
    ended = 0;
    requests = observeRequests(context as unknown as BrowserContext, TOKEN, () => (ended += 1));
  });

  const send = (url: string, changes?: object) => context.emit('request', requestOf(url, changes));

  const respond = (url: string, headers: object, changes?: object, status = 200) =>
    context.emit('response', {
      request: () => requestOf(url, changes),
      status: () => status,
      allHeaders: () => Promise.resolve(headers),
    });

  it('are loading until the last of them has ended, but for a stream of events', () => {
    const [file, chunk] = [requestOf(`${OWN}/file.js`), requestOf(`${OWN}/chunk.js`)];
    context.emit('request', requestOf(`${OWN}/news`, { resourceType: () => 'eventsource' }));
    assert.equal(requests.isLoading(), false);
    context.emit('request', file);
    context.emit('request', chunk);
    context.emit('requestfinished', file);
    assert.equal(requests.isLoading(), true);
    context.emit('requestfailed', chunk);
    assert.equal(requests.isLoading(), false);
    assert.equal(ended, 2);
  });

  it('are listed where they hold the token, as it is or encoded once or twice', () => {
    const forms = [TOKEN, ENCODED, encodeURIComponent(ENCODED)];
    for (const form of forms) send(`https://stats.example/collect?url=${form}`);
    send('https://stats.example/collect?url=other');
    const address = 'https://stats.example/collect';
    const leak = { address, place: 'address', kind: 'other', from: OWN };
    assert.deepEqual(requests.tokenRequests, [leak, leak, leak]);
  });

  it('are listed for each place of the token', () => {
    const headers = () => ({ referer: `${OWN}/?t=${ENCODED}` });
    const postData = () => JSON.stringify({ token: TOKEN });
    send(`${OWN}/api?t=${ENCODED}`, { headers, postData });
    assert.deepEqual(
      requests.tokenRequests.map(({ place }) => place),
      ['address', 'body', 'Referer'],
    );
  });

  it('are of a tab, of a frame or of a page, with the page that sent them', () => {
    const address = `https://forms.example/?t=${ENCODED}`;
    send(address, { isNavigationRequest, frame: () => blank });
    send(address, { isNavigationRequest });
    send(address, { isNavigationRequest, frame: () => inner });
    send(address, { frame: () => inner });
    const frame = () => {
      throw new Error('The page is not there yet.');
    };
    send(address, { isNavigationRequest, frame });
    send(address, { frame });
    assert.deepEqual(
      requests.tokenRequests.map(({ kind, from }) => [kind, from]),
      [
        ['navigation', undefined],
        ['navigation', OWN],
        ['frame', OWN],
        ['other', 'https://forms.example'],
        ['navigation', 'https://forms.example'],
        ['other', undefined],
      ],
    );
  });

  it('leave out reports, and what is not sent over HTTP', () => {
    const postData = () => TOKEN;
    for (const path of ['/api/v3/endlinks/complete', '/api/v3/endlinks/fail.html'])
      send(`${OWN}${path}?t=${ENCODED}`, { postData });
    send(`${OWN}/quota_full`, { postData, method: () => 'POST' });
    send(`blob:${OWN}/${TOKEN}`);
    assert.deepEqual(requests.tokenRequests, []);
    send(`${OWN}/complete/guide?t=${ENCODED}`);
    send(`${OWN}/complete?t=${ENCODED}`);
    assert.equal(requests.tokenRequests.length, 2);
  });

  it('hold the token as Base64, too, wherever it stands in the text', () => {
    for (const before of ['', 'a', 'ab', 'abc'])
      send(`${OWN}/collect?data=${Buffer.from(`${before}${TOKEN} and more`).toString('base64')}`);
    send(`${OWN}/collect?data=${Buffer.from('something else').toString('base64')}`);
    assert.equal(requests.tokenRequests.length, 4);
  });

  it('are followed over the redirects of a new tab, up to a report', () => {
    send(`${OWN}/file.js`);
    requests.noteHop(`https://hop.example/next?t=${ENCODED}`);
    requests.noteHop(`https://service.example/api/v3/endlinks/complete.html?t=${ENCODED}`);
    assert.deepEqual(requests.tokenRequests, [
      { address: 'https://hop.example/next', place: 'address', kind: 'navigation', from: OWN },
    ]);
  });

  it('include what a socket sends', () => {
    const [page, socket] = [new EventEmitter(), new EventEmitter()];
    context.emit('page', page);
    const url = () => `wss://chat.example/s?t=${ENCODED}`;
    page.emit('websocket', Object.assign(socket, { url }));
    socket.emit('framesent', { payload: Buffer.from(`t=${TOKEN}`) });
    socket.emit('framesent', { payload: 'hello' });
    assert.deepEqual(
      requests.tokenRequests.map(({ address, place }) => [address, place]),
      [
        ['https://chat.example/s', 'address'],
        ['https://chat.example/s', 'body'],
      ],
    );
  });

  it('give the files of Vaultlink, with what a browser demands of them', async () => {
    respond('https://cdn.example/v1/vaultlink-token.js?1', {
      ...{ 'content-type': 'text/javascript', 'access-control-allow-origin': '*' },
    });
    respond(`${OWN}/vaultlink.js`, {});
    respond(`${OWN}/vaultlink.css`, {});
    respond(`${OWN}/vaultlink.js.map`, {});
    respond(`${OWN}/myvaultlink.js`, {});
    await requests.settle();
    assert.deepEqual(requests.parts([]), [
      {
        ...{ file: 'vaultlink-token.js', address: 'https://cdn.example/v1/vaultlink-token.js' },
        ...{ status: 200, contentType: 'text/javascript', isCrossOrigin: true, allowOrigin: '*' },
        ...{ failure: undefined, isTag: false, isTypeEnforced: false },
      },
      {
        ...{ file: 'vaultlink.js', address: `${OWN}/vaultlink.js`, status: 200, contentType: '' },
        ...{ isCrossOrigin: false, allowOrigin: '', failure: undefined },
        ...{ isTag: false, isTypeEnforced: false },
      },
    ]);
  });

  it('give the tag’s own file under whatever name it has', async () => {
    respond(`${OWN}/js/v.js`, { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' });
    await requests.settle();
    assert.deepEqual(requests.parts([]), []);
    const [file] = requests.parts([`${OWN}/js/v.js`]);
    assert.deepEqual([file?.file, file?.isTag, file?.isTypeEnforced], ['v.js', true, true]);
  });

  it('give a file under the address that the page has, whatever a server leads to from there', async () => {
    const asked = requestOf(`${OWN}/vaultlink.js`);
    respond(asked.url(), {}, {}, 302);
    respond(`${OWN}/login`, { 'content-type': 'text/html' }, { redirectedFrom: () => asked });
    await requests.settle();
    assert.deepEqual(
      requests.parts([]).map(({ address, contentType }) => [address, contentType]),
      [[`${OWN}/vaultlink.js`, 'text/html']],
    );
  });

  it('name the pages that could not be shown, but for a report and for what is no page', () => {
    respond(`${OWN}/end`, {}, { isNavigationRequest }, 404);
    respond(`${OWN}/start`, {}, { isNavigationRequest });
    respond(`${OWN}/picture`, {}, {}, 404);
    respond(
      'https://service.example/api/v3/endlinks/complete.html',
      {},
      { isNavigationRequest },
      422,
    );
    const framed = requestOf(`${OWN}/survey`, { isNavigationRequest, frame: () => inner });
    context.emit('requestfailed', framed);
    assert.deepEqual(requests.failedPages, [
      { address: `${OWN}/end`, status: 404, failure: undefined, isFramed: false },
      { address: `${OWN}/survey`, status: 0, failure: 'net::ERR_FAILED', isFramed: true },
    ]);
  });

  it('say why a file could not be loaded, unless its page was left or it was answered', async () => {
    const url = `${OWN}/vaultlink.js`;
    context.emit('requestfailed', requestOf(url));
    const aborted = { failure: () => ({ errorText: 'net::ERR_ABORTED' }) };
    context.emit('requestfailed', requestOf(url, aborted));
    const response = () => Promise.resolve({});
    context.emit('requestfailed', requestOf(`${OWN}/vaultlink-token.js`, { response }));
    context.emit('requestfailed', requestOf(url, { failure: () => null }));
    await requests.settle();
    assert.deepEqual(
      requests.parts([]).map(({ file, status, failure }) => [file, status, failure]),
      [['vaultlink.js', 0, 'net::ERR_FAILED']],
    );
  });
});
