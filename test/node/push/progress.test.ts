import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProgress } from '../../../src/node/push/progress.ts';

describe('progress', () => {
  it('is a line every ten seconds where there is no terminal, with the rate and the time that is left', () => {
    let nowMs = 0;
    let written = '';
    const stream = { write: (text: string) => Boolean((written += text)) };
    const { update, end } = createProgress(stream, () => nowMs)('Sending', 'lines', 9000);
    // An earlier run has done so many.
    update(1000);
    nowMs = 9_999;
    update(2000);
    assert.equal(written, '');
    nowMs = 10_000;
    update(3000, '2 failed');
    assert.equal(written, 'Sending: 3,000 of 9,000 lines, 200/s, 00:30 left, 2 failed\n');
    nowMs = 20_000;
    update(9000);
    written = '';
    end();
    assert.equal(written, 'Sending: 9,000 of 9,000 lines, 400/s, in 00:20\n');
  });

  it('is a bar on a terminal', () => {
    let written = '';
    const stream = {
      isTTY: true,
      columns: 120,
      write: (text: string) => Boolean((written += text)),
    };
    const terminal = Object.assign(stream, { on: () => undefined, cursorTo: () => undefined });
    const { update, end } = createProgress(terminal, () => 1)('Sending', 'lines', 4);
    update(2);
    end();
    assert.match(written, /Sending █+░+ 50% 2 of 4 lines/);
  });
});
