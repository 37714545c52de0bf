import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisIsMissing } from '../../support/redis-server.ts';
import { CLIENT_SECRET, KEYS, vaultlink } from '../program.ts';
import { latch, limit, startFor, upTo } from './setup.ts';

describe('a push by the workers of a queue', { skip: redisIsMissing }, () => {
  it(
    'collects what was done while it was killed, and nothing is sent twice',
    limit,
    async (context) => {
      const held = latch<undefined>();
      const here = await startFor(context, 150, () => held.opened);
      const killed = here.push('--concurrency', '20');
      await here.worker(4);
      await here.service.arrived(4);
      await here.untilJobs({ wait: 16, active: 4 });
      killed.kill();
      await killed.closed;
      held.open(undefined);
      await here.untilJobs({ completed: 20 });
      assert.deepEqual(here.service.lines(), upTo(20));
      assert.deepEqual(await here.results(), []);

      const { closed } = here.push('--concurrency', '20');
      assert.deepEqual(await closed, [0, null]);
      assert.deepEqual(here.service.lines(), upTo(150));
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

  it('has no more lines in the queue than it is told to', limit, async (context) => {
    const here = await startFor(context, 50);
    const { stop, closed } = here.push('--concurrency', '10');
    await here.untilJobs({ wait: 10 });
    stop();
    assert.deepEqual(await closed, [143, null]);
  });

  it(
    'takes back what nobody has begun when it is stopped, and waits for the rest',
    limit,
    async (context) => {
      const held = latch<undefined>();
      const here = await startFor(context, 30, () => held.opened);
      await here.worker(3);
      const stopped = here.push('--concurrency', '20');
      await here.untilJobs({ wait: 17, active: 3 });
      stopped.stop();
      await here.untilJobs({ active: 3 });
      held.open(undefined);
      assert.deepEqual(await stopped.closed, [143, null]);
      assert.match(
        stopped.printed.out,
        /^3 of 30 lines were accepted, 0 failed\.\n27 lines remain/,
      );
      assert.deepEqual(await here.jobs(), {});

      assert.deepEqual(await here.push().closed, [0, null]);
      assert.deepEqual(here.service.lines(), upTo(30));
      assert.ok((await here.results()).every(({ ok, repeated }) => ok && !repeated));
    },
  );

  it(
    'tells lines that failed from those that were taken, and sends them again',
    limit,
    async (context) => {
      const refusal = { errors: { base: ['Question 1 must be a number.'] } };
      const here = await startFor(context, 5, ({ line, number }) =>
        line === 2 && number <= 5 ? Response.json(refusal, { status: 422 }) : undefined,
      );
      await here.disconnect('seller-4');
      await here.worker(2);
      assert.deepEqual(await here.push().closed, [1, null]);
      const failed = (await here.results()).filter(({ ok }) => !ok);
      assert.deepEqual(
        failed.map(({ line, error, messages }) => ({ line, error, messages })),
        [
          { line: 2, error: 'validation_failed', messages: refusal.errors.base },
          { line: 4, error: 'not_connected', messages: failed[1]?.messages },
        ],
      );
      assert.deepEqual(await here.push('--retry-failed').closed, [1, null]);
      assert.deepEqual(here.service.lines(), [1, 2, 2, 3, 5]);
    },
  );

  it(
    'ends where the service does not know the client, and goes on once it does',
    limit,
    async (context) => {
      let isKnown = false;
      const here = await startFor(
        context,
        30,
        ({ number }) => (number === 1 || isKnown ? undefined : new Response(null, { status: 401 })),
        () => Response.json({ error: 'invalid_client' }, { status: 401 }),
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

      isKnown = true;
      assert.deepEqual(await here.push().closed, [0, null]);
      assert.ok((await here.results()).every(({ ok, repeated }) => ok && !repeated));
    },
  );

  it('lets Redis see no answer, subject, token or secret', limit, async (context) => {
    const refusal = { errors: { base: ['"an answer of middling length"'] } };
    const here = await startFor(context, 3, ({ line }) =>
      line === 1 ? Response.json(refusal, { status: 422 }) : undefined,
    );
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

  it('says that no worker is there, and what is missing', limit, async (context) => {
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
      const unset = vaultlink(parameters, { ...env, VAULTLINK_QUEUE: '' });
      assert.deepEqual(await unset.closed, [2, null]);
      assert.match(unset.printed.err, /^VAULTLINK_QUEUE is missing\. /);
      const nowhere = vaultlink(parameters, { ...env, VAULTLINK_QUEUE: 'redis://127.0.0.1:1' });
      assert.deepEqual(await nowhere.closed, [2, null]);
      assert.match(
        nowhere.printed.err,
        /cannot be reached \(ECONNREFUSED\)\. Check VAULTLINK_QUEUE\.\n$/,
      );
    }
  });
});
