import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startDemo } from '../../demo/demo.ts';
import type { Demo } from '../../demo/demo.ts';

let demo: Demo;
before(async () => {
  demo = await startDemo({ port: 0 });
});
after(() => demo.close());

/** What the tests read of `GET /sandbox/state`. */
interface MarketState {
  sellers: { id: string; name: string }[];
  faults: object[];
}

const marketState = async () =>
  (await (await fetch(`${demo.service}/sandbox/state`)).json()) as MarketState;

/** Sends a form of a page of the demo, without following where it leads. */
const send = (url: string, fields: Record<string, string> = {}, headers = {}) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: new URL(url).origin, ...headers },
    redirect: 'manual',
  });

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

describe('the seller of the tour', () => {
  it('is remembered by every host of the demo', async () => {
    const { sellers } = await marketState();
    const { id = '', name = '' } = sellers[1] ?? {};
    const cookie = cookieOf(await send(`${demo.tour}/seller`, { seller: id }));
    for (const origin of [demo.tour, demo.buyer, demo.partner, demo.panel, demo.club]) {
      const page = await (await fetch(origin, { headers: { cookie } })).text();
      assert.ok(page.includes(`${name} at the marketplace`), origin);
      const back = await fetch(`${origin}/demo/seller`, {
        headers: { cookie },
        redirect: 'manual',
      });
      assert.equal(back.headers.get('location'), `${demo.service}/?seller=${id}`);
    }
  });

  it('is the one who landed, under the names of the packet too', async () => {
    const { sellers } = await marketState();
    const { id = '', name = '' } = sellers[1] ?? {};
    for (const path of [`/survey?seller_id=${id}`, `/travel?custom1=t&rid=${id}`]) {
      const page = await fetch(demo.buyer + path);
      assert.match(cookieOf(page), new RegExp(`=${id}$`));
      assert.ok((await page.text()).includes(`${name} at the marketplace`));
    }
  });

  it('is the first one where a cookie or an address names nobody', async () => {
    const { sellers } = await marketState();
    const cookie = `demo-seller-${new URL(demo.service).port}=seller-of-yesterday`;
    const page = await fetch(`${demo.buyer}/survey?seller_id=<b>`, { headers: { cookie } });
    const text = await page.text();
    assert.ok(text.includes(`${sellers[0]?.name ?? '?'} at the marketplace`));
    assert.doesNotMatch(text, /<b>/);
  });

  it('is another one in a second demo', async () => {
    const second = await startDemo({ port: 0 });
    try {
      const cookies = await Promise.all([demo, second].map(({ buyer }) => fetch(buyer)));
      const [one, other] = cookies.map((response) => cookieOf(response).split('=')[0]);
      assert.notEqual(one, other);
    } finally {
      await second.close();
    }
  });

  it('is somebody new once the survey is answered', async () => {
    const before = await marketState();
    const first = await send(`${demo.tour}/open/survey`);
    const landing = new URL(first.headers.get('location') ?? '');
    assert.equal(landing.origin + landing.pathname, `${demo.buyer}/survey`);
    const token = landing.searchParams.get('service_endlink_token') ?? '';
    await fetch(`${demo.service}/api/v3/endlinks/complete?service_endlink_token=${token}`);
    const second = await send(`${demo.tour}/open/survey`, {}, { cookie: cookieOf(first) });
    const { sellers } = await marketState();
    assert.equal(sellers.length, before.sellers.length + 1);
    assert.match(cookieOf(second), new RegExp(`=${sellers.at(-1)?.id ?? '?'}$`));
  });
});

describe('the buttons of the tour', () => {
  it('refuse a form of another page', async () => {
    const paths = ['/seller', '/open/travel', '/mend'].map((path) => demo.tour + path);
    for (const url of [...paths, `${demo.buyer}/demo/break/survey`]) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'http://attacker.example' },
      ]) {
        assert.equal((await send(url, { way: 'cut' }, headers)).status, 403, url);
      }
    }
    assert.deepEqual((await marketState()).faults, []);
  });

  it('break one thing at a time', async () => {
    for (const way of ['cut', 'overloaded', 'slow', 'lost-answer']) {
      const { status } = await send(`${demo.tour}/open/travel`, { way });
      assert.equal(status, 303);
      assert.equal((await marketState()).faults.length, 1);
    }
    const page = await (await fetch(demo.tour)).text();
    assert.match(page, /Armed: lose the answer\..*action="\/mend"/s);
    assert.equal((await send(`${demo.tour}/mend`)).headers.get('location'), '/');
    assert.deepEqual((await marketState()).faults, []);
    assert.doesNotMatch(await (await fetch(demo.tour)).text(), /Armed|"\/mend"/);
  });

  it('answer 400 or 404 to what there is not', async () => {
    for (const [url, way, status] of [
      [`${demo.buyer}/demo/break/survey`, 'flood', 400],
      [`${demo.buyer}/demo/break/parcel`, 'cut', 400],
      [`${demo.buyer}/demo/break/inside`, 'cut', 400],
      [`${demo.buyer}/demo/break//attacker.example`, 'cut', 400],
      [`${demo.partner}/demo/break/samples`, 'cut', 400],
      [`${demo.tour}/open/nothing`, 'cut', 404],
      [`${demo.tour}/open/coffee-profile`, 'cut', 404],
    ] as const) {
      assert.equal((await send(url, { way })).status, status, url);
    }
  });

  it('stay on the page whose survey can still report', async () => {
    const opened = await send(`${demo.tour}/open/reading`);
    const cookie = cookieOf(opened);
    const url = `${demo.buyer}/demo/break/reading/questions`;
    const broken = await send(url, { way: 'cut' }, { cookie });
    assert.equal(broken.headers.get('location'), '/reading/questions');
    await send(`${demo.tour}/mend`);
  });
});

describe('the record at the marketplace', () => {
  const recordAt = (path: string, origin: string) =>
    fetch(`${demo.service}/demo/record/${path}`, { headers: { origin } });

  it('can be read by pages of the demo alone, and holds no token', async () => {
    const { sellers } = await marketState();
    const id = sellers[1]?.id ?? '';
    const opened = await send(`${demo.tour}/seller`, { seller: id });
    const landing = await send(`${demo.tour}/open/music`, {}, { cookie: cookieOf(opened) });
    const url = new URL(landing.headers.get('location') ?? '');
    const token = url.searchParams.get('service_endlink_token') ?? '';
    assert.ok(token.length > 10);
    const answer = await recordAt(`${id}/music`, demo.buyer);
    assert.equal(answer.headers.get('access-control-allow-origin'), demo.buyer);
    const text = await answer.text();
    assert.match(text, /has landed/);
    assert.ok(!text.includes(token));
    const other = await recordAt(`${id}/music`, 'http://attacker.example');
    assert.equal(other.headers.get('access-control-allow-origin'), null);
  });

  it('is 404 for a seller or a packet that does not exist', async () => {
    for (const path of ['nobody/survey', 'seller-1/nothing', '', '%E0%A4%A/survey']) {
      assert.equal((await recordAt(path, demo.buyer)).status, 404, path);
    }
  });
});
