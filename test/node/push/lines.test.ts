import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_LINE_BYTES, readAnswersLine } from '../../../src/node/push/answers-line.ts';
import { checkInput, openInput } from '../../../src/node/push/input.ts';
import { linesOf } from '../../../src/node/push/lines.ts';
import { anyJson, hostileText, tampered } from '../../support/any-values.ts';
import { tries } from '../../support/fuzz.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
});
after(() => rm(folder, { recursive: true }));

async function written(content: string | Buffer): Promise<string> {
  const path = join(folder, 'answers.ndjson');
  await writeFile(path, content);
  return path;
}

/** The lines of a file as text. */
async function textsOf(content: string | Buffer) {
  const file = await open(await written(content));
  const all: { number: number; start: number; text: string | undefined; isTorn: boolean }[] = [];
  for await (const lines of linesOf(file)) {
    for (const { bytes, ...line } of lines) all.push({ ...line, text: bytes?.toString() });
  }
  await file.close();
  return all;
}

/** Returns the mistakes that are found in a file, without its path. */
async function mistakesOf(content: string | Buffer): Promise<string[]> {
  const path = await written(content);
  const input = await openInput(path);
  const error: unknown = await checkInput(input).catch((reason: unknown) => reason);
  await input.file.close();
  const { messages = [] } = error as { messages?: string[] };
  return messages.map((message) => message.replace(`${path}:`, ''));
}

const good = '{"subject":"ada","answers":{"question":"answer"}}';

describe('the lines of a file', () => {
  it('have numbers and places, and say where the file ends within one', async () => {
    assert.deepEqual(await textsOf('\ufeffone\r\ntwo\n\nfour'), [
      { number: 1, start: 0, text: 'one', isTorn: false },
      { number: 2, start: 8, text: 'two', isTorn: false },
      { number: 3, start: 12, text: '', isTorn: false },
      { number: 4, start: 13, text: 'four', isTorn: true },
    ]);
    assert.deepEqual(await textsOf(''), []);
  });

  it('are the same wherever a piece of the file ends', async () => {
    const length = fc.integer({ min: 0, max: 200_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(length, { minLength: 1, maxLength: 12 }), async (lengths) => {
        const wanted = lengths.map((count, index) => String(index % 10).repeat(count));
        const lines = await textsOf(wanted.map((line) => `${line}\n`).join(''));
        assert.deepEqual(
          lines.map(({ text }) => text),
          wanted,
        );
      }),
      tries(15),
    );
  });

  it('that are too long are told apart, and those behind them are read', async () => {
    const lines = await textsOf(`${'x'.repeat(MAX_LINE_BYTES + 1)}\nnext\n`);
    assert.deepEqual(
      lines.map(({ text }) => text),
      [undefined, 'next'],
    );
    const [longest] = await textsOf(`${'x'.repeat(MAX_LINE_BYTES)}\n`);
    assert.equal(longest?.text?.length, MAX_LINE_BYTES);
  });
});

describe('a line of answers', () => {
  it('is a subject and answers', () => {
    const { line } = readAnswersLine(Buffer.from(good)) as { line: unknown };
    assert.deepEqual(line, { subject: 'ada', answers: { question: 'answer' } });
  });

  it('is taken or refused, whatever it holds, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          tampered({ subject: 'ada', answers: { a: 'b' } }).map((value) => JSON.stringify(value)),
          anyJson.map((value) => JSON.stringify(value)),
          hostileText,
        ),
        (text) => {
          const read = readAnswersLine(Buffer.from(text));
          if (read.mistakes) {
            assert(read.mistakes.length > 0);
            return;
          }
          assert.deepEqual(Object.keys(read.line).sort(), ['answers', 'subject']);
          assert(read.line.subject);
          for (const answer of Object.values(read.line.answers)) {
            assert(answer === null || typeof answer === 'string');
          }
        },
      ),
      tries(1000),
    );
  });
});

describe('a file of answers', () => {
  for (const [line, mistake] of [
    ['{"subject":"ada"', 'The line is not JSON.'],
    ['["ada"]', 'The line is not an object with "subject" and "answers".'],
    ['null', 'The line is not an object with "subject" and "answers".'],
    ['{"answers":{}}', '"subject" must be text.'],
    ['{"subject":"","answers":{}}', '"subject" must be text.'],
    ['{"subject":"ada"}', '"answers" is missing.'],
    ['{"subject":"ada","answers":{"a":1}}', 'a must be text or null, not a number.'],
    ['{"subject":"ada","answers":{},"packet":"p"}', 'The field "packet" is not allowed.'],
  ] as const) {
    it(`is refused where a line is ${line}`, async () => {
      const messages = await mistakesOf(`${good}\n${line}\n`);
      assert.deepEqual(messages, [`2: ${mistake}`, 'Nothing was sent.']);
    });
  }

  it('is refused where it is not UTF-8', async () => {
    const [message] = await mistakesOf(Buffer.from([0x22, 0xff, 0x22]));
    assert.equal(message, '1: The line is not UTF-8.');
  });

  it('has twenty of its mistakes named, and the others counted', async () => {
    const messages = await mistakesOf('{}\n'.repeat(25));
    assert.equal(messages.length, 22);
    assert.match(messages[19] ?? '', /^20: /);
    assert.equal(messages[20], '5 more lines have mistakes.');
    assert.equal((await mistakesOf('{}\n'.repeat(21)))[20], '1 more line has mistakes.');
  });

  it('may have blank lines, no end of line at its end, and a byte order mark', async () => {
    const path = await written(`\ufeff${good}\r\n\n  \r\n${good}`);
    const input = await openInput(path);
    const { lines, lastLine } = await checkInput(input);
    await input.file.close();
    assert.deepEqual([lines, lastLine], [2, 4]);
  });

  it('has to be a file that can be read twice', async () => {
    for (const path of ['-', folder, join(folder, 'none')]) {
      await assert.rejects(openInput(path), { code: 'invalid_request' });
    }
  });
});
