import type { PartName } from '../../../src/browser/endlink/parts.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { networkError, ofType } from '../support/service.ts';
import { settled, until } from '../support/until.ts';

/** A report by relay that has this answer, as the own origin gives it. */
async function relay(reply?: Response | Error, options: { relayUrl?: string } = {}) {
  const page = await openPage(LANDING, { timers: 'held' });
  if (reply) page.service.replies.push(reply instanceof Error ? reply : ofType('basic', reply));
  const { reportOutcome } = await page.start({ baseUrl: undefined, via: 'relay', ...options });
  return { ...page, told: await reportOutcome('quota_full') };
}

describe('a report by relay', () => {
  afterEach(closeTab);

  it("is a POST of the token to the buyer's own server, with its cookies and the header that it asks for", async () => {
    const { service, told } = await relay();
    equal(told.state, 'confirmed');
    deepEqual(service.urls, ['/vault/endlinks/quota_full']);
    const { signal, body, ...init } = service.requests[0]?.init ?? {};
    deepEqual(init, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Vaultlink': '1' },
      keepalive: true,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    match(body as string, /^\{"token":"abc","age_seconds":\d+\}$/);
    ok(signal, 'It is given up some time');
  });

  it('goes where the buyer says', async () => {
    const { service } = await relay(undefined, { relayUrl: 'https://buyer.example/relay' });
    deepEqual(service.urls, ['https://buyer.example/relay/quota_full']);
  });

  it('stays on the host of the page where its <base> is of another one', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    page.service.replies.push(ofType('basic', Response.json({ result: 'confirmed' })));
    const { reportOutcome } = await page.start({ via: 'relay' });
    page.document.head.innerHTML = '<base href="https://cdn.example/assets/" />';
    await reportOutcome('quota_full');
    deepEqual(page.service.urls, [new URL('/vault/endlinks/quota_full', location.href).href]);
  });

  for (const [code, body, state] of [
    [200, { result: 'confirmed', outcome: 'quota_full' }, 'confirmed'],
    [202, { result: 'accepted' }, 'accepted'],
    [200, { result: 'unknown', outcome: 'quota_full' }, 'unknown'],
    [409, { error: 'outcome_locked', error_description: 'Another outcome.' }, 'rejected'],
    [409, { error: 'outcome_rejected', error_description: 'x'.repeat(2000) }, 'rejected'],
    [429, { error: 'rate_limited', error_description: 'Later.' }, 'unknown'],
    [502, { error: 'outcome_unknown', error_description: 'No answer.' }, 'unknown'],
  ] as const) {
    it(`is ${state} where the relay answers ${code} with ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const { events, told } = await relay(Response.json(body, { status: code }));
      deepEqual([told.state, told.status], [state, code]);
      deepEqual(
        events.map(({ type }) => type),
        [`endlink-${state}`],
      );
    });
  }

  it('stays one where a seller asks for the page of the service, and nobody has said where that is', async () => {
    const { engine, service } = await relay(networkError());
    const { state } = await engine().report('quota_full', { via: 'redirect' });
    equal(state, 'confirmed');
    deepEqual(service.urls, ['/vault/endlinks/quota_full', '/vault/endlinks/quota_full']);
  });

  it('that is accepted is not sent again', async () => {
    const { engine, service } = await relay(Response.json({ result: 'accepted' }));
    equal((await engine().report('quota_full')).state, 'accepted');
    equal(service.urls.length, 1);
  });

  for (const [code, body] of [
    [200, '<!doctype html><title>Our survey</title><p>"confirmed"</p>'],
    [200, ''],
    [200, 'null'],
    [200, '{}'],
    [200, '{"result":"rejected"}'],
    [200, '{"error":"outcome_rejected"}'],
    [404, '<h1>Not found</h1>'],
    [404, '{"error":"not_found"}'],
    [403, '{"error":"forbidden_origin"}'],
    [401, '{"error":{"toString":null}}'],
    [409, '{"result":"confirmed"}'],
    [500, '{"result":"accepted"}'],
  ] as const) {
    it(`is unknown where something else answers ${code} with ${body}`, async () => {
      const { told } = await relay(new Response(body, { status: code }));
      deepEqual([told.state, told.status, told.ambiguous], ['unknown', 0, true]);
    });
  }

  it('that meets a relay which is off stays open, and the console says how to switch it on', async () => {
    const description = 'The relay is off. To switch it on, set the option relay to true.';
    const off = { error: 'not_found', error_description: description };
    const { engine, events, told, warnings } = await relay(Response.json(off, { status: 404 }));
    equal(told.state, 'unknown');
    deepEqual(
      events.map(({ type }) => type),
      ['endlink-unknown'],
    );
    const sentence = await until(() => warnings[0]);
    ok(sentence.includes('"/vault/endlinks/quota_full"'), sentence);
    ok(sentence.includes(description), sentence);
    // Somebody has switched it on.
    equal((await engine().report('quota_full')).state, 'confirmed');
  });

  it('that is answered by something else is named in the console, without its token', async () => {
    const page = '<h1>No page for abc</h1>';
    const { warnings } = await relay(new Response(page, { status: 404 }));
    const sentence = await until(() => warnings[0]);
    ok(sentence.includes('<h1>No page for …</h1>'), sentence);
    ok(!sentence.includes('abc'), sentence);
  });

  it('that is confirmed or accepted leaves the console empty', async () => {
    for (const result of ['confirmed', 'accepted']) {
      const { warnings } = await relay(Response.json({ result }));
      await settled();
      deepEqual(warnings, []);
      closeTab();
    }
  });

  it('that cannot be sent is named in the console', async () => {
    const { warnings } = await relay(networkError());
    const sentence = await until(() => warnings[0]);
    ok(sentence.includes('did not reach "/vault/endlinks/quota_full"'), sentence);
  });

  it('is sent without keepalive after it failed, since the requests of the page may have used the quota up', async () => {
    const { engine, service } = await relay(networkError());
    equal((await engine().report('quota_full')).state, 'confirmed');
    deepEqual(
      service.requests.map(({ init }) => init.keepalive),
      [true, false],
    );
  });

  it('that fails without keepalive is sent with it again', async () => {
    const { engine, service } = await relay(networkError());
    service.replies.push(networkError());
    await engine().report('quota_full');
    await engine().report('quota_full');
    deepEqual(
      service.requests.map(({ init }) => init.keepalive),
      [true, false, true],
    );
  });

  it('that waits for the part that relays for too long is tried again, and keeps no other way waiting', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    const { reportOutcome } = await page.start({ baseUrl: location.origin, via: 'relay' });
    const { load } = page.engine();
    const never = new Promise<never>(() => undefined);
    await load('token');
    Object.assign(page.engine(), {
      load: (name: PartName) => (name === 'relay' ? never : load(name)),
    });
    const report = reportOutcome('quota_full');
    (await until(() => page.timers.find(({ delayMs }) => delayMs === 10_000))).run();
    equal((await report).state, 'reporting');
    const arrived = new Promise((resolve) =>
      page.window.frameElement?.addEventListener('load', resolve),
    );
    void reportOutcome('quota_full', { via: 'redirect' });
    await arrived;
    equal(page.window.location.pathname, '/api/v3/endlinks/quota_full.html');
  });

  it('is unknown where there is no answer', async () => {
    const { told } = await relay(networkError());
    deepEqual([told.state, told.ambiguous], ['unknown', true]);
  });
});
