import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { from, networkError, ofType, status } from '../support/service.ts';
import { held, settled, until } from '../support/until.ts';

/** A page with a token, whose report has this answer. */
async function open(reply?: Response | Error) {
  const page = await openPage(LANDING, { timers: 'held', replies: reply ? [reply] : [] });
  return { ...page, ...(await page.start()) };
}

describe('a report by fetch', () => {
  afterEach(closeTab);

  it('is a plain GET without credentials, referrer or header, which follows no redirect and outlives the page', async () => {
    const { reportOutcome, service } = await open();
    await reportOutcome('complete');
    const { signal, ...init } = service.requests[0]?.init ?? {};
    deepEqual(init, {
      credentials: 'omit',
      redirect: 'manual',
      keepalive: true,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    ok(signal, 'It can be given up');
  });

  it('encodes the token', async () => {
    const page = await openPage('?service_endlink_token=a%2Bb%2Fc%3D%3D%26d');
    await (await page.start()).reportOutcome('complete');
    ok(page.service.urls[0]?.endsWith('=a%2Bb%2Fc%3D%3D%26d'), 'It is one parameter');
  });

  it('gives up an answer after ten seconds, also where the page has wrapped fetch without its signal', async () => {
    const never = held<Response>().promise;
    const page = await openPage(LANDING, { timers: 'held', replies: [never] });
    const report = (await page.start()).reportOutcome('complete');
    const request = await until(() => page.service.requests[0]);
    equal(request.init.signal?.aborted, false);
    page.timers.find(({ delayMs }) => delayMs === 10_000)?.run();
    equal((await report).state, 'unknown');
    equal(request.init.signal?.aborted, true);
    // It is given up for good: the next attempt is not kept waiting.
    equal((await page.engine().report('complete')).state, 'confirmed');
    equal(page.service.urls.length, 2);
  });

  it('counts the status of an answer whose body does not end', async () => {
    const endless = new Response(new ReadableStream());
    const page = await openPage(LANDING, { timers: 'held', replies: [endless] });
    const report = (await page.start()).reportOutcome('complete');
    await until(() => page.service.requests[0]);
    await settled();
    page.timers.find(({ delayMs }) => delayMs === 10_000)?.run();
    equal((await report).state, 'confirmed');
  });

  it('counts where something else has taken the place of the record before its answer comes', async () => {
    for (const other of ['{}', 'null', '5', '']) {
      const { reportOutcome, engine, service } = await open();
      service.onRequest = () => (sessionStorage.vaultlink = other);
      equal((await reportOutcome('complete')).state, 'confirmed', other);
      equal((await engine().report('complete')).state, 'confirmed', other);
      equal(service.urls.length, 1, other);
      closeTab();
    }
  });

  it('keeps the beginning of the body', async () => {
    const { reportOutcome } = await open(new Response('x'.repeat(1001), { status: 503 }));
    equal((await reportOutcome('complete')).body, 'x'.repeat(1000));
  });

  it('counts the status of an answer whose body breaks off', async () => {
    const body = new ReadableStream({ start: (control) => control.error(networkError()) });
    const { reportOutcome } = await open(new Response(body));
    equal((await reportOutcome('complete')).state, 'confirmed');
  });

  for (const type of ['default', 'basic', 'opaqueredirect'] as const) {
    it(`is unknown where the answer is of type ${type}, and so not of the service`, async () => {
      const { reportOutcome } = await open(ofType(type, status(200)));
      const { state, status: code, ambiguous } = await reportOutcome('complete');
      deepEqual([state, code, ambiguous], ['unknown', 0, true]);
    });
  }

  const address = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';

  for (const [what, url] of [
    ['another token', address.replace('abc', 'abcd')],
    ['another outcome', address.replace('complete', 'screenout')],
    ['another service', address.replace('service.example', 'other.example')],
    ['no token', address.replace(/\?.*/, '')],
  ] as const) {
    for (const code of [200, 422]) {
      it(`is unknown where the answer ${code} is the one that a service worker has cached for ${what}`, async () => {
        const { reportOutcome } = await open(from(url, status(code)));
        const { state, status: told, ambiguous } = await reportOutcome('complete');
        deepEqual([state, told, ambiguous], ['unknown', 0, true]);
      });
    }
  }

  for (const [what, url] of [
    ['the address of the request', address],
    ['the same address with a parameter that the page has added', `${address}&_=1`],
    ['no address, as that of a wrapper around fetch', ''],
  ] as const) {
    it(`is confirmed by an answer with ${what}`, async () => {
      const { reportOutcome } = await open(from(url, status(200)));
      equal((await reportOutcome('complete')).state, 'confirmed');
    });
  }

  it('is confirmed where the token is one that an address has to encode', async () => {
    const page = await openPage('?service_endlink_token=a%2Bb%2Fc%3D%3D%26d');
    const token = encodeURIComponent('a+b/c==&d');
    page.service.replies.push(from(address.replace('abc', token), status(200)));
    equal((await (await page.start()).reportOutcome('complete')).state, 'confirmed');
  });
});

describe('a report by redirect', () => {
  afterEach(closeTab);

  it("takes the seller to the service's own page, and adds no entry to the history", async () => {
    const page = await openPage(LANDING);
    const { reportOutcome } = await page.start({ baseUrl: location.origin });
    const { length } = history;
    const arrived = new Promise((resolve) =>
      page.window.frameElement?.addEventListener('load', resolve),
    );
    void reportOutcome('fail', { via: 'redirect' });
    await arrived;
    const { pathname, search } = page.window.location;
    equal(pathname + search, '/api/v3/endlinks/fail.html?service_endlink_token=abc');
    equal(history.length, length);
    deepEqual(page.service.urls, []);
  });

  it('waits for a fetch that is in flight, and is made where that brings no answer', async () => {
    const page = await openPage(LANDING);
    const answer = held<Response>();
    page.service.replies.push(answer.promise);
    const { reportOutcome } = await page.start({ baseUrl: location.origin });
    const arrived = new Promise((resolve) =>
      page.window.frameElement?.addEventListener('load', resolve),
    );
    void reportOutcome('fail');
    await until(() => page.service.urls.length);
    void reportOutcome('fail', { via: 'redirect' });
    answer.give(status(503));
    await arrived;
    equal(page.window.location.pathname, '/api/v3/endlinks/fail.html');
    equal(page.service.urls.length, 1);
  });

  it('that brings no page in ten seconds is stopped, so that it does not overlap with the next attempt', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    let stops = 0;
    page.window.stop = () => (stops += 1);
    const { reportOutcome } = await page.start({ baseUrl: `${location.origin}/without-content` });
    const report = reportOutcome('fail', { via: 'redirect' });
    const limit = await until(() => page.timers.find(({ delayMs }) => delayMs === 10_000));
    equal(stops, 0);
    limit.run();
    equal((await report).state, 'unknown');
    equal(stops, 1);
  });
});
