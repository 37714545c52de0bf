import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { watchWorkers } from '../../../src/node/worker/watch-workers.ts';

/** What is said while the queue has a worker, or none, at one look after the other. */
async function sentences(context: TestContext, ...looks: ('none' | 'one')[]): Promise<string[]> {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const said: string[] = [];
  let now: 'none' | 'one' | undefined = looks.shift();
  const queue = { name: 'pushes', isUnattended: () => Promise.resolve(now === 'none') };
  const end = watchWorkers(queue, (sentence) => said.push(sentence.slice(0, 26)));
  await setImmediate();
  while ((now = looks.shift())) {
    context.mock.timers.tick(5000);
    await setImmediate();
  }
  end();
  return said;
}

const NONE = 'No worker is running. The ';
const ONE = 'A worker is now taking lines.';

describe('whoever waits for workers', () => {
  it('is told at once that none is there, once', async (context) => {
    assert.deepEqual(await sentences(context, 'none', 'none', 'none'), [NONE]);
  });

  it('is told when one comes', async (context) => {
    assert.deepEqual(await sentences(context, 'none', 'none', 'one', 'one'), [NONE, ONE]);
  });

  it('is told nothing while one is there', async (context) => {
    assert.deepEqual(await sentences(context, 'one', 'one'), []);
  });

  it('is told when the last one has gone, unless it only starts anew', async (context) => {
    assert.deepEqual(await sentences(context, 'one', 'none', 'one'), []);
    context.mock.timers.reset();
    assert.deepEqual(await sentences(context, 'one', 'none', 'none', 'one'), [NONE, ONE]);
  });
});
