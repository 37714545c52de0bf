import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

const landed = (facts: Partial<PageFacts> = {}) => page('/', { hasLanded: true, ...facts });

describe('The verdict on the landing', () => {
  it('says why the landing page could not be opened', () => {
    const seen = visit({ landing: { status: 0, failure: 'net::ERR_FAILED' }, pages: [] });
    assertVerdict(seen, 'landing', 'failed', /could not be opened: net::ERR_FAILED\./);
  });

  it('treats a status from 400 as a page that cannot be opened', () => {
    assertVerdict(visit({ landing: { status: 399 } }), 'landing', 'ok', /^Opened /);
    assertVerdict(visit({ landing: { status: 400 } }), 'landing', 'failed', /status 400/);
  });

  it('distinguishes a visit without a landing from one whose pages sent no facts', () => {
    const seen = { pages: [], landing: undefined, isOngoing: true };
    assertVerdict(visit({ ...seen, reports: [] }), 'landing', 'not checked', /^Nobody has landed/);
    const silent = /^No page described itself/;
    assertVerdict(visit(seen), 'landing', 'not checked', silent);
    const over = visit({ ...seen, reports: [], isOngoing: false });
    assertVerdict(over, 'landing', 'not checked', silent);
  });

  it('distinguishes a consent banner that covers a button, one that delays the tag, and a harmless one', () => {
    const consent = (changes: object) =>
      visit({
        consent: { button: 'Accept', isInTheWay: false, capturesAfterwards: false, ...changes },
      });
    const covering = consent({ isInTheWay: true });
    assertVerdict(
      covering,
      'consent',
      'failed',
      /banner \("Accept"\) covers what has to be clicked/,
    );
    const after = consent({ capturesAfterwards: true });
    assertVerdict(after, 'consent', 'failed', /captured after "Accept" was pressed/);
    assertVerdict(consent({}), 'consent', 'warning', /not captured after it was pressed either/);
    assertVerdict(visit({ consent: null }), 'consent', 'ok', /^No consent banner was seen/);
  });

  it('does not name the button of a consent banner if it is unknown', () => {
    const consent = { button: undefined, isInTheWay: true, capturesAfterwards: false };
    assertVerdict(visit({ consent }), 'consent', 'failed', /^A consent banner covers/);
    const after = visit({ consent: { ...consent, isInTheWay: false, capturesAfterwards: true } });
    assertVerdict(after, 'consent', 'failed', /captured after the first click\./);
  });

  it('looks for the tag on a page that was read, and after a reload', () => {
    const seen = (facts: Partial<PageFacts>, changes = {}) =>
      visit({ pages: [landed({ ...WITHOUT_TAG, ...facts }), page('/end')], ...changes });
    assertVerdict(seen({}), 'tag', 'failed', /^There is no script tag on /);
    assertVerdict(seen({ isRead: false }), 'tag', 'not checked', /left before/);
    const reloaded = seen({}, { capturesAfterReload: true });
    assertVerdict(reloaded, 'tag', 'ok', /on the page after a reload/);
    const silent = { ...landed(WITHOUT_TAG), isSilent: true };
    assertVerdict(
      visit({ pages: [silent, page('/end')] }),
      'tag',
      'failed',
      /next page has no token/,
    );
  });

  it('accepts a page that has one tag, or loads the package by a script of its own', () => {
    assertVerdict(visit(), 'tag', 'ok', /^The tag is on the landing page/);
    const imported = visit({ pages: [landed({ tagCount: 0 }), page('/end')] });
    assertVerdict(imported, 'tag', 'ok', /^The tag is on the landing page/);
    assertVerdict(imported, 'order', 'not checked', /no script tag of its own/);
  });

  it('reports a policy only if it blocks the script of the tag', () => {
    const blocked = ['script-src https://stats.example/a.js', `style-src ${OWN}/vaultlink.css`];
    const pages = [landed({ hasEngine: false, hasToken: false, blocked })];
    assertVerdict(visit({ pages }), 'tag', 'ok', /^The tag is on the landing page/);
  });

  it('names the first three scripts before the tag, and says so if there is none', () => {
    assertVerdict(visit(), 'order', 'ok', /first script/);
    const pages = [landed({ scriptsBefore: ['a.js', 'b.js', 'c.js', 'd.js'] })];
    const cause = /^4 scripts come before the tag: a\.js, b\.js, c\.js\.$/;
    assertVerdict(visit({ pages }), 'order', 'warning', cause);
  });

  it('names each file that is served as it should be once, and says so if there was none', () => {
    assertVerdict(visit(), 'parts', 'not checked', /asked for no file/);
    const parts = [part(), part(), part({ file: 'vaultlink.js' })];
    const cause = /^Served as they should be: vaultlink-token\.js, vaultlink\.js\.$/;
    assertVerdict(visit({ parts }), 'parts', 'ok', cause);
  });

  it('reads the type of a file as a browser does', () => {
    const served = (contentType: string) => visit({ parts: [part({ contentType })] });
    assertVerdict(served('Application/JavaScript'), 'parts', 'ok', /^Served/);
    const other = 'application/json; was=text/javascript';
    assertVerdict(served(other), 'parts', 'failed', /served as application\/json/);
  });

  it('treats a status from 400 as a missing file, and no status as a broken connection', () => {
    const missing = visit({ parts: [part({ file: 'vaultlink.js', status: 400 })] });
    assertVerdict(missing, 'parts', 'failed', /answers with status 400/);
    const failure = 'net::ERR_CONNECTION_RESET';
    for (const changes of [{ contentType: '' }, { isCrossOrigin: true }])
      assertVerdict(
        visit({ parts: [part({ status: 0, failure, ...changes })] }),
        'parts',
        'failed',
        /could not be loaded \(net::ERR_CONNECTION_RESET\)/,
      );
  });

  it('expects the page that a token is forwarded to to capture it', () => {
    const next = page('/next', { hasLanded: true, hasToken: false });
    const pages = [landed({ ...WITHOUT_TAG, isRead: false }), next];
    assertVerdict(visit({ pages }), 'captured', 'failed', /redirected to .*\/next before/);
  });

  it('warns of a tag that is on the page twice', () => {
    assertVerdict(visit({ pages: [landed({ tagCount: 2 })] }), 'tag', 'warning', /2 times/);
  });

  it('reports a redirect before the tag, and a token that is captured only after a reload', () => {
    const redirected = [landed({ hasEngine: false, hasToken: false }), page('/next')];
    assertVerdict(
      visit({ pages: redirected }),
      'captured',
      'failed',
      /redirected to .*\/next before/,
    );
    const reloaded = visit({
      pages: [landed({ hasToken: false }), page('/end')],
      capturesAfterReload: true,
    });
    assertVerdict(reloaded, 'reload', 'failed', /not captured at this visit, but after a reload/);
    assert.deepEqual(brokenRules(reloaded), ['reload']);
  });

  it('names a token that stays in the address, and whether a setting keeps it there', () => {
    const seen = (facts: Partial<PageFacts>) =>
      visit({ pages: [landed({ isTokenInAddress: true, ...facts })] });
    assertVerdict(seen({}), 'scrubbed', 'failed', /^The token is in the address/);
    assertVerdict(seen({ isScrubOff: true }), 'scrubbed', 'failed', /data-scrub is "off"/);
    const forwarding = visit({
      pages: [landed({ ...WITHOUT_TAG, isTokenInAddress: true, isRead: false }), landed()],
    });
    assert.deepEqual(brokenRules(forwarding), []);
  });
});

describe('The verdict on who has the token', () => {
  it('names the origins between which it was lost', () => {
    const other = { ...page('/', { hasToken: false }), address: 'https://pay.example/end' };
    const seen = visit({ pages: [landed(), other] });
    assertVerdict(
      seen,
      'kept',
      'failed',
      /on the way from https:\/\/survey\.example to https:\/\/pay\./,
    );
    const same = visit({ pages: [landed(), page('/end', { hasToken: false })] });
    assertVerdict(same, 'kept', 'failed', /\/end does not have the token\./);
  });

  it('needs a second page, and looks for the token on the pages after one without the tag', () => {
    const [single, last] = [[landed()], page('/last', WITHOUT_TAG)];
    assertVerdict(visit({ pages: single }), 'kept', 'not checked', /one page only/);
    const lost = visit({ pages: [landed(), page('/middle'), last] });
    assertVerdict(lost, 'kept', 'failed', /\/last has no script tag/);
  });

  it('tells whether a second request had the token in its address or in its body, and leaves a Referer out', () => {
    const seen = (place: 'address' | 'body' | 'Referer') =>
      visit({ tokenRequests: [request({ address: `${OWN}/api`, place })] });
    assertVerdict(seen('address'), 'second-request', 'warning', /again, in its address\./);
    assertVerdict(seen('body'), 'second-request', 'warning', /again, in a body\./);
    assertVerdict(seen('Referer'), 'second-request', 'ok', /pages only/);
  });

  it('treats neither a navigation as a leak nor a frame of the own origin as a second request', () => {
    const navigation = request({ address: 'https://pay.example/', kind: 'navigation' });
    assertVerdict(visit({ tokenRequests: [navigation] }), 'third-party', 'ok', /No third party/);
    const frame = request({ address: `${OWN}/part`, kind: 'frame' });
    assertVerdict(visit({ tokenRequests: [frame] }), 'second-request', 'ok', /pages only/);
    const framed = request({ address: 'https://forms.example/a', from: 'https://forms.example' });
    assertVerdict(
      visit({ tokenRequests: [framed] }),
      'second-request',
      'warning',
      /forms\.example/,
    );
  });
});

describe('The verdict on the report', () => {
  const [report] = visit().reports;
  assert.ok(report);

  it('reports a policy only if it blocks a connection', () => {
    const blocked = ['img-src https://stats.example/pixel.gif'];
    const seen = visit({ pages: [landed(), page('/end', { blocked })], reports: [] });
    assertVerdict(seen, 'reported', 'failed', /^No outcome was reported\./);
  });

  it('treats a status from 400 as a refusal', () => {
    const answered = (status: number) => visit({ reports: [{ ...report, status }] });
    assertVerdict(answered(399), 'answer', 'ok', /The page knows/);
    assertVerdict(answered(400), 'answer', 'failed', /status 400/);
  });

  it('names the state of the last page if no page knows the response', () => {
    const pages = [landed({ state: 'missing' }), page('/end', { state: 'reporting' })];
    assertVerdict(visit({ pages }), 'answer', 'warning', /\(state "reporting"\)/);
  });

  it('names a step that could not be clicked', () => {
    const seen = visit({ failedStep: { selector: '#next', reason: 'it is hidden' } });
    assertVerdict(seen, 'steps', 'failed', /"#next" could not be clicked: it is hidden\./);
  });

  it('lists the reports if there are two', () => {
    const second = { ...report, outcome: 'fail', way: 'redirect', status: 422 } as const;
    const cause = /2 times: complete by fetch \(status 200\), fail by redirect \(status 422\)\./;
    assertVerdict(visit({ reports: [report, second] }), 'reported', 'failed', cause);
  });

  it('does not expect a page to know the response to a redirect, and trusts a relay', () => {
    const pages = [landed(), page('/end')];
    const redirect = visit({ pages, reports: [{ ...report, way: 'redirect' }] });
    assertVerdict(redirect, 'answer', 'ok', /The service showed its page\./);
    const accepted = [landed(), page('/end', { state: 'accepted' })];
    assertVerdict(visit({ pages: accepted }), 'answer', 'ok', /The page knows/);
  });
});
