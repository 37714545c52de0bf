import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisIsMissing } from '../../support/redis-server.ts';
import { withErrors } from '../../support/service/answers.ts';
import { KEYS } from '../program.ts';
import { limit, startFor, upTo } from './setup.ts';

/** Another key than that of the installation. */
const OTHER_KEYS = `k3:${Buffer.alloc(32, 8).toString('base64')}`;

type Here = Awaited<ReturnType<typeof startFor>>;

/** Pushes with another key than workers have, until all lines have failed: one at a time, so that they fail in their order. */
async function pushSealedOtherwise(here: Here): Promise<void> {
  const options = ['--packet', 'packet-1', '--concurrency', '1'];
  const push = here.run(['push', '--queue', ...options, here.answers], {
    VAULTLINK_KEYS: OTHER_KEYS,
  });
  assert.deepEqual(await push.closed, [1, null], push.printed.err);
}

/** Runs "vaultlink queue", and returns its output. */
async function queue(here: Here, ...parameters: string[]) {
  const { closed, printed } = here.run(['queue', ...parameters]);
  const [code] = await closed;
  return { code, ...printed };
}

const isListed = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Record<string, unknown>);

describe('a line that a worker cannot read', { skip: redisIsMissing }, () => {
  it(
    'does not stop the worker, which says so once without what is in it',
    limit,
    async (context) => {
      const here = await startFor(context, 5);
      await here.addJobs(
        { push: 'words-of-a-stranger' },
        { push: 'k1.AAAA' },
        { push: `k9.${'A'.repeat(80)}` },
        { subject: 'ada', answers: { question: 'words-of-a-stranger' } },
        ['words-of-a-stranger'],
        null,
      );
      const worker = await here.startWorker(1);
      assert.deepEqual(await here.push().closed, [0, null]);
      assert.deepEqual(here.receivedLines(), upTo(5));
      assert.deepEqual(await here.jobs(), { failed: 6 });
      worker.stop();
      assert.deepEqual(await worker.closed, [0, null]);
      assert.equal(worker.printed.err.match(/cannot be read/g)?.length, 1, worker.printed.err);
      assert.match(
        worker.printed.err,
        /\(see "vaultlink queue list"\)\. This worker continues with the other lines\.\n$/,
      );
      assert.match(worker.printed.out, /stopped: 5 lines .*, 6 could not be read\n/);
      assert.doesNotMatch(worker.printed.out + worker.printed.err, /stranger|AAAA/);
    },
  );

  it('does not stop the worker where Redis holds no JSON', limit, async (context) => {
    const here = await startFor(context, 3);
    await here.addJobs({ push: 'first' });
    await here.redis.hset('{vaultlink}:pushes:1', 'data', 'words-of-a-stranger');
    const worker = await here.worker(1);
    assert.deepEqual(await here.push().closed, [0, null]);
    assert.deepEqual(here.receivedLines(), upTo(3));
    assert.match(worker.printed.err, /^Redis: A job is not valid JSON\.\n$/);
  });

  it(
    'is a failure with a code in the results of the push that waits for it',
    limit,
    async (context) => {
      const here = await startFor(context, 3);
      await here.worker();
      await pushSealedOtherwise(here);
      for (const { ok, error, attempts, messages, unknown } of await here.results()) {
        assert.deepEqual(
          [ok, error, attempts, unknown],
          [false, 'configuration_error', 0, undefined],
        );
        assert.match(messages?.join() ?? '', /^This worker has no key that opens the line\. /);
      }
      assert.deepEqual(here.receivedLines(), []);
      assert.deepEqual(await here.jobs(), { failed: 3 });
    },
  );

  it('is listed with its line and reason, and nothing of what it says', limit, async (context) => {
    const here = await startFor(context, 2);
    await here.worker(1);
    await pushSealedOtherwise(here);
    const { code, out } = await queue(here, 'list', '--json');
    assert.equal(code, 0);
    const jobs = isListed(out);
    assert.deepEqual(
      jobs.map(({ line, reason }) => ({ line, reason })),
      [1, 2].map((line) => ({ line, reason: 'cannot_be_opened' })),
    );
    assert.match(String(jobs[0]?.id), /^[0-9a-f]{32}-1$/);
    assert.match(String(jobs[0]?.failed_at), /^\d{4}-.*Z$/);
    const text = await queue(here, 'list');
    assert.match(
      text.out,
      /^[0-9a-f]{32}-1\n {2}line 1, failed \d{4}.*\n {2}This worker has no key that opens the line/,
    );
    assert.match(text.out, /\n2 failed lines\.\n$/);
    assert.doesNotMatch(out + text.out, /seller-|middling/);
  });

  it(
    'is sent once the key is back and it is tried again, and the push collects that',
    limit,
    async (context) => {
      const here = await startFor(context, 3);
      const old = await here.worker();
      await pushSealedOtherwise(here);
      old.stop();
      await old.closed;
      const { out } = await queue(here, 'retry', '--all');
      assert.equal(out, '3 lines go back into the queue.\n');
      const both = `${KEYS},${OTHER_KEYS}`;
      await here.worker(1, { more: { VAULTLINK_KEYS: both } });
      await here.untilJobs({ completed: 3 });

      const push = here.push('--retry-failed');
      assert.deepEqual(await push.closed, [0, null], push.printed.err);
      assert.deepEqual(here.receivedLines(), upTo(3));
      assert.deepEqual(await here.jobs(), {});
    },
  );

  it('is sent by a later push with --retry-failed, and leaves the list', limit, async (context) => {
    const here = await startFor(context, 3);
    await here.worker();
    await pushSealedOtherwise(here);
    assert.deepEqual(await here.push().closed, [1, null]);
    assert.deepEqual(await here.jobs(), { failed: 3 });
    const push = here.push('--retry-failed');
    assert.deepEqual(await push.closed, [0, null], push.printed.err);
    assert.deepEqual(here.receivedLines(), upTo(3));
    assert.deepEqual(await here.jobs(), {});
  });

  it('is removed for good by its id', limit, async (context) => {
    const here = await startFor(context, 2);
    await here.worker();
    await pushSealedOtherwise(here);
    const [first] = isListed((await queue(here, 'list', '--json')).out);
    const removed = await queue(here, 'remove', String(first?.id), 'unknown-id');
    assert.deepEqual([removed.code, removed.out], [1, '1 line is removed.\n']);
    assert.equal(removed.err, 'unknown-id is not in the list, or is unreadable.\n');
    assert.deepEqual(await here.jobs(), { failed: 1 });
    for (const wrong of [['remove'], ['retry', '--all', 'id'], ['list', 'id'], ['drop'], []]) {
      assert.equal((await queue(here, ...wrong)).code, 2, wrong.join(' '));
    }
  });

  it('waits for newer workers where a newer version has written it', limit, async (context) => {
    const here = await startFor(context, 1);
    await here.addJobs({ version: 2, push: 'k1.AAAA' });
    const worker = await here.worker(1);
    await worker.says(/A newer version of vaultlink wrote the line\. Update the workers\./);
    assert.deepEqual(await here.push().closed, [0, null]);
    const [job] = isListed((await queue(here, 'list', '--json')).out);
    assert.equal(job?.reason, 'newer_version');
  });

  it(
    'is one of ten at most where a worker has wrong keys from the start',
    limit,
    async (context) => {
      const here = await startFor(context, 30);
      const push = here.run(['push', '--queue', '--packet', 'packet-1', here.answers], {
        VAULTLINK_KEYS: OTHER_KEYS,
      });
      const wrong = await here.startWorker(1);
      assert.deepEqual(await wrong.closed, [2, null]);
      assert.match(
        wrong.printed.err,
        /Stopping: this worker could not open any of its first lines/,
      );
      await here.worker(1, { keys: `${KEYS},${OTHER_KEYS}` });
      assert.deepEqual(await push.closed, [1, null]);
      assert.equal(here.receivedLines().length, 20);
      assert.deepEqual(await here.jobs(), { failed: 10 });
    },
  );

  it(
    'is a failure without its reason where the worker seals with a key that the push lacks',
    limit,
    async (context) => {
      const here = await startFor(context, 1);
      here.pushEndpoint.answerEvery(withErrors(422, 'Question 1 must be a number.'));
      const newer = `k2:${OTHER_KEYS.slice(3)}`;
      await here.worker(1, { keys: `${newer},${KEYS}` });
      const push = here.push();
      assert.deepEqual(await push.closed, [1, null], push.printed.err);
      const [result] = await here.results();
      assert.deepEqual([result?.error, result?.attempts], ['configuration_error', 1]);
      assert.match(
        result?.messages?.join() ?? '',
        /^The push failed\. The reason is unreadable here, /,
      );
    },
  );
});

describe('the queues of two deployments on one Redis', { skip: redisIsMissing }, () => {
  const staging: Record<string, { options: string[]; more: Record<string, string> }> = {
    'names by variable': { options: [], more: { VAULTLINK_QUEUE_NAME: 'staging' } },
    'prefixes by variable': { options: [], more: { VAULTLINK_QUEUE_PREFIX: 'staging' } },
    'names by option': { options: ['--queue-name', 'staging'], more: {} },
    'prefixes by option': { options: ['--queue-prefix', 'staging'], more: {} },
  };
  for (const [how, { options, more }] of Object.entries(staging)) {
    it(`do not see each other's lines with different ${how}`, limit, async (context) => {
      const here = await startFor(context, 3);
      const other = here.run(['worker', ...options], {
        VAULTLINK_KEYS: `${OTHER_KEYS},${KEYS}`,
        ...more,
      });
      await other.says(/^taking lines/);
      const push = here.push();
      await push.says(/No worker/);
      await here.untilJobs({ wait: 3 });
      await here.worker();
      assert.deepEqual(await push.closed, [0, null]);
      other.stop();
      await other.closed;
      assert.match(
        other.printed.out,
        /stopped: 0 lines were accepted, 0 failed, 0 left to others\n/,
      );
      assert.notDeepEqual(await here.redis.keys('*staging*'), []);
    });
  }

  it('have names that BullMQ and a cluster can take', limit, async (context) => {
    const here = await startFor(context, 1);
    const byVariable = here.run(['worker'], { VAULTLINK_QUEUE_NAME: 'a:b' });
    assert.deepEqual(await byVariable.closed, [2, null]);
    assert.match(byVariable.printed.err, /^VAULTLINK_QUEUE_NAME must be 1 to 64 letters, /);
    const byOption = here.run(['worker', '--queue-prefix', '{a}']);
    assert.deepEqual(await byOption.closed, [2, null]);
    assert.match(byOption.printed.err, /^--queue-prefix must be 1 to 64 letters, /);
    const unused = here.run(['push', '--packet', 'p', '--queue-name', 'a', here.answers]);
    assert.deepEqual(await unused.closed, [2, null]);
    assert.match(unused.printed.err, /^--queue-name and --queue-prefix require --queue\./);
  });
});
