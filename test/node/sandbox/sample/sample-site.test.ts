import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createSandbox } from 'vaultlink/sandbox';
import type { Sandbox } from 'vaultlink/sandbox';
import { BREAKS } from '../../../../src/node/sandbox/sample/breaks.ts';
import { samplePacket, sampleSite } from '../../../../src/node/sandbox/sample/sample-site.ts';
import { SURVEY_PAGES } from '../../../../src/node/sandbox/sample/survey-pages.ts';

const SERVICE = 'http://127.0.0.1:4800';
const ORIGIN = 'http://127.0.0.1:4900';

let sandbox: Sandbox;
let site: (request: Request) => Promise<Response>;
beforeEach(() => {
  sandbox = createSandbox({ packets: [samplePacket(ORIGIN)] });
  site = sampleSite({ baseUrl: SERVICE, fetch: (request) => sandbox.fetch(request) }, (name) =>
    Promise.resolve(name === 'vaultlink.js' ? '/* the tag */' : undefined),
  );
});
afterEach(() => sandbox.close());

const read = async (path: string) => {
  const response = await site(new Request(ORIGIN + path));
  return { response, text: await response.text() };
};

const press = (
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  site(
    new Request(ORIGIN + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: ORIGIN, ...headers },
    }),
  );

/** Opens the survey. @returns the token of the landing URL */
async function openSurvey(way?: string): Promise<string> {
  const { status, headers } = await press('/open', way === undefined ? {} : { way });
  assert.equal(status, 303);
  const landing = new URL(headers.get('location') ?? '');
  assert.equal(landing.origin + landing.pathname, `${ORIGIN}/landing.html`);
  return landing.searchParams.get('service_endlink_token') ?? '';
}

const report = (outcome: string, token: string) =>
  sandbox.fetch(
    new Request(`${SERVICE}/api/v3/endlinks/${outcome}?service_endlink_token=${token}`),
  );

interface State {
  sellers: object[];
  faults: { id: string; kind: string }[];
}

const state = async () =>
  (await (await sandbox.fetch(new Request(`${SERVICE}/sandbox/state`))).json()) as State;

const addFault = (fault: object) =>
  sandbox.fetch(
    new Request(`${SERVICE}/sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) }),
  );

describe('the sample survey', () => {
  it('ticks its steps as the records of the marketplace change', async () => {
    const doneSteps = async () => (await read('/progress')).text.split('class="done"').length - 1;
    assert.equal(await doneSteps(), 0);
    const token = await openSurvey();
    assert.equal(await doneSteps(), 1);
    assert.equal((await report('complete', token)).status, 200);
    assert.equal(await doneSteps(), 3);
    assert.match((await read('/progress')).text, /Paid: €2\.50 for .*Report 1:/s);
  });

  it('says which outcome counted where the seller is not paid', async () => {
    await report('quota_full', await openSurvey());
    assert.match((await read('/progress')).text, /Counted once as quota full\. Not paid\./);
  });

  it('shows no token on its own pages', async () => {
    const token = await openSurvey();
    await report('complete', token);
    for (const path of ['/', '/progress', '/thanks.html']) {
      assert.ok(!(await read(path)).text.includes(token), path);
    }
  });

  it('is opened by the same seller until the outcome counts, then by another', async () => {
    const before = (await state()).sellers.length;
    await openSurvey();
    let answered = 0;
    while (answered < before) {
      await report('complete', await openSurvey());
      answered += 1;
    }
    assert.equal((await state()).sellers.length, before);
    await openSurvey();
    assert.equal((await state()).sellers.length, before + 1);
  });

  it('has the tag first among the scripts of every page, and an outcome on every page at the end', async () => {
    for (const page of SURVEY_PAGES) {
      const { response, text } = await read(`/${page}`);
      assert.equal(response.status, 200, page);
      const [, first = ''] = /<script ([^>]*)>/.exec(text) ?? [];
      assert.ok(first.startsWith(`src="vaultlink.js" data-base-url="${SERVICE}"`), page);
      const outcomes = text.match(/ (data-)?outcome="/g) ?? [];
      assert.equal(outcomes.length, page === 'landing.html' ? 0 : 1, page);
    }
  });

  it('links only to pages that exist', async () => {
    for (const page of SURVEY_PAGES) {
      const { text } = await read(`/${page}`);
      for (const [, href = ''] of text.matchAll(/<a href="([^"]*)"/g)) {
        const path = new URL(href, `${ORIGIN}/${page}`).pathname;
        assert.equal((await read(path)).response.status, 200, href);
      }
    }
  });

  it('links on its first page to what runs beside it, if there is anything', async () => {
    assert.doesNotMatch((await read('/')).text, /More on this machine/);
    const link = { title: 'A & B', text: 'One more site.', href: 'http://127.0.0.1:4901/' };
    const linked = sampleSite(
      { baseUrl: SERVICE, fetch: (request) => sandbox.fetch(request) },
      () => Promise.resolve(undefined),
      [link],
    );
    const text = await (await linked(new Request(`${ORIGIN}/`))).text();
    assert.match(
      text,
      /More on this machine.*<a href="http:\/\/127\.0\.0\.1:4901\/">A &amp; B<\/a>\s*<p>One more site\.<\/p>/s,
    );
  });

  it('allows its pages the service and its own origin alone, and no markup from text', async () => {
    const { response } = await read('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /; require-trusted-types-for 'script'; trusted-types 'none'$/);
    assert.match(policy, /^default-src 'self'; connect-src 'self' http:\/\/127\.0\.0\.1:4800;/);
    assert.doesNotMatch(policy, /unsafe|\*/);
  });

  it('serves the files of Vaultlink, and 404 for what it does not have', async () => {
    assert.equal((await read('/vaultlink.js?v=1')).text, '/* the tag */');
    for (const path of ['/nowhere', '/package.json', '/constructor']) {
      assert.equal((await read(path)).response.status, 404, path);
    }
    const removed = await site(new Request(`${ORIGIN}/`, { method: 'DELETE' }));
    assert.equal(removed.status, 405);
  });
});

describe('the buttons of the sample survey', () => {
  it('refuse a form of another page', async () => {
    for (const path of ['/open', '/mend']) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'http://attacker.example' },
      ]) {
        assert.equal((await press(path, { way: 'cut' }, headers)).status, 403, path);
      }
    }
    assert.deepEqual((await state()).faults, []);
    assert.equal((await press('/nothing')).status, 404);
  });

  it('break one thing at a time, and mend it', async () => {
    for (const { id, name } of BREAKS) {
      await openSurvey(id);
      assert.equal((await state()).faults.length, 1, id);
      assert.ok((await read('/progress')).text.includes(`Armed: ${name.toLowerCase()}.`), id);
    }
    assert.equal((await press('/mend')).status, 303);
    assert.deepEqual((await state()).faults, []);
    assert.doesNotMatch((await read('/progress')).text, /Armed/);
  });

  it('leave the faults that somebody else has added', async () => {
    await addFault({ kind: 'drop', outcome: 'screenout' });
    await openSurvey('cut');
    await press('/mend');
    const { faults } = await state();
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['drop'],
    );
  });
});
