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

  it('shows a sentence on a line of its own, in full, where there is no terminal', () => {
    let written = '';
    const stream = { write: (text: string) => Boolean((written += text)) };
    createProgress(stream, () => 0)('Sending', 'lines', 4).say('The run pauses.');
    assert.equal(written, 'The run pauses.\n');
  });

  it('shows a sentence above the bar, which begins again below it', () => {
    let written = '';
    const stream = {
      isTTY: true,
      columns: 120,
      write: (text: string) => Boolean((written += text)),
    };
    const terminal = Object.assign(stream, { on: () => undefined, cursorTo: () => undefined });
    const { say, end } = createProgress(terminal, () => 1)('Sending', 'lines', 4);
    say('The run pauses.');
    end();
    // Clears the line and lets it wrap; then notes where the bar is, to come back there.
    assert.match(written, /\r\u001B\[K\u001B\[\?7hThe run pauses\.\n\u001B\[\?7l\u001B7/);
  });
});
