import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../src/check/index.ts';
import { isOk } from '../../src/findings/index.ts';
import {
  assertCause,
  assertVerdict,
  brokenVerdicts,
  landed,
  OWN,
  page,
  part,
  request,
  visit,
  WITHOUT_TAG,
} from './visits.ts';

const [, end] = visit().pages;
const [report] = visit().reports;
assert.ok(end && report);

describe('The judge of a visit', () => {
  it('gives nine verdicts, and no mistake for a right visit', () => {
    const findings = judge(visit(), { outcome: 'complete' });
    assert.equal(findings.length, 9);
    assert.deepEqual([...new Set(findings.map(({ verdict }) => verdict))], ['ok']);
    assert.ok(!isOk(judge(visit(), { outcome: 'screenout' })));
  });

  it('shows with a mistake what the page says of it in its own console', () => {
    const problems = [{ cause: 'carry-no-host', sentence: 'data-carry has "x y".' }] as const;
    const pages = [landed({ problems }), page('/end', { hasToken: false })];
    const finding = judge(visit({ pages, reports: [] })).find(({ id }) => id === 'kept');
    assert.deepEqual(finding?.consoleLines, ['data-carry has "x y".']);
    const services = [
      { origin: 'https://service.example', reach: 'refused', isLocal: false } as const,
    ];
    const unreached = judge(visit({ pages, services })).find(({ id }) => id === 'service');
    assert.equal(unreached?.verdict, 'failed');
    assert.equal(unreached.consoleLines, undefined, 'It is about another mistake');
  });

  it('accepts a status below 400', () => {
    assertVerdict(visit({ landing: { status: 399 } }), 'opens', 'ok', /^Opened /);
    assertVerdict(visit({ reports: [{ ...report, status: 399 }] }), 'outcome', 'ok', /complete/);
  });

  it('takes the second try of a tag whose page was left for no second report', () => {
    const again = { ...report, status: 422 };
    const left = page('/end', { state: 'reporting', outcome: 'complete' });
    const pages = [landed(), left, page('/home', { state: 'unknown' })];
    const withReports = (...reports: (typeof report)[]) => visit({ pages, reports });
    assertVerdict(withReports(report, again), 'reported', 'ok', /^Reported once/);
    for (const second of [
      { ...again, outcome: 'fail' },
      { ...again, way: 'redirect' },
      { ...again, status: 200 },
    ] as const)
      assertVerdict(withReports(report, second), 'reported', 'failed', /2 times/);
    const askedWhileLeft = [landed(), page('/home', { state: 'unknown' })];
    const silent = visit({ pages: askedWhileLeft, reports: [report, again] });
    assertVerdict(silent, 'reported', 'ok', /^Reported once/);
    const stayed = visit({ pages: [landed(), end], reports: [report, again] });
    assertVerdict(stayed, 'reported', 'failed', /2 times/);
  });

  it('accepts a landing page that forwards the token to a page with the tag', () => {
    const forwarding = landed({ ...WITHOUT_TAG, isRead: false, isTokenInAddress: true });
    const next = page('/survey', { hasLanded: true, state: 'confirmed' });
    const seen = visit({ pages: [forwarding, next] });
    assert.deepEqual(brokenVerdicts(seen), []);
    assertVerdict(seen, 'captured', 'ok', /forwards the token to .*\/survey, which captured it/);
  });

  it('takes a page that was read and left by a click for no redirect', () => {
    const pages = [landed(WITHOUT_TAG), page('/end', { hasToken: false })];
    assertVerdict(visit({ pages, redirects: 0 }), 'tag', 'failed', /no script tag/);
    assertVerdict(visit({ pages, redirects: 1 }), 'captured', 'failed', /by itself/);
  });

  it('checks type and origin of files as a browser does for a module', () => {
    for (const changes of [
      { isCrossOrigin: true, allowOrigin: '*' },
      { contentType: 'Application/JavaScript' },
      { file: 'vaultlink.js', contentType: 'text/plain', isCrossOrigin: true },
    ])
      assert.deepEqual(brokenVerdicts(visit({ parts: [part(changes)] })), []);
    const other = part({ contentType: 'application/json; was=text/javascript' });
    assertVerdict(visit({ parts: [other] }), 'tag', 'failed', /served as application\/json/);
  });

  it('names each file that is served as it should be once', () => {
    const parts = [part(), part(), part({ file: 'vaultlink.js' })];
    const sentence = /Served as they should be: vaultlink-token\.js, vaultlink\.js\.$/;
    assertVerdict(visit({ parts }), 'tag', 'ok', sentence);
  });

  it('accepts a page that loads the package by a script of its own', () => {
    assertVerdict(visit({ pages: [landed({ tagCount: 0 }), end] }), 'tag', 'ok', /^The tag runs/);
  });

  it('does not take a policy for the cause that blocks something else', () => {
    const blocked = ['script-src https://stats.example/a.js', `style-src ${OWN}/vaultlink.css`];
    const pages = [landed({ ...WITHOUT_TAG, blocked }), end];
    assertVerdict(visit({ pages }), 'tag', 'failed', /no script tag/);
    const image = page('/end', { blocked: ['img-src https://stats.example/pixel.gif'] });
    const silent = visit({ pages: [landed(), image], reports: [] });
    assertVerdict(silent, 'reported', 'failed', /^No outcome was reported\./);
  });

  it('does not say of a page that it never asked for the tag because a script has changed its path since', () => {
    const address = `${OWN}/v.js`;
    const file = { ...part({ file: 'v.js', isTag: true }), address, askedForBy: [`${OWN}/`] };
    const facts = { hasEngine: false, hasToken: false, tagFiles: [address], address: `${OWN}/a` };
    const moved = { ...landed(facts), openedAs: `${OWN}/` };
    const seen = visit({ pages: [moved, page('/end', { hasToken: false })], parts: [file] });
    assertCause(seen, 'tag', 'tag-not-run', /it did not run/);
  });

  it('says of a tag whose hash is another one that the browser refuses it', () => {
    const facts = { hasEngine: false, hasToken: false, tagFiles: [`${OWN}/v.js`] };
    const page = { ...landed({ ...facts, hasTagError: true }), isTagRefusedByHash: true };
    const seen = visit({ pages: [page, end] });
    assertCause(seen, 'tag', 'tag-file-refused', /its hash is not the one in the attribute/);
  });

  it('does not take a script in the page for a bundle with the tag', () => {
    const page = { ...landed(WITHOUT_TAG), openedAs: `${OWN}/`, failedScripts: [`${OWN}/`] };
    assertCause(visit({ pages: [page, end] }), 'tag', 'tag-missing', /no script tag/);
  });

  it('accepts a page without the tag between two pages with the token', () => {
    const pages = [landed(), page('/middle', WITHOUT_TAG), end];
    assertVerdict(visit({ pages }), 'kept', 'ok', /2 hops/);
    assertVerdict(visit({ pages: [landed()] }), 'kept', 'not checked', /one page only/);
  });

  it('allows only the hosts of data-carry to receive the token', () => {
    const seen = (carry: string) =>
      visit({
        pages: [landed({ carry }), end],
        tokenRequests: [request({ address: 'https://forms.example/embed', kind: 'frame' })],
      });
    assertVerdict(seen('a.example forms.example'), 'private', 'ok', /No other origin/);
    for (const others of ['a.example', 'my-forms.example', 'forms.example.org'])
      assertVerdict(seen(others), 'private', 'failed', /forms\.example\/embed received/);
  });

  it('takes neither a page, nor a frame or a Referer of the own origin, for a leak', () => {
    for (const own of [
      request({ address: `${OWN}/next`, kind: 'navigation' }),
      request({ address: 'https://pay.example/', kind: 'navigation', from: undefined }),
      request({ address: `${OWN}/part`, kind: 'frame' }),
      request({ address: `${OWN}/style.css`, place: 'Referer' }),
    ])
      assertVerdict(visit({ tokenRequests: [own] }), 'private', 'ok', /No other origin/);
    const framed = request({ address: 'https://forms.example/a', from: 'https://forms.example' });
    assertVerdict(visit({ tokenRequests: [framed] }), 'private', 'warning', /forms\.example/);
  });

  it('lets a redirect lead over a host that shows a page, that is named, or to which no tag leads', () => {
    const tokenRequests = [request({ address: 'https://pay.example/hop', kind: 'navigation' })];
    const shown = { ...page('/pay'), address: 'https://pay.example/pay' };
    for (const pages of [
      [landed(), shown, end],
      [landed({ carry: 'pay.example' }), end],
      [landed(WITHOUT_TAG), page('/end', WITHOUT_TAG)],
    ])
      assertVerdict(visit({ pages, tokenRequests }), 'private', 'ok', /No other origin/);
    assert.deepEqual(brokenVerdicts(visit({ tokenRequests })), ['private']);
  });

  it('finds a leak in an address if only addresses are known, and refers to the command otherwise', () => {
    const only = { areOnlyAddressesSeen: true };
    assertVerdict(visit(only), 'private', 'not checked', /run "vaultlink check"/);
    const leak = visit({ ...only, tokenRequests: [request()] });
    assert.deepEqual(brokenVerdicts(leak), ['private']);
    assertVerdict(visit({ tokenRequests: undefined }), 'private', 'not checked', /command/);
  });

  it('does not expect a page to know the answer to a redirect, and trusts a relay', () => {
    const redirect = visit({
      pages: [landed(), page('/end')],
      reports: [{ ...report, way: 'redirect' }],
    });
    assertVerdict(redirect, 'outcome', 'ok', /The service showed its page\./);
    const accepted = [landed(), page('/end', { state: 'accepted' })];
    assertVerdict(visit({ pages: accepted }), 'outcome', 'ok', /The page knows/);
  });

  it('is silent about what may still come', () => {
    const open = { reports: [], isOngoing: true };
    assert.deepEqual(brokenVerdicts(visit({ reports: [] })), ['reported']);
    assert.deepEqual(brokenVerdicts(visit(open)), []);
    assertVerdict({ pages: [], ...open }, 'opens', 'not checked', /^Nobody has landed/);
  });

  it('judges the report alone if no page sent its facts', () => {
    const silent = visit({ pages: [], landing: undefined });
    assert.deepEqual(brokenVerdicts(silent), []);
    for (const id of ['opens', 'service', 'tag', 'captured', 'address', 'kept'] as const)
      assertVerdict(silent, id, 'not checked', /No page described itself/);
    assertVerdict(silent, 'reported', 'ok', /Reported once/);
    assert.deepEqual(brokenVerdicts({ ...silent, reports: [] }), ['reported']);
  });
});
