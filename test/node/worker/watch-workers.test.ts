import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { watchWorkers } from '../../../src/node/worker/watch-workers.ts';

/** Returns the sentences that are shown for a queue that has, or has not, a worker at each check. */
async function sentences(context: TestContext, ...looks: ('none' | 'one')[]): Promise<string[]> {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const said: string[] = [];
  let now: 'none' | 'one' | undefined = looks.shift();
  const queue = { name: 'pushes', isUnattended: () => Promise.resolve(now === 'none') };
  const end = watchWorkers(queue, (sentence) => said.push(firstSentenceOf(sentence)));
  await setImmediate();
  while ((now = looks.shift())) {
    context.mock.timers.tick(5000);
    await setImmediate();
  }
  end();
  return said;
}

const firstSentenceOf = (text: string) => text.split(/(?<=\.)/)[0] ?? '';

const NONE = 'No worker is running.';
const ONE = 'A worker is now taking lines.';

describe('A command that waits for workers', () => {
  it('reports once, and immediately, that no worker is running', async (context) => {
    assert.deepEqual(await sentences(context, 'none', 'none', 'none'), [NONE]);
  });

  it('reports that a worker has started', async (context) => {
    assert.deepEqual(await sentences(context, 'none', 'none', 'one', 'one'), [NONE, ONE]);
  });

  it('reports nothing while a worker runs', async (context) => {
    assert.deepEqual(await sentences(context, 'one', 'one'), []);
  });

  it('reports that the last worker has stopped, unless it only restarts', async (context) => {
    assert.deepEqual(await sentences(context, 'one', 'none', 'one'), []);
    context.mock.timers.reset();
    assert.deepEqual(await sentences(context, 'one', 'none', 'none', 'one'), [NONE, ONE]);
  });
});
