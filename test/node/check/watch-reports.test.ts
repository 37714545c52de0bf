import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { interceptReports } from '../../../src/node/check/watch-reports.ts';
import type { Reports } from '../../../src/node/check/watch-reports.ts';
import { openStandIn } from '../../../src/node/check/stand-in.ts';
import type { StandIn } from '../../../src/node/check/stand-in.ts';

interface Fulfilled {
  status: number;
  json?: object;
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
      () => (calls += 1),
    );
  });
  afterEach(() => standIn.close());

  /** Sends a request as a browser does. Returns the answer, or nothing if it goes to the site. */
  async function send(address: string, method = 'GET', body: string | null = null) {
    const handler = routes.find(([matches]) => matches(new URL(address)))?.[1];
    if (!handler) return undefined;
    let answer: Fulfilled | undefined;
    await handler({
      request: () => ({
        url: () => address,
        method: () => method,
        headers: () => ({ origin: 'https://survey.example' }),
        postData: () => body,
      }),
      fulfill: (given: Fulfilled) => {
        answer = given;
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

  it('are neither a preflight nor a call that is no outcome', async () => {
    assert.ok(await send(`${SERVICE}/api/v3/endlinks/complete${tokenQuery()}`, 'OPTIONS'));
    assert.ok(await send(`${SERVICE}/api/v3/endlinks/other${tokenQuery()}`));
    assert.equal(await send(`${SERVICE}/api/v3/endlinks/complete/more${tokenQuery()}`), undefined);
    assert.deepEqual([seen(), calls], [[], 0]);
  });

  it('include what a page asks a relay, which is answered in its place', async () => {
    const address = 'https://survey.example/outcomes/complete';
    const body = JSON.stringify({ token: standIn.token });
    const confirmed = { result: 'confirmed', outcome: 'complete' };
    assert.deepEqual(await send(address, 'POST', body), { status: 200, json: confirmed });
    const again = await send(address, 'POST', body);
    assert.equal(again?.status, 409);
    assert.equal((again.json as { error: string }).error, 'outcome_rejected');
    assert.deepEqual(
      reports.list.map(({ way, address: to }) => [way, to]),
      [
        ['relay', address],
        ['relay', address],
      ],
    );
    assert.equal(calls, 2);
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
    await reports.receive(`${SERVICE}/api/v3/endlinks/quota_full${tokenQuery()}`);
    assert.deepEqual(seen(), [['quota_full', 'fetch', 200]]);
  });
});
