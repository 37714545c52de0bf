import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageFacts } from '../../src/protocol/self-check.ts';
import { assertVerdict, brokenRules, OWN, page, request, visit, WITHOUT_TAG } from './visits.ts';

const landed = (facts: Partial<PageFacts> = {}) => page('/', { hasLanded: true, ...facts });

describe('The verdict on the landing', () => {
  it('names why the landing page could not be opened', () => {
    const seen = visit({ landing: { status: 0, failure: 'net::ERR_FAILED' }, pages: [] });
    assertVerdict(seen, 'landing', 'no', /could not be opened: net::ERR_FAILED\./);
  });

  it('tells a consent banner in the way from one that holds back the tag, and from a harmless one', () => {
    const consent = (changes: object) =>
      visit({
        consent: { button: 'Accept', isInTheWay: false, capturesAfterwards: false, ...changes },
      });
    assertVerdict(consent({ isInTheWay: true }), 'consent', 'no', /covers what has to be clicked/);
    const after = consent({ capturesAfterwards: true });
    assertVerdict(after, 'consent', 'no', /captured after "Accept" was pressed/);
    assertVerdict(consent({}), 'consent', 'warning', /not captured after it was pressed either/);
  });

  it('warns of a tag that is on the page twice', () => {
    assertVerdict(visit({ pages: [landed({ tagCount: 2 })] }), 'tag', 'warning', /2 times/);
  });

  it('names a redirect before the tag, and a token that comes with a reload only', () => {
    const redirected = [landed({ hasEngine: false, hasToken: false }), page('/next')];
    assertVerdict(visit({ pages: redirected }), 'captured', 'no', /redirected to .*\/next before/);
    const reloaded = visit({
      pages: [landed({ hasToken: false }), page('/end')],
      capturesAfterReload: true,
    });
    assertVerdict(reloaded, 'reload', 'no', /not captured at this visit, but after a reload/);
    assert.deepEqual(brokenRules(reloaded), ['reload']);
  });

  it('names a token that stays in the address, and whether a setting keeps it there', () => {
    const seen = (facts: Partial<PageFacts>) =>
      visit({ pages: [landed({ isTokenInAddress: true, ...facts })] });
    assertVerdict(seen({}), 'scrubbed', 'no', /^The token is in the address/);
    assertVerdict(seen({ isScrubOff: true }), 'scrubbed', 'no', /data-scrub is "off"/);
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
      'no',
      /on the way from https:\/\/survey\.example to https:\/\/pay\./,
    );
    const same = visit({ pages: [landed(), page('/end', { hasToken: false })] });
    assertVerdict(same, 'kept', 'no', /\/end does not have the token\./);
  });

  it('takes a page that the seller goes to for no leak, and a frame of the own origin for no second request', () => {
    const navigation = request({ address: 'https://pay.example/', kind: 'navigation' });
    assertVerdict(visit({ tokenRequests: [navigation] }), 'third-party', 'yes', /No third party/);
    const frame = request({ address: `${OWN}/part`, kind: 'frame' });
    assertVerdict(visit({ tokenRequests: [frame] }), 'second-request', 'yes', /pages only/);
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

  it('names a step that could not be clicked', () => {
    const seen = visit({ failedStep: { selector: '#next', reason: 'it is hidden' } });
    assertVerdict(seen, 'steps', 'no', /"#next" could not be clicked: it is hidden\./);
  });

  it('names each report where there are two', () => {
    const second = { ...report, outcome: 'fail', way: 'redirect', status: 422 } as const;
    const saw = /2 times: complete by fetch \(status 200\), fail by redirect \(status 422\)\./;
    assertVerdict(visit({ reports: [report, second] }), 'reported', 'no', saw);
  });

  it('expects no page to know of a redirect, and takes a relay at its word', () => {
    const pages = [landed(), page('/end')];
    const redirect = visit({ pages, reports: [{ ...report, way: 'redirect' }] });
    assertVerdict(redirect, 'answer', 'yes', /The service showed its page\./);
    const accepted = [landed(), page('/end', { state: 'accepted' })];
    assertVerdict(visit({ pages: accepted }), 'answer', 'yes', /The page knows/);
  });
});
