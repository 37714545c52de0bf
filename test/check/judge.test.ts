import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../src/check/index.ts';
import { isOk } from '../../src/findings/index.ts';
import type { PageFacts } from '../../src/protocol/self-check.ts';
import {
  assertVerdict,
  brokenRules,
  OWN,
  page,
  part,
  request,
  visit,
  WITHOUT_TAG,
} from './visits.ts';

describe('The judge of a visit', () => {
  it('returns no broken rule for a correct visit', () => {
    assert.deepEqual(brokenRules(visit()), []);
    assert.ok(isOk(judge(visit(), { outcome: 'complete' })));
    assert.ok(!isOk(judge(visit(), { outcome: 'screenout' })));
  });

  it('reports a landing page that cannot be opened, and checks no other rule', () => {
    const seen = visit({ landing: { status: 403 }, pages: [], reports: [] });
    assertVerdict(seen, 'landing', 'failed', /status 403/);
    assert.deepEqual(brokenRules(seen), ['landing']);
  });

  it('reports a Content Security Policy that blocks the tag', () => {
    const blocked = [`script-src-elem ${OWN}/vaultlink.js`];
    const pages = [page('/', { ...WITHOUT_TAG, tagCount: 1, hasLanded: true, blocked })];
    const seen = visit({ pages, reports: [] });
    assertVerdict(seen, 'tag', 'failed', /Content Security Policy blocks the tag/);
    assert.deepEqual(brokenRules(seen), ['tag']);
  });

  it('reports a tag whose file is missing', () => {
    const pages = [page('/', { hasLanded: true, hasEngine: false, hasToken: false })];
    const parts = [part({ file: 'vaultlink.js', status: 404 })];
    assertVerdict(visit({ pages, parts }), 'tag', 'failed', /cannot be used: .* status 404/);
  });

  it('reports a renamed parameter, and parameters that a redirect lost', () => {
    const pages = [page('/', { hasLanded: true, hasToken: false })];
    assertVerdict(visit({ pages }), 'captured', 'failed', /did not capture/);
    const lost = [page('/', { hasToken: false })];
    assertVerdict(visit({ pages: lost }), 'captured', 'failed', /held no token/);
  });

  it('accepts a landing page that forwards the token to a page with the tag', () => {
    const pages = [
      page('/', { ...WITHOUT_TAG, hasLanded: true, isRead: false }),
      page('/survey', { hasLanded: true, state: 'confirmed' }),
    ];
    assert.deepEqual(brokenRules(visit({ pages })), []);
  });

  it('checks type and CORS of files as a browser does for a module', () => {
    for (const [changes, cause] of [
      [{ contentType: '' }, /served as nothing/],
      [{ isCrossOrigin: true }, /has no Access-Control-Allow-Origin/],
      [{ status: 0, failure: 'net::ERR_FAILED' }, /could not be loaded \(net::ERR_FAILED\)/],
    ] as const)
      assertVerdict(visit({ parts: [part(changes)] }), 'parts', 'failed', cause);
    for (const changes of [
      { isCrossOrigin: true, allowOrigin: '*' },
      { file: 'vaultlink.js', contentType: 'text/plain', isCrossOrigin: true },
    ])
      assertVerdict(visit({ parts: [part(changes)] }), 'parts', 'ok', /Served/);
  });

  it('warns of scripts before the tag', () => {
    const pages = [page('/', { hasLanded: true, scriptsBefore: ['inline'] }), page('/end')];
    assertVerdict(visit({ pages }), 'order', 'warning', /A script comes before the tag: inline\./);
    assert.ok(isOk(judge(visit({ pages }))));
  });

  it('accepts a page without the tag between two pages with the token, but not as the last page', () => {
    const [first, last] = visit().pages;
    assert.ok(first && last);
    const middle = page('/middle', WITHOUT_TAG);
    assertVerdict(visit({ pages: [first, middle, last] }), 'kept', 'ok', /2 hops/);
    assertVerdict(
      visit({ pages: [first, middle] }),
      'kept',
      'failed',
      /\/middle has no script tag/,
    );
  });

  it('allows only the hosts of data-carry to receive the token', () => {
    const seen = (carry: string) =>
      visit({
        pages: [page('/', { hasLanded: true, carry })],
        tokenRequests: [request({ address: 'https://forms.example/embed', kind: 'frame' })],
      });
    assertVerdict(seen('a.example forms.example'), 'third-party', 'ok', /No third party/);
    for (const others of ['a.example', 'my-forms.example', 'forms.example.org'])
      assertVerdict(seen(others), 'third-party', 'failed', /forms\.example\/embed received/);
  });

  it('distinguishes a leak to a third party from a second request to the own server', () => {
    const leak = request({ place: 'body' });
    assertVerdict(
      visit({ tokenRequests: [leak] }),
      'third-party',
      'failed',
      /collect .* in a body/,
    );
    const own = request({ address: `${OWN}/api/seller` });
    assertVerdict(visit({ tokenRequests: [own] }), 'second-request', 'warning', /api\/seller/);
    assert.ok(isOk(judge(visit({ tokenRequests: [own] }))));
    const referer = request({ place: 'Referer' });
    assert.deepEqual(brokenRules(visit({ tokenRequests: [referer] })), ['referer']);
    const ownReferer = request({ place: 'Referer', address: `${OWN}/style.css` });
    assert.deepEqual(brokenRules(visit({ tokenRequests: [ownReferer] })), []);
  });

  it('reports a dry run or a blocking policy as the reason of a missing report', () => {
    const end = (facts: Partial<PageFacts>) =>
      visit({ pages: [page('/', { hasLanded: true }), page('/end', facts)], reports: [] });
    assertVerdict(end({ isDryRun: true }), 'reported', 'failed', /dry run/);
    const blocked = ['connect-src https://service.example/api/v3/endlinks/complete'];
    assertVerdict(end({ blocked }), 'reported', 'failed', /blocks the report: connect-src/);
    assertVerdict(end({}), 'reported', 'failed', /ended on .*\/end, in the state "waiting"/);
  });

  it('reports a refusal, a response that the page does not know, and a report after an hour', () => {
    const [report] = visit().reports;
    assert.ok(report);
    const refused = visit({ reports: [{ ...report, status: 422 }] });
    assertVerdict(refused, 'answer', 'failed', /status 422/);
    const pages = [page('/', { hasLanded: true }), page('/end')];
    assertVerdict(visit({ pages }), 'answer', 'warning', /does not know it \(state "waiting"\)/);
    const late = visit({ reports: [{ ...report, atMs: 3_600_000 }] });
    assertVerdict(late, 'time', 'failed', /3600 s/);
  });

  it('does not check rules that the console cannot observe, or whose event may still come', () => {
    const findings = judge({ pages: [page('/', { hasLanded: true })], reports: [] });
    const open = findings.filter(({ verdict }) => verdict === 'not checked').map(({ id }) => id);
    for (const rule of ['consent', 'parts', 'referer', 'third-party', 'second-request'] as const)
      assert.ok(open.includes(rule), rule);
    assert.ok(isOk(judge({ pages: [], reports: [], isOngoing: true })));
    assert.deepEqual(brokenRules(visit({ reports: [] })), ['reported']);
    assert.deepEqual(brokenRules(visit({ reports: [], isOngoing: true })), []);
  });

  it('finds a leak in an address if only addresses are known, and refers to the command otherwise', () => {
    const only = { areOnlyAddressesSeen: true };
    for (const rule of ['referer', 'third-party', 'second-request'] as const)
      assertVerdict(visit(only), rule, 'not checked', /run "npx vaultlink check"/);
    const leak = { address: 'https://stats.example/', place: 'address', kind: 'other' } as const;
    const seen = visit({ ...only, tokenRequests: [{ ...leak, from: OWN }] });
    assert.deepEqual(brokenRules(seen), ['third-party']);
  });

  it('checks only the report if no page sent its facts', () => {
    const silent = visit({ pages: [], landing: undefined });
    assert.deepEqual(brokenRules(silent), []);
    const rules = ['landing', 'tag', 'order', 'captured', 'reload', 'scrubbed', 'kept'] as const;
    for (const rule of rules)
      assertVerdict(silent, rule, 'not checked', /No page described itself/);
    assertVerdict(silent, 'answer', 'not checked', /did not describe itself/);
    assertVerdict(silent, 'reported', 'ok', /Reported once/);
    assert.deepEqual(brokenRules({ ...silent, reports: [] }), ['reported']);
  });
});
