import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { networkError, ofType, status } from '../support/service.ts';

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

  it('gives up an answer after ten seconds', async () => {
    const { reportOutcome, service, timers } = await open(networkError());
    service.onRequest = ({ init }) => {
      timers.find(({ delayMs }) => delayMs === 10_000)?.run();
      equal(init.signal?.aborted, true);
    };
    equal((await reportOutcome('complete')).state, 'unknown');
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
});
