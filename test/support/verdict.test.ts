import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LoggedRequest } from '../../src/sandbox/index.ts';
import type { Claim } from '../e2e/support/claims.ts';
import { expectOneRequest, expectSpentOnce, expectUntouched } from '../e2e/support/service.ts';
import type { Counter } from '../e2e/support/service.ts';
import { expectNothingWrong, expectReceived, expectWithout } from '../e2e/support/verdict.ts';
import { FinalFailure } from './final-failure.ts';

const ENDLINK = { token: 'q8Zk3vXw9rT2', packet_id: 'packet-1' };

/** What a stand-in of the service received, and what the pages say. */
interface Sight {
  requests?: Partial<LoggedRequest>[];
  outcome?: 'complete' | 'fail';
  claims?: Omit<Claim, 'where'>[] | undefined;
}

const SPENT = { method: 'GET', status: 200, spent: true, outcome: 'complete' } as const;
const REFUSED = { ...SPENT, status: 422, spent: false };
const HELD = { ...SPENT, status: null, spent: false };

function counterOf({ requests = [], outcome, claims = [] }: Sight): Counter {
  const isPaid = outcome === 'complete';
  const state = !outcome ? 'awaiting_outcome' : isPaid ? 'published' : 'filtered';
  return {
    requests: () =>
      Promise.resolve(
        requests.map((request) => ({ path: '/report', ...ENDLINK, ...request }) as LoggedRequest),
      ),
    packetOf: ({ packet_id }) =>
      Promise.resolve({ packet_id, outcome: outcome ?? null, state, listed: isPaid, paid: isPaid }),
    claims: () => Promise.resolve(claims.map((claim) => ({ where: 'the page', ...claim }))),
  };
}

const spentOnce = (sight: Sight) => expectSpentOnce(counterOf(sight), ENDLINK, 'complete');

/** A second try of the flow does not matter. */
const FINAL: Record<string, () => unknown> = {
  'an outcome that counted twice': () =>
    spentOnce({ outcome: 'complete', requests: [SPENT, SPENT] }),
  'an outcome that counted twice while a page is reporting': () =>
    spentOnce({
      ...{ outcome: 'complete', requests: [SPENT, SPENT] },
      claims: [{ state: 'reporting', token: ENDLINK.token }],
    }),
  'another outcome': () =>
    spentOnce({ outcome: 'fail', requests: [{ ...SPENT, outcome: 'fail' }] }),
  'an outcome that a page calls confirmed and nobody counted': () =>
    spentOnce({ claims: [{ state: 'confirmed', token: ENDLINK.token }] }),
  'an outcome that nobody counted, after the last page was closed': () => spentOnce({}),
  'an outcome that nobody counted, after the page was left': () =>
    spentOnce({ requests: [REFUSED], claims: [{ state: 'sent' }, { state: 'no tag' }] }),
  'an outcome that the service refused': () =>
    spentOnce({ requests: [REFUSED], claims: [{ state: 'rejected', token: ENDLINK.token }] }),
  'a report that came twice': () =>
    expectOneRequest(
      counterOf({ outcome: 'complete', requests: [SPENT, REFUSED] }),
      ENDLINK,
      'complete',
    ),
  'a report that must not come': () => expectUntouched(counterOf({ requests: [HELD] }), ENDLINK),
  'a count of requests that is wrong while nothing is under way': () =>
    expectReceived(counterOf({ requests: [SPENT] }), () => assert.equal(1, 2)),
  'a token where it must not be': () =>
    expectWithout(ENDLINK.token, ['/', `/next?${ENDLINK.token}`]),
  'a confirmation without a count, at the end of any flow': () =>
    expectNothingWrong(
      counterOf({ claims: [{ state: 'confirmed', token: ENDLINK.token, outcome: 'complete' }] }),
    ),
  'a second count, at the end of any flow': () =>
    expectNothingWrong(counterOf({ requests: [SPENT, SPENT] })),
};

/** A second try of the flow decides. */
const ORDINARY: Record<string, () => unknown> = {
  'a wait that ended while the service held the report': () => spentOnce({ requests: [HELD] }),
  'a wait that ended while a page was reporting': () =>
    spentOnce({ claims: [{ state: 'reporting', token: ENDLINK.token }] }),
  'a wait that ended before a page tried again': () =>
    spentOnce({
      requests: [{ ...REFUSED, status: 503 }],
      claims: [{ state: 'unknown', token: ENDLINK.token }],
    }),
  'a wait that ended before a page had an outcome': () =>
    spentOnce({ claims: [{ state: 'waiting', token: ENDLINK.token }] }),
  'a wait that ended while a page was loading': () => spentOnce({ claims: [{ state: 'loading' }] }),
  'a wait that ended before a page answered': () => spentOnce({ claims: [{ state: 'no answer' }] }),
  'a wait that ended before a report arrived whose page was left': () =>
    spentOnce({ claims: [{ state: 'sent' }, { state: 'no tag' }] }),
  'a wait for pages that nobody can ask': () => {
    const counter = counterOf({});
    return expectSpentOnce(
      { ...counter, claims: () => Promise.resolve(undefined) },
      ENDLINK,
      'complete',
    );
  },
  'a report that counted while another one is under way': () =>
    spentOnce({ outcome: 'complete', requests: [SPENT, HELD] }),
  'a count of requests that is wrong while one is under way': () =>
    expectReceived(counterOf({ requests: [HELD] }), () => assert.equal(1, 2)),
};

/** What is right. */
const RIGHT: Record<string, () => unknown> = {
  'an outcome that counted once': () => spentOnce({ outcome: 'complete', requests: [SPENT] }),
  'a confirmation of a dry run': () =>
    expectNothingWrong(counterOf({ claims: [{ state: 'confirmed', isDryRun: true }] })),
  'a confirmation that was counted': () =>
    expectNothingWrong(
      counterOf({
        requests: [SPENT],
        claims: [{ state: 'confirmed', token: ENDLINK.token, outcome: 'complete' }],
      }),
    ),
};

// Each wait that ends takes seconds.
describe('an assertion about what the service received', { concurrency: true }, () => {
  for (const [what, fail] of Object.entries(FINAL))
    it(`fails finally for ${what}`, async () => {
      await assert.rejects(Promise.resolve().then(fail), FinalFailure);
    });

  for (const [what, fail] of Object.entries(ORDINARY))
    it(`fails, and not finally, for ${what}`, async () => {
      await assert.rejects(
        Promise.resolve().then(fail),
        (error) => !(error instanceof FinalFailure),
      );
    });

  for (const [what, succeed] of Object.entries(RIGHT))
    it(`passes for ${what}`, async () => {
      await succeed();
    });
});
