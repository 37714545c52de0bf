import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEnding } from '../../../src/node/commands/context.ts';
import { createSignal } from '../../support/signal.ts';
import { createContext } from '../in-process.ts';

/** A context that notes with which code the process is ended. */
function recordExits() {
  const exits: number[] = [];
  const { context, ...rest } = createContext();
  return { ...rest, exits, context: { ...context, exit: (code: number) => void exits.push(code) } };
}

describe('the end of a command', () => {
  it('comes with the first signal, and leaves the next one to Node.js', async () => {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      const { context, signals, exits } = recordExits();
      const closedBy: unknown[] = [];
      const closing = createSignal();
      const { exitCode } = createEnding(context, (by) => {
        closedBy.push(by);
        return closing.promise;
      });
      signals.emit(signal, signal);
      assert.equal(signals.listenerCount('SIGINT') + signals.listenerCount('SIGTERM'), 0);
      assert.deepEqual([closedBy, exits], [[signal], []]);
      closing.resolve();
      assert.equal(await exitCode, 0);
      assert.deepEqual(exits, [0]);
    }
  });

  it('begins at once when the command itself begins it, with its code, and once only', async () => {
    const { context, signals, exits } = recordExits();
    let closings = 0;
    const ending = createEnding(context, () => {
      closings += 1;
      return Promise.resolve();
    });
    ending.begin(2);
    assert.equal(closings, 1);
    signals.emit('SIGTERM', 'SIGTERM');
    ending.begin(0);
    assert.equal(await ending.exitCode, 2);
    assert.deepEqual([closings, exits], [1, [2]]);
  });

  it('has code 1 where something cannot be closed, and prints why', async () => {
    const { context, printed, exits } = recordExits();
    const ending = createEnding(context, () => Promise.reject(new Error('The store is away.')));
    ending.begin(0);
    assert.equal(await ending.exitCode, 1);
    assert.deepEqual(exits, [1]);
    assert.match(printed.err, /^Error: The store is away\.\n/);
  });
});
