import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../soak-restart/judge.ts';
import type { Outage, ProxiedRequest, Records, SentRequest } from '../soak-restart/judge.ts';
import { drawSteps } from '../soak-restart/plan.ts';

const FIRST = '127.0.0.1:15001';
const OTHER = '127.0.0.1:15002';

const outage = (kind: Outage['kind']): Outage => ({
  ...{ kind, replica: FIRST, signalAtMs: 1000 },
  ...{ endedAtMs: 6000, readyAtMs: 7000 },
});

/** A push that was in flight when the signal was sent. */
const push = (result: SentRequest['result'], more: Partial<SentRequest> = {}): SentRequest => ({
  ...{ id: 'r1', kind: 'push', sentAtMs: 990, endedAtMs: 1010, expectedStatus: 200, result },
  ...more,
});

/** What differs from a push that arrived once, on the replica that was killed. */
interface Circumstances {
  kind?: Outage['kind'];
  arrivals?: number;
  upstreams?: string[];
}

/** Judges one request. */
function judgeOne(request: SentRequest, circumstances: Circumstances = {}) {
  const { kind = 'kill', arrivals = 1, upstreams = [FIRST] } = circumstances;
  const proxied: ProxiedRequest = { upstreams, upstreamStatuses: upstreams.map(() => '502') };
  const records: Records = {
    requests: [request],
    proxied: new Map([[request.id, proxied]]),
    outages: [outage(kind)],
    arrivals: new Map(arrivals ? [[request.id, arrivals]] : []),
    drainMs: 5000,
  };
  return judge(records);
}

/** The records of pushes that were sent while the first replica restarted, and did not arrive. */
const restartWith = (requests: SentRequest[]): Records => ({
  ...{ requests, outages: [outage('restart')], arrivals: new Map(), drainMs: 4900 },
  proxied: new Map(
    requests.map(({ id }) => [id, { upstreams: [FIRST], upstreamStatuses: ['502'] }]),
  ),
});

describe('the judge of the restart soak', () => {
  it('finds no mistake where every request succeeds', () => {
    const { mistakes, answeredWhileDraining } = judgeOne(push(200), { kind: 'restart' });
    assert.deepEqual(mistakes, []);
    assert.equal(answeredWhileDraining, 1);
  });

  it('blames a restart for a request that failed, with its time from the signal', () => {
    const { mistakes, cutByKill } = judgeOne(push(502), { kind: 'restart' });
    assert.deepEqual(cutByKill, []);
    assert.deepEqual(mistakes, [
      `push r1: 502, sent -10 ms and ended +10 ms from the restart of ${FIRST}, which ended +5000 ms; tried ${FIRST} (502).`,
    ]);
  });

  it('accepts a failed request that was in flight on the replica that was killed', () => {
    const { mistakes, cutByKill } = judgeOne(push(502), { arrivals: 0 });
    assert.deepEqual(mistakes, []);
    assert.equal(cutByKill.length, 1);
  });

  it('accepts no failure of a request that was sent after the killed process had ended', () => {
    const late = push(502, { sentAtMs: 6001, endedAtMs: 6010 });
    assert.match(judgeOne(late).mistakes.join(), /^push r1: 502, sent \+5001 ms/);
  });

  it('accepts no failure on the replica that was not killed, and none before a replica', () => {
    for (const upstreams of [[OTHER], []]) {
      assert.equal(judgeOne(push(502), { upstreams }).mistakes.length, 1);
    }
  });

  it('takes a network error for a failure', () => {
    const { mistakes } = judgeOne(push('SocketError: other side closed'), { kind: 'restart' });
    assert.match(mistakes.join(), /^push r1: SocketError: other side closed/);
  });

  it('excuses one push that meets the moment at which a replica stops listening, and arrives nowhere', () => {
    const closing = { sentAtMs: 5901, endedAtMs: 5902 };
    const { mistakes, atClosing } = judge(restartWith([push(502, closing)]));
    assert.deepEqual([mistakes, atClosing.length], [[], 1]);
    const arrived = judgeOne(push(502, { sentAtMs: 5995, endedAtMs: 5996 }), { kind: 'restart' });
    assert.equal(arrived.mistakes.length, 1);
    const early = { sentAtMs: 5800, endedAtMs: 5802 };
    assert.equal(judge(restartWith([push(502, early)])).mistakes.length, 1);
    const two = [push(502, closing), push(502, { ...closing, id: 'r2' })];
    assert.equal(judge(restartWith(two)).mistakes.length, 2);
  });

  it('finds pushes that were lost after success', () => {
    assert.match(judgeOne(push(200), { arrivals: 0 }).mistakes.join(), /^Arrived 0 times: push r1/);
  });

  it('finds pushes that arrived twice, whether they were answered or not', () => {
    for (const result of [200, 502]) {
      const { mistakes } = judgeOne(push(result), { arrivals: 2 });
      assert.match(mistakes.join(), /^Arrived 2 times: push r1/);
    }
  });

  it('finds a signal that no request met', () => {
    const early = push(200, { sentAtMs: 10, endedAtMs: 20 });
    assert.deepEqual(judgeOne(early).mistakes, [`No request was sent during a kill of ${FIRST}.`]);
  });
});

describe('the steps of the restart soak', () => {
  it('are all that was ordered, and the same for the same seed', () => {
    const steps = drawSteps(20, 5, 7);
    const kindsOf = (kind: string) => steps.filter((step) => step.kind === kind).length;
    assert.deepEqual([kindsOf('restart'), kindsOf('kill')], [20, 5]);
    assert.deepEqual(drawSteps(20, 5, 7), steps);
    assert.notDeepEqual(drawSteps(20, 5, 8), steps);
  });
});
