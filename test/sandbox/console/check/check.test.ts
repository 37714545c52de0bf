import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selfCheckOf } from '../../../support/self-check.ts';
import { form, part, textOf } from '../console-driver.ts';
import { startSandbox } from '../../driver.ts';
import { brokenIn, CHECK, openCheck, SITE } from './open-check.ts';

/** Creates the self-check of a right page. */
const selfCheck = (path: string, changes: Parameters<typeof selfCheckOf>[1] = {}) =>
  selfCheckOf(SITE + path, changes);

describe('"Check my site" in the console', () => {
  it('opens the typed address with a token once, and requests nothing itself', async (context) => {
    const fetched = context.mock.method(globalThis, 'fetch');
    const { call, path, landing, token } = await openCheck();
    assert.equal(landing.origin + landing.pathname, `${SITE}/`);
    assert.match(token, /^[\w-]{40,}$/);
    assert.equal((await call(`${path}/open`, form({}))).status, 410);
    assert.equal(fetched.mock.callCount(), 0);
  });

  it('refuses an address that is not http or https, and keeps it in the field', async () => {
    const { call } = startSandbox();
    for (const url of ['javascript:alert(1)', 'survey', '']) {
      const { status, body } = await call(CHECK, form({ url, expected: '' }));
      assert.equal(status, 400);
      assert.match(String(body), /aria-invalid="true"/);
    }
  });

  it('says what is wrong with the endlink URL', async () => {
    const { call } = startSandbox();
    const url = 'https://survey.example/?t={endlink_token}';
    const { status, body } = await call(CHECK, form({ url, expected: '' }));
    assert.equal(status, 400);
    assert.match(String(body), /must have {{endlink_token}} as the whole value/);
  });

  it('judges a right visit, and leaves two to the command', async () => {
    const { hear, report, token, verdicts, show, answer } = await openCheck();
    assert.equal(await hear(selfCheck('/')), 204);
    await answer({ banner: 'none' });
    const parts = [
      {
        file: 'vaultlink-token.js',
        address: `${SITE}/vaultlink-token.js`,
        ...{ status: 200, contentType: 'text/javascript', isUsable: true },
      },
    ];
    await hear(selfCheck('/end', { openedAtMs: 2, parts, page: { state: 'confirmed' } }));
    await report('complete', token);
    const { private: others, service, ...rest } = await verdicts();
    assert.deepEqual([others, service], ['not checked', 'not checked']);
    assert.deepEqual([...new Set(Object.values(rest))], ['ok']);
    assert.equal(Object.keys(rest).length, 7);
    assert.equal((await show()).match(/run the command</g)?.length, 2);
  });

  it('judges by the requests to the sandbox if no page sends a self-check', async () => {
    const { call, path, report, token, verdicts, show } = await openCheck(undefined, 'complete');
    await call(`${path}/messages`, form({ gone: 'true' }));
    assert.match(textOf(await show()), /The tab was closed, or its page has cut the connection/);
    await report('screenout', token, { headers: { 'sec-fetch-site': 'cross-site' } });
    await report('screenout.html', token, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    const found = await verdicts();
    assert.deepEqual(brokenIn(found), ['reported']);
    assert.equal(found.captured, 'not checked');
    assert.match(
      textOf(part(await show(), 'verdicts')),
      /reported 2 times: screenout by fetch \(status 200\), screenout by redirect/,
    );
  });

  it('names the way of a report that the buyer’s server sent', async () => {
    const { report, token, show } = await openCheck();
    await report('complete', token);
    assert.match(part(await show(), 'verdicts'), /Your server called the service\./);
  });

  it('names the wrong word of a request that was meant as a report, and the right one', async () => {
    const { report, token, show } = await openCheck();
    await report('quota-full', token);
    assert.match(
      await show(),
      /quota-full&quot; is no outcome\. It is called &quot;quota_full&quot;/,
    );
  });

  it('names a report that a page sent past the sandbox, with the mistake in its word', async () => {
    for (const [word, cause] of [
      ['complete', /which is not the service that data-base-url names/],
      ['completed', /is no outcome\. It is called &quot;complete&quot;/],
    ] as const) {
      const { hear, answer, show } = await openCheck();
      const address = `https://service.example/api/v3/endlinks/${word}`;
      await hear(selfCheck('/', { recipients: [{ address, by: 'request', isOwnOrigin: false }] }));
      await answer({ over: 'true' });
      assert.match(part(await show(), 'verdicts'), cause);
      assert.doesNotMatch(await show(), /received the token/);
    }
  });

  it('says that the service takes no form that is posted', async () => {
    const { call, token, verdicts, show } = await openCheck();
    await call('/api/v3/endlinks/complete', form({ service_endlink_token: token }));
    assert.deepEqual(brokenIn(await verdicts()), ['reported']);
    assert.match(textOf(await show()), /POST .*complete reports nothing \(status 405\)/);
  });

  it('says that a report came too late, by the clock of the sandbox', async () => {
    const { post, report, token, verdicts } = await openCheck();
    await post('clock', { advance_seconds: 3700 });
    await report('complete', token);
    assert.deepEqual(brokenIn(await verdicts()), ['reported']);
  });

  it('does not count a request that a fault answered as a report', async () => {
    const { post, report, token, verdicts } = await openCheck();
    await post('faults', { kind: 'status', status: 503 });
    await report('complete', token);
    await report('complete', token);
    assert.equal((await verdicts()).reported, 'ok');
  });

  it('says that nothing was reported once its user says that the survey is over', async () => {
    const { hear, answer, verdicts } = await openCheck();
    await hear(selfCheck('/'));
    assert.deepEqual(brokenIn(await verdicts()), []);
    await answer({ over: 'true' });
    assert.deepEqual(brokenIn(await verdicts()), ['reported']);
    await answer({ over: 'false' });
    assert.deepEqual(brokenIn(await verdicts()), []);
  });

  it('concludes from the next page why the landing page was silent', async () => {
    const page = { hasToken: false, hasLanded: false };
    const cases = [
      [{ isFirstInTab: false }, 'tag', /did not run on https:\/\/survey\.example\/, and the next/],
      [
        { isFirstInTab: true, cameFrom: `${SITE}/` },
        'captured',
        /went on to https:\/\/survey\.example\/end by itself, before the tag ran/,
      ],
      [{ isFirstInTab: true }, 'captured', /A redirect of your server lost the URL parameters/],
    ] as const;
    for (const [changes, rule, cause] of cases) {
      const { hear, verdicts, show } = await openCheck();
      await hear(selfCheck('/end', { ...changes, page }));
      assert.deepEqual(brokenIn(await verdicts()), [rule]);
      assert.match(part(await show(), 'verdicts'), cause);
    }
  });

  it('says that the tag does not know the name of the parameter', async () => {
    const { hear, verdicts, show } = await openCheck();
    await hear(selfCheck('/', { parameters: ['t'], page: { hasLanded: false, hasToken: false } }));
    assert.deepEqual(brokenIn(await verdicts()), ['captured']);
    assert.match(
      part(await show(), 'verdicts'),
      /has the token as &quot;t&quot;, and the tag reads/,
    );
  });

  it('says that the token is captured after a reload only', async () => {
    const { hear, verdicts } = await openCheck();
    await hear(selfCheck('/', { isReload: true }));
    assert.deepEqual(brokenIn(await verdicts()), ['captured']);
  });

  it('counts a page and its reload as one page', async () => {
    const { hear, verdicts, show } = await openCheck();
    await hear(selfCheck('/'));
    await hear(selfCheck('/', { isReload: true, openedAtMs: 2, page: { hasLanded: false } }));
    assert.deepEqual(brokenIn(await verdicts()), []);
    assert.match(part(await show(), 'verdicts'), /The visit has one page only/);
  });

  it('says that a token of an earlier visit is not the one of this visit', async () => {
    const { hear, verdicts } = await openCheck();
    await hear(selfCheck('/', { ageSeconds: 60 }));
    assert.deepEqual(brokenIn(await verdicts()), ['captured']);
  });

  it('refuses messages of another shape, and those before the page was opened', async () => {
    const { hear, call, verdicts } = await openCheck();
    const right = selfCheck('/');
    const wrong: unknown[] = [
      null,
      [],
      'text',
      {},
      { ...right, version: 2 },
      { ...right, page: { ...right.page, address: 'javascript:alert(1)' } },
      { ...right, page: { ...right.page, address: `${SITE}/?secret=1` } },
      { ...right, page: { ...right.page, scriptsBefore: 'inline' } },
      { ...right, page: { ...right.page, state: 'x'.repeat(5000) } },
      {
        ...right,
        recipients: Array(201).fill({ address: SITE, by: 'request', isOwnOrigin: true }),
      },
      { ...right, parts: [{ file: '../x.js', address: SITE, status: 200 }] },
      { ...right, cameFrom: 'nowhere' },
    ];
    for (const message of wrong) assert.equal(await hear(message), 400, JSON.stringify(message));
    assert.equal((await verdicts()).opens, 'not checked');
    const { headers } = await call(CHECK, form({ url: `${SITE}/other`, expected: '' }));
    const unopened = `${headers.get('location') ?? ''}/messages`;
    assert.equal((await call(unopened, form({ message: JSON.stringify(right) }))).status, 404);
  });

  it('shows the self-check of a page as text, without the token', async () => {
    const { hear, token, show, landing } = await openCheck();
    assert.ok(token);
    const scriptsBefore = [`<img src=x onerror=alert(1)>${token}${encodeURIComponent(token)}`];
    const address = `${SITE}/${token}`;
    await hear(selfCheck('/', { page: { scriptsBefore, address } }));
    const page = await show();
    assert.match(page, /&lt;img src=x onerror=alert\(1\)&gt;\(token\)\(token\)/);
    assert.ok(page.includes(`${SITE}/(token)`));
    assert.ok(!page.includes(token), landing.pathname);
  });

  it('gives the command with the address as it was typed, safe for a shell', async () => {
    const { show } = await openCheck(`${SITE}/it's?t={{endlink_token}}`, 'complete');
    const text = (await show()).replaceAll('&#39;', "'");
    assert.ok(
      text.includes(`vaultlink check '${SITE}/it'\\''s?t={{endlink_token}}' --expect complete`),
    );
  });

  it('replaces a check of the same address, with its packet', async () => {
    const { call, path, state } = await openCheck(`${SITE}/`);
    assert.equal((await state()).packets.length, 2);
    await call(CHECK, form({ url: `${SITE}/`, expected: '' }));
    assert.equal((await state()).packets.length, 2);
    assert.equal((await call(path)).status, 410);
  });

  it('leads to addresses below the base path only', async () => {
    const basePath = '/team/market';
    const { call } = startSandbox({ basePath });
    const { headers } = await call(CHECK, form({ url: `${SITE}/`, expected: '' }));
    const location = headers.get('location') ?? '';
    assert.ok(location.startsWith(`${basePath}/sandbox/check/`), location);
    const path = location.slice(basePath.length);
    const markups = [String((await call(CHECK)).body), String((await call(path)).body)];
    await call(`${path}/open`, form({}));
    markups.push(String((await call(path)).body));
    const addresses = markups.flatMap((markup) =>
      [...markup.matchAll(/ (?:href|action|src|data-messages)="(\/[^"]*)"/g)].map(([, to]) => to),
    );
    assert.ok(addresses.length > 20);
    assert.deepEqual(
      addresses.filter((to) => !to?.startsWith(`${basePath}/`)),
      [],
    );
    assert.match(markups[0] ?? '', /data-base-url=&quot;http:\/\/localhost\/team\/market&quot;/);
  });

  it('forgets a check when the sandbox is reset', async () => {
    const { call, post, path } = await openCheck();
    await post('reset', {});
    assert.equal((await call(path)).status, 410);
  });
});
