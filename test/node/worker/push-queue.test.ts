import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisIsMissing } from '../../support/redis-server.ts';
import { invalidClient, withErrors, withStatus } from '../../support/service/answers.ts';
import { callVaultlink } from '../in-process.ts';
import { CLIENT_SECRET, KEYS } from '../program.ts';
import { forLine, limit, startFor, upTo } from './setup.ts';

describe('a push by the workers of a queue', { skip: redisIsMissing }, () => {
  it(
    'a push that was killed collects what was done meanwhile, and nothing is sent twice',
    limit,
    async (context) => {
      const here = await startFor(context, 150);
      const held = here.pushEndpoint.holdEvery();
      const killed = here.startPush('--concurrency', '20');
      await here.worker(4);
      await here.pushEndpoint.received(4);
      await here.untilJobs({ wait: 16, active: 4 });
      killed.kill();
      await killed.closed;
      held.release();
      await here.untilJobs({ completed: 20 });
      assert.deepEqual(here.receivedLines(), upTo(20));
      assert.deepEqual(await here.results(), []);

      const { closed } = here.push('--concurrency', '20');
      assert.deepEqual(await closed, [0, null]);
      assert.deepEqual(here.receivedLines(), upTo(150));
      const results = await here.results();
      assert.deepEqual(
        results.map(({ line }) => line),
        upTo(150),
      );
      // What the queue had is known. What was noted to be added is not: it may have been.
      const inDoubt = results.filter(({ repeated }) => repeated).map(({ line }) => line);
      assert.ok(Math.min(...inDoubt) > 20 && Math.max(...inDoubt) <= 20 + 2 * 32, String(inDoubt));
      assert.deepEqual(await here.jobs(), {});
    },
  );

  it('a push has no more lines in the queue than --concurrency says', limit, async (context) => {
    const here = await startFor(context, 50);
    const { stop, closed } = here.startPush('--concurrency', '10');
    await here.untilJobs({ wait: 10 });
    stop();
    assert.deepEqual(await closed, [143, null]);
  });

  it(
    'a push that is stopped takes back what no worker has begun, and waits for the rest',
    limit,
    async (context) => {
      const here = await startFor(context, 30);
      const held = here.pushEndpoint.holdEvery();
      await here.worker(3);
      const stopped = here.startPush('--concurrency', '20');
      await here.untilJobs({ wait: 17, active: 3 });
      stopped.stop();
      await here.untilJobs({ active: 3 });
      held.release();
      assert.deepEqual(await stopped.closed, [143, null]);
      assert.match(
        stopped.printed.out,
        /^3 of 30 lines were accepted, 0 failed\.\n27 lines remain/,
      );
      assert.deepEqual(await here.jobs(), {});

      assert.deepEqual(await here.push().closed, [0, null]);
      assert.deepEqual(here.receivedLines(), upTo(30));
      assert.ok((await here.results()).every(({ ok, repeated }) => ok && !repeated));
    },
  );

  it(
    'a push reports the lines that failed, and sends them again with --retry-failed',
    limit,
    async (context) => {
      const message = 'Question 1 must be a number.';
      const here = await startFor(context, 5);
      here.pushEndpoint.answerEvery(forLine(2, withErrors(422, message)));
      await here.disconnect('seller-4');
      await here.worker(2);
      assert.deepEqual(await here.push().closed, [1, null]);
      const failed = (await here.results()).filter(({ ok }) => !ok);
      assert.deepEqual(
        failed.map(({ line, error, messages }) => ({ line, error, messages })),
        [
          { line: 2, error: 'validation_failed', messages: [message] },
          { line: 4, error: 'not_connected', messages: failed[1]?.messages },
        ],
      );
      here.pushEndpoint.answerNormally();
      assert.deepEqual(await here.push('--retry-failed').closed, [1, null]);
      assert.deepEqual(here.receivedLines(), [1, 2, 2, 3, 5]);
    },
  );

  it(
    'a push ends when the service refuses the client, and goes on once it does not',
    limit,
    async (context) => {
      const here = await startFor(context, 30);
      here.service.tokenEndpoint.answerEvery(invalidClient);
      here.pushEndpoint.answerEvery((request, processRequest) =>
        here.pushEndpoint.requests.length === 1
          ? processRequest()
          : withStatus(401)(request, processRequest),
      );
      await here.worker(1);
      const refused = here.push();
      assert.deepEqual(await refused.closed, [2, null]);
      assert.match(refused.printed.out, /^1 of 30 lines was accepted, 0 failed\.\n29 lines remain/);
      assert.match(
        refused.printed.err,
        /\nThe service issues no token .* Check VAULTLINK_CLIENT_ID, .* workers\.\n$/,
      );
      assert.deepEqual(await here.jobs(), {});

      here.pushEndpoint.answerNormally();
      assert.deepEqual(await here.push().closed, [0, null]);
      assert.ok((await here.results()).every(({ ok, repeated }) => ok && !repeated));
    },
  );

  it('a push stores no answer, subject, token or secret in Redis', limit, async (context) => {
    const here = await startFor(context, 3);
    const refusal = withErrors(422, '"an answer of middling length"');
    here.pushEndpoint.answerEvery(forLine(1, refusal));
    const commands = await here.commands();
    await here.worker();
    assert.deepEqual(await here.push().closed, [1, null]);
    const seen = commands.join('\n');
    assert.match(seen, /xadd[^\n]*completed/i);
    const secrets = ['middling', 'seller-', 'packet-1', 'access-token', 'refresh-token'];
    for (const secret of [...secrets, CLIENT_SECRET, KEYS.slice(3)]) {
      assert.ok(!seen.includes(secret), secret);
    }
  });

  it(
    'a push says that there is no worker, and which variable is missing',
    limit,
    async (context) => {
      const here = await startFor(context, 1);
      const push = here.push();
      await push.says(
        /No worker is running\. The lines wait in the queue\. Start "vaultlink worker"/,
      );
      push.stop();
      await push.closed;

      const { env } = here;
      const parametersOfPush = ['push', '--queue', '--packet', 'packet-1', here.answers];
      for (const parameters of [['worker'], parametersOfPush]) {
        const unset = callVaultlink(parameters, { ...env, VAULTLINK_QUEUE: '' });
        assert.deepEqual(await unset.closed, [2, null]);
        assert.match(unset.printed.err, /^VAULTLINK_QUEUE is missing\. /);
        const nowhere = callVaultlink(parameters, {
          ...env,
          VAULTLINK_QUEUE: 'redis://127.0.0.1:1',
        });
        assert.deepEqual(await nowhere.closed, [2, null]);
        assert.match(
          nowhere.printed.err,
          /cannot be reached \(ECONNREFUSED\)\. Check VAULTLINK_QUEUE\.\n$/,
        );
      }
    },
  );
});
