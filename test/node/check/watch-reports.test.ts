import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { interceptReports } from '../../../src/node/check/watch-reports.ts';
import type { Reports } from '../../../src/node/check/watch-reports.ts';
import { openStandIn } from '../../../src/node/check/stand-in.ts';
import type { StandIn } from '../../../src/node/check/stand-in.ts';

interface Fulfilled {
  status: number;
  text: string;
}

type Handler = (route: object) => Promise<void>;

const SERVICE = 'https://service.example/market';

describe('The reports of a visit', () => {
  let standIn: StandIn;
  let reports: Reports;
  let routes: [matches: (url: URL) => boolean, handler: Handler][];
  let calls: number;
  let startMs: number;

  beforeEach(async () => {
    routes = [];
    calls = 0;
    startMs = performance.now();
    standIn = await openStandIn('https://survey.example/');
    const context = {
      route: (matches: (url: URL) => boolean, handler: Handler) => {
        routes.push([matches, handler]);
        return Promise.resolve();
      },
    };
    reports = await interceptReports(
      context as unknown as BrowserContext,
      standIn,
      {
        isOwn: (origin) => origin === 'https://survey.example',
        isService: (origin) => origin === 'https://market.example',
      },
      () => (calls += 1),
    );
  });
  afterEach(() => standIn.close());

  /** Sends a request as a browser does. Returns the answer, or nothing if it goes to the site. */
  async function send(address: string, method = 'GET', body: string | null = null, isPage = false) {
    const handler = routes.find(([matches]) => matches(new URL(address)))?.[1];
    if (!handler) return undefined;
    let answer: Fulfilled | undefined;
    await handler({
      request: () => ({
        url: () => address,
        method: () => method,
        headers: () => ({ origin: 'https://survey.example' }),
        postData: () => body,
        isNavigationRequest: () => isPage,
      }),
      fulfill: ({ status, body: sent }: { status: number; body: Buffer }) => {
        answer = { status, text: sent.toString() };
        return Promise.resolve();
      },
      fallback: () => Promise.resolve(),
    });
    return answer;
  }

  const tokenQuery = () => `?service_endlink_token=${encodeURIComponent(standIn.token)}`;
  const seen = () => reports.list.map(({ outcome, way, status }) => [outcome, way, status]);

  it('are answered by the sandbox under any base URL, and listed without their token', async () => {
    assert.equal(
      new URL(standIn.landingUrl).searchParams.get('service_endlink_token'),
      standIn.token,
    );
    const address = `${SERVICE}/api/v3/endlinks/complete`;
    assert.equal((await send(address + tokenQuery()))?.status, 200);
    const [report] = reports.list;
    assert.ok(report && report.atMs >= 0 && report.atMs <= performance.now() - startMs);
    assert.deepEqual(
      { ...report, atMs: 0 },
      {
        ...{ outcome: 'complete', way: 'fetch', status: 200, atMs: 0, address },
      },
    );
    assert.equal(calls, 1);
  });

  it('keep the status of a refusal', async () => {
    const address = `${SERVICE}/api/v3/endlinks/fail${tokenQuery()}`;
    await send(address);
    const status = (await send(address))?.status;
    assert.ok(status !== undefined && status >= 400);
    assert.deepEqual(seen(), [
      ['fail', 'fetch', 200],
      ['fail', 'fetch', status],
    ]);
  });

  it('are redirects where the page of the service is called', async () => {
    await send(`${SERVICE}/api/v3/endlinks/screenout.html${tokenQuery()}`);
    assert.deepEqual(seen(), [['screenout', 'redirect', 200]]);
  });

  it('are no preflight', async () => {
    assert.ok(await send(`${SERVICE}/api/v3/endlinks/complete${tokenQuery()}`, 'OPTIONS'));
    assert.deepEqual([seen(), reports.mistaken, calls], [[], [], 0]);
  });

  const mistaken = () => reports.mistaken.map(({ method, address }) => `${method} ${address}`);

  for (const path of [
    '/api/v3/endlinks/completed',
    '/api/v3/endlinks/quota-full',
    '/api/v3/endlinks/Complete',
    '/API/V3/EndLinks/screen_out.html',
    '/endlinks/complete',
    '/api/v3/endlinks/done',
    '/api/v3/endlinks/complete/more',
    '/api/v3/endlinks/thanks',
  ])
    it(`never leave for an address that is nearly right: ${path}`, async () => {
      assert.equal((await send(SERVICE + path + tokenQuery()))?.status, 404);
      assert.deepEqual([seen(), mistaken()], [[], [`GET ${SERVICE}${path}`]]);
      assert.equal(calls, 1);
    });

  it('never leave with the wrong method, from a page or a form', async () => {
    const address = `${SERVICE}/api/v3/endlinks/complete`;
    const body = `service_endlink_token=${encodeURIComponent(standIn.token)}`;
    assert.ok(((await send(address, 'POST', body, true))?.status ?? 0) >= 400);
    assert.ok(((await send(address + tokenQuery(), 'POST'))?.status ?? 0) >= 400);
    await send(address + tokenQuery(), 'HEAD');
    await send(address + tokenQuery(), 'OPTIONS');
    const wrong = `POST ${address}`;
    assert.deepEqual([seen(), mistaken()], [[], [wrong, wrong, `HEAD ${address}`]]);
  });

  it('never leave for the origin of the service with the token, whatever the path is', async () => {
    const address = 'https://market.example/report';
    assert.equal((await send(address + tokenQuery()))?.status, 404);
    assert.equal((await send(address, 'POST', JSON.stringify({ t: standIn.token })))?.status, 404);
    assert.equal(await send('https://market.example/vaultlink.js'), undefined);
    assert.deepEqual(mistaken(), [`GET ${address}`, `POST ${address}`]);
  });

  it('leave the pages and files of the buyer alone, whatever they are called', async () => {
    assert.equal(await send(`https://survey.example/endlinks/start${tokenQuery()}`), undefined);
    assert.equal(await send('https://cdn.example/endlinks/vaultlink.js'), undefined);
    const page = `https://forms.example/endlinks/start${tokenQuery()}`;
    assert.equal(await send(page, 'GET', null, true), undefined);
    assert.deepEqual([seen(), mistaken()], [[], []]);
  });

  it('include what a page asks a relay, which is answered in its place', async () => {
    const address = 'https://survey.example/outcomes/complete';
    const body = JSON.stringify({ token: standIn.token });
    const text = JSON.stringify({ result: 'confirmed', outcome: 'complete' });
    assert.deepEqual(await send(address, 'POST', body), { status: 200, text });
    assert.deepEqual(
      reports.list.map(({ way, address: to }) => [way, to]),
      [['relay', address]],
    );
    assert.equal(calls, 1);
  });

  it('include a call of a relay once if a page that is left makes it again, at the same time or later', async () => {
    const body = JSON.stringify({ token: standIn.token });
    const call = () => send('https://survey.example/vault/endlinks/fail', 'POST', body);
    const answers = [...(await Promise.all([call(), call()])), await call()];
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      [200, 200, 200],
    );
    assert.deepEqual(seen(), [['fail', 'relay', 200]]);
  });

  it('include a second outcome of a relay, which is refused', async () => {
    const body = JSON.stringify({ token: standIn.token });
    await send('https://survey.example/vault/endlinks/fail', 'POST', body);
    const other = await send('https://survey.example/vault/endlinks/complete', 'POST', body);
    assert.equal(other?.status, 409);
    assert.match(other.text, /"error":"outcome_locked"/);
    assert.deepEqual(seen(), [
      ['fail', 'relay', 200],
      ['complete', 'relay', 409],
    ]);
  });

  it('include one of a relay after a report to the service, which refuses it', async () => {
    await send(`${SERVICE}/api/v3/endlinks/complete${tokenQuery()}`);
    const body = JSON.stringify({ token: standIn.token });
    const answer = await send('https://survey.example/vault/endlinks/complete', 'POST', body);
    assert.equal(answer?.status, 409);
    assert.match(answer.text, /"error":"outcome_rejected"/);
    assert.equal(reports.list.length, 2);
  });

  it('leave the other requests of a page to its server', async () => {
    const body = JSON.stringify({ token: standIn.token });
    const address = 'https://survey.example/complete';
    assert.equal(await send(address), undefined);
    assert.equal(await send(address, 'GET', body), undefined);
    assert.equal(await send(address, 'POST', '{}'), undefined);
    assert.equal(await send(address, 'POST'), undefined);
    assert.equal(await send('https://survey.example/finish', 'POST', body), undefined);
    assert.equal(await send('https://survey.example/complete/2', 'POST', body), undefined);
    assert.deepEqual(seen(), []);
  });

  it('include one that the browser did not send', async () => {
    const leaving = { event: 'pagehide', page: 'https://survey.example/' };
    const sent = `${SERVICE}/api/v3/endlinks/quota_full${tokenQuery()}`;
    const relayed = 'https://survey.example/vault/endlinks/quota_full';
    await reports.receive({ report: sent, method: 'GET', leaving });
    await reports.receive({ report: relayed, method: 'POST', leaving });
    assert.deepEqual(
      reports.list.map(({ outcome, way, leaving: when }) => [outcome, way, when]),
      [
        ['quota_full', 'fetch', leaving],
        ['quota_full', 'relay', leaving],
      ],
    );
  });
});
