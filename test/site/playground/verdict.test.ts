import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPlaygroundService } from '../../../docs/site/src/playground/service.ts';
import type { ServiceFault } from '../../../docs/site/src/playground/service.ts';
import type { Records } from '../../../docs/site/src/playground/records.ts';
import { verdictLine, verdictOf, verdictWords } from '../../../docs/site/src/playground/verdict.ts';

const NOTHING: Records = {
  sellers: [],
  sellers_packets: [],
  tokens: [],
  requests: [],
  faults: [],
  held_requests: 0,
};

/** The sandbox of the playground, and a seller who has landed. */
async function setUp() {
  const service = createPlaygroundService('https://site.example/play/landing.html');
  const landing = new URL(await service.sendSeller());
  const token = landing.searchParams.get('service_endlink_token') ?? '';
  const url = `https://service.example/api/v3/endlinks/complete?service_endlink_token=${token}`;
  return {
    service,
    landing,
    report: () => service.fetch(new Request(url)),
    verdict: async () => verdictOf(await service.records()),
  };
}

describe('The verdict of the playground', () => {
  it('has counted nothing before a seller lands', () => {
    const verdict = verdictOf(NOTHING);
    assert.equal(
      verdictLine(verdict),
      '0 sellers landed · 0 outcomes counted · 0 lost · 0 doubled',
    );
    assert.equal(verdictWords(verdict), 'No seller has landed yet.');
  });

  it('calls a seller open who has landed and not finished', async () => {
    const { landing, verdict } = await setUp();
    assert.equal(landing.origin + landing.pathname, 'https://site.example/play/landing.html');
    assert.deepEqual(await verdict(), { landed: 1, counted: 0, lost: 0, doubled: 0, open: 1 });
  });

  it('counts an outcome once that is reported twice', async () => {
    const { report, verdict } = await setUp();
    assert.deepEqual([(await report()).status, (await report()).status], [200, 422]);
    assert.deepEqual(await verdict(), { landed: 1, counted: 1, lost: 0, doubled: 0, open: 0 });
    assert.equal(verdictWords(await verdict()), 'Nothing lost, nothing doubled.');
  });

  const faults: [ServiceFault, counted: number][] = [
    [{ kind: 'drop', processed: true }, 1],
    [{ kind: 'status', status: 503 }, 0],
  ];
  for (const [fault, counted] of faults) {
    it(`has ${counted} outcomes after a report that meets the fault "${fault.kind}", and 1 after another report`, async () => {
      const { service, report, verdict } = await setUp();
      await service.addFault(fault);
      await report();
      assert.equal((await verdict()).counted, counted);
      await report();
      assert.deepEqual(await verdict(), { landed: 1, counted: 1, lost: 0, doubled: 0, open: 0 });
    });
  }

  it('counts an outcome whose answer is held back', async () => {
    const { service, report, verdict } = await setUp();
    await service.addFault({ kind: 'hold', processed: true });
    const answer = report();
    while (!(await service.records()).held_requests) await new Promise(setImmediate);
    assert.equal((await verdict()).counted, 1);
    await service.releaseAnswers();
    assert.equal((await answer).status, 200);
  });

  it('calls a seller lost whose hour has ended without an outcome', async () => {
    const { service, report, verdict } = await setUp();
    await service.advance(3660);
    assert.equal((await report()).status, 422);
    assert.deepEqual(await verdict(), { landed: 1, counted: 0, lost: 1, doubled: 0, open: 0 });
    assert.match(verdictWords(await verdict()), /The hour ended/);
  });

  it('calls a report doubled that a service would count again', async () => {
    const { service, report } = await setUp();
    await report();
    const records = await service.records();
    const requests = [...records.requests, ...records.requests];
    const verdict = verdictOf({ ...records, requests });
    assert.deepEqual(verdict, { landed: 1, counted: 1, lost: 0, doubled: 1, open: 0 });
    assert.match(verdictWords(verdict), /counted twice/);
  });

  it('forgets everything when the playground starts over', async () => {
    const { service, report, verdict } = await setUp();
    await report();
    await service.reset();
    assert.deepEqual(await verdict(), { landed: 0, counted: 0, lost: 0, doubled: 0, open: 0 });
  });

  it('tells whoever watches that the records have changed', async () => {
    const { service, report } = await setUp();
    const change = Promise.withResolvers<boolean>();
    void service.watch(() => change.resolve(true));
    await report();
    await change.promise;
    assert.equal((await service.records()).requests.length, 1);
  });
});
