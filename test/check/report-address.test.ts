import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENDPOINT, judge, likelyOutcome } from '../../src/check/index.ts';
import { assertVerdict, request, visit } from './visits.ts';

const SERVICE = 'https://service.example/market';
const API = `${SERVICE}/api/v3/endlinks`;

describe('The outcome that a word most likely stands for', () => {
  const words: Record<string, readonly string[]> = {
    complete: ['complete', 'Complete', 'completed', 'compelte', 'complete.html', 'done'],
    fail: ['fail', 'failed', 'failure', 'FAIL'],
    quota_full: ['quota_full', 'quota-full', 'quotafull', 'Quota%20Full', 'over_quota'],
    screenout: ['screenout', 'screen_out', 'screen-out.php', 'terminated', 'screenuot'],
  };
  for (const [outcome, list] of Object.entries(words))
    for (const word of list)
      it(`is ${outcome} for ${word}`, () =>
        assert.equal(likelyOutcome(`/api/v3/endlinks/${word}`), outcome));

  for (const word of ['start', 'file', 'tail', 'survey', 'toString', 'completeness', ''])
    it(`is unknown for "${word}"`, () =>
      assert.equal(likelyOutcome(`/endlinks/${word}`), undefined));
});

describe('The endpoints of the service', () => {
  it('are the four outcomes, as a call and as a page, under any base URL, and nothing else', () => {
    for (const path of ['complete', 'fail', 'quota_full', 'screenout'])
      for (const end of ['', '.html']) assert.match(`/a/api/v3/endlinks/${path}${end}`, ENDPOINT);
    for (const path of [
      '/api/v3/endlinks/completed',
      '/endlinks/complete',
      '/api/v3/Endlinks/fail',
    ])
      assert.doesNotMatch(path, ENDPOINT);
  });
});

describe('The verdict on a request that was meant as a report', () => {
  const mistaken = (address: string, method = 'GET', status = 404) => [{ address, method, status }];
  const without = (address: string, method?: string, status?: number) =>
    visit({ reports: [], mistakenReports: mistaken(address, method, status) });

  it('names the wrong word and the right one', () => {
    assertVerdict(
      without(`${API}/Completed`),
      'reported',
      'failed',
      /"Completed" is no outcome\. It is called "complete"/,
    );
    assertVerdict(without(`${API}/thanks`), 'reported', 'failed', /"thanks" is no outcome\.$/);
  });

  it('names an address of the service that takes no reports', () => {
    const cause = /service\.example\/report, which is no address of the service/;
    assertVerdict(without('https://service.example/report', 'POST'), 'reported', 'failed', cause);
  });

  it('names a path that the service does not have, and a method that it does not take', () => {
    assertVerdict(
      without(`${SERVICE}/endlinks/complete`),
      'reported',
      'failed',
      /is no address of the service/,
    );
    assertVerdict(
      without(`${API}/complete`, 'POST', 405),
      'reported',
      'failed',
      /POST .* reports nothing \(status 405\)/,
    );
  });

  it('names a variable that was not filled in before any other mistake, and what to write', () => {
    const [completed] = mistaken(`${API}/Completed`);
    assert.ok(completed);
    const sent = { ...completed, placeholder: '${e://Field/Token}' };
    for (const [tokenParam, remedy] of [
      ['token', /to the letter\. In Qualtrics write \$\{e:\/\/Field\/token\}\.$/],
      ['Token', /Qualtrics does not know "Token"\. In Survey flow, add an Embedded Data element/],
      [
        undefined,
        /In Qualtrics, \$\{.*Token\} needs Token=\{\{endlink_token\}\} in the endlink URL\.$/,
      ],
    ] as const) {
      const found = judge(visit({ reports: [], mistakenReports: [{ ...sent, tokenParam }] }));
      const {
        causeId,
        cause = '',
        remedy: [advice = ''] = [],
      } = found.find(({ id }) => id === 'reported') ?? {};
      assert.equal(causeId, 'report-placeholder');
      assert.match(
        cause,
        /^A report went to .*Completed with \$\{e:\/\/Field\/Token\} in the place/,
      );
      assert.match(advice, remedy);
    }
  });

  it('names a token that was never issued, an empty one and one that is not there', () => {
    for (const [token, cause] of [
      ['unknown', /complete, but its token was never issued\.$/],
      ['empty', /complete, but its service_endlink_token is empty\.$/],
      ['missing', /complete, but it has no service_endlink_token\.$/],
    ] as const) {
      const mistakenReports = mistaken(`${API}/complete`).map((one) => ({ ...one, token }));
      assertVerdict(visit({ reports: [], mistakenReports }), 'reported', 'failed', cause);
    }
  });

  it('is a warning beside a right report', () => {
    const seen = visit({ mistakenReports: mistaken(`${API}/completed`) });
    assertVerdict(seen, 'reported', 'warning', /"completed" is no outcome/);
  });

  it('is never that a third party received the token', () => {
    const address = `${API}/completed`;
    const seen = visit({
      reports: [],
      mistakenReports: mistaken(address),
      tokenRequests: [request({ address })],
    });
    assertVerdict(seen, 'private', 'ok', /No other origin/);
  });
});
