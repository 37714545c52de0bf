import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { PushFailed, PushItem, PushResult, VaultBff } from 'vaultlink/bff';
import { VaultError } from 'vaultlink/protocol';
import { pushFile } from '../../../src/node/push/push-file.ts';
import type { PushFileOptions } from '../../../src/node/push/push-file.ts';
import { concurrently } from '../../../src/bff/push/concurrently.ts';
import { refusalOf } from '../../../src/bff/service/token-refusal.ts';
import { resultsIn } from './files.ts';
import type { Result } from './files.ts';

let folder: string;
let path: string;
let resultsPath: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
  path = join(folder, 'answers.ndjson');
  resultsPath = join(folder, 'answers.results.ndjson');
});
afterEach(() => rm(folder, { recursive: true }));

const write = (count: number, answer = 'answer') =>
  writeFile(
    path,
    Array.from(
      { length: count },
      (_, index) => `{"subject":"s-${index + 1}","answers":{"question":"${answer}"}}\n`,
    ).join(''),
  );

type Ending = Partial<Pick<PushFailed, 'error' | 'isGivenUp' | 'haltedBy'>> & {
  attempts?: number;
  unknownAttempts?: number;
};

/** Pushes the file by way of a backend that is made up. @param end what becomes of a subject; default: it is taken */
async function push(
  end: (subject: string) => Ending | Promise<Ending> = () => ({}),
  more: Partial<PushFileOptions> = {},
) {
  const sent: string[] = [];
  const pushed = async (item: PushItem): Promise<PushResult> => {
    const ending = await end(item.subject);
    const { error, isGivenUp = false, haltedBy, attempts = 1, unknownAttempts = 0 } = ending;
    if (attempts) sent.push(item.subject);
    const tally = { item, attempts, unknownAttempts };
    const reply = {} as never;
    if (!error) return { ...tally, ok: true, reply };
    return { ...tally, ok: false, error, isGivenUp, ...(haltedBy && { haltedBy }) };
  };
  const { signal } = new AbortController();
  const bff = {
    pushMany: (items: AsyncIterable<PushItem>, { signal }: { signal: AbortSignal }) =>
      concurrently(items, pushed, { concurrency: 2, signal }),
    close: () => Promise.resolve(),
  } as unknown as VaultBff;
  const silent = { update: () => undefined, say: () => undefined, end: () => undefined };
  const summary = await pushFile({
    path,
    resultsPath,
    packetId: 'packet-1',
    service: 'https://service.example',
    concurrency: 2,
    retryFailed: false,
    namesSubjects: true,
    openBackend: () => Promise.resolve(bff),
    signal,
    progress: () => silent,
    say: () => undefined,
    ...more,
  });
  return { sent, summary };
}

const badLine = () => ({
  error: new VaultError('validation_failed', 'Refused.', { messages: ['It is too long.'] }),
});

/** Creates the error for a 401 response of the token endpoint. */
const refused = (text: string) =>
  refusalOf({ status: 401, headers: {}, text, receivedAtMs: 0, secrets: [] }, 0);

async function results(): Promise<Result[]> {
  const all: Result[] = [];
  for await (const result of resultsIn(resultsPath)) all.push(result);
  return all;
}

describe('a file that is pushed', () => {
  it('has a result for each line', async () => {
    await write(3);
    const { sent, summary } = await push((subject) => (subject === 's-2' ? badLine() : {}));
    assert.deepEqual(sent, ['s-1', 's-2', 's-3']);
    assert.deepEqual(summary, { lines: 3, ok: 2, failed: 1, repeated: 0, left: 0 });
    assert.deepEqual(await results(), [
      { line: 1, subject: 's-1', ok: true, attempts: 1 },
      {
        line: 2,
        subject: 's-2',
        ok: false,
        error: 'validation_failed',
        messages: ['It is too long.'],
        attempts: 1,
      },
      { line: 3, subject: 's-3', ok: true, attempts: 1 },
    ]);
  });

  it('is told by its number alone where the results must not name subjects', async () => {
    await write(3);
    const more = { namesSubjects: false };
    const end = (subject: string) => (subject === 's-2' ? badLine() : {});
    await push(end, more);
    assert.doesNotMatch(await readFile(resultsPath, 'utf8'), /s-\d|subject/);
    const all = (await results()).sort((one, other) => one.line - other.line);
    assert.deepEqual(
      all.map(({ line, ok }) => [line, ok]),
      [
        [1, true],
        [2, false],
        [3, true],
      ],
    );
    assert.deepEqual((await push(end, { ...more, retryFailed: true })).sent, ['s-2']);
  });

  it('is not sent again, but for its failures where that is asked for', async () => {
    await write(5);
    await push((subject) => (subject === 's-4' ? badLine() : {}));
    assert.deepEqual((await push()).sent, []);
    const { sent, summary } = await push(undefined, { retryFailed: true });
    assert.deepEqual(sent, ['s-4']);
    assert.deepEqual(summary, { lines: 5, ok: 5, failed: 0, repeated: 0, left: 0 });
  });

  it('notes each line on the disk before it is sent', async () => {
    await write(40);
    const { readFileSync } = await import('node:fs');
    await push((subject) => {
      const noted = readFileSync(resultsPath, 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith('{"sending"') ? [line] : []))
        .flatMap((line) => (JSON.parse(line) as { sending: [number, number][] }).sending);
      const line = Number(subject.slice(2));
      assert(
        noted.some(([from, to]) => from <= line && line <= to),
        subject,
      );
      return {};
    });
  });

  it('says of a line whose result got lost that it may have been sent twice', async () => {
    await write(4);
    await push();
    const lines = (await readFile(resultsPath, 'utf8')).split('\n');
    // The process ended before the result of the third line was written.
    await writeFile(resultsPath, lines.filter((line) => !line.includes('"line":3')).join('\n'));
    const { sent, summary } = await push();
    assert.deepEqual(sent, ['s-3']);
    assert.deepEqual(summary, { lines: 4, ok: 4, failed: 0, repeated: 1, left: 0 });
    const last = (await results()).at(-1);
    assert.deepEqual([last?.line, last?.repeated], [3, true]);
  });

  it('says so, too, where it was tried again after an attempt that nobody knows of', async () => {
    await write(2);
    await push((subject) => (subject === 's-1' ? { attempts: 2, unknownAttempts: 1 } : {}));
    const all = await results();
    assert.deepEqual(
      all.map(({ repeated }) => repeated),
      [true, undefined],
    );
  });

  it('goes on with half a line at the end of the results, which it takes away', async () => {
    await write(3);
    await push();
    const whole = await readFile(resultsPath);
    await truncate(resultsPath, whole.length - 9);
    assert.deepEqual((await push()).sent, ['s-3']);
    assert.equal((await results()).length, 3);
    for (const garbage of ['\0\0\0', '{"line":', '{"sending":[[1,']) {
      await appendFile(resultsPath, garbage);
      assert.deepEqual((await push()).sent, []);
    }
  });

  it('goes on wherever the file of results was cut off', async () => {
    await write(6);
    await push();
    const whole = await readFile(resultsPath);
    for (let length = whole.length; length >= 0; length -= 7) {
      await writeFile(resultsPath, whole.subarray(0, length));
      const { summary } = await push();
      assert.deepEqual([summary.ok, summary.left], [6, 0], String(length));
    }
  });

  it('that was stopped leaves what was not sent as it was, and what nobody knows of as unknown', async () => {
    await write(6);
    const error = new VaultError('service_unreachable', 'It was given up.');
    const { summary } = await push((subject) => {
      if (subject === 's-2') return { error, isGivenUp: true, attempts: 0 };
      if (subject === 's-3') return { error, isGivenUp: true, attempts: 1, unknownAttempts: 1 };
      return {};
    });
    assert.deepEqual(summary, { lines: 6, ok: 4, failed: 0, repeated: 0, left: 2 });
    assert.deepEqual((await push()).sent, ['s-2', 's-3']);
    const [second, third] = (await results()).slice(-2);
    assert.deepEqual([second?.repeated, third?.repeated], [undefined, true]);
  });

  it('is not gone on with where the service does not know the client, and no line has failed', async () => {
    await write(50);
    const asked: string[] = [];
    const { summary: first } = await push(async (subject) => {
      asked.push(subject);
      if (subject === 's-1') return {};
      const error = await refused('{"error":"invalid_client"}');
      return { error, haltedBy: 'client' as const, attempts: 0 };
    });
    assert.deepEqual([first.ok, first.failed, first.left], [1, 0, 49]);
    assert.equal(first.refusal?.error.code, 'configuration_error');
    assert(asked.length < 10, String(asked.length));
    const { sent, summary } = await push();
    assert.deepEqual(summary, { lines: 50, ok: 50, failed: 0, repeated: 0, left: 0 });
    assert.equal(sent.length, 49);
  });

  it('is gone on with where something is wrong with one grant', async () => {
    await write(4);
    const error = await refused('');
    const { summary } = await push((subject) => (subject === 's-2' ? { error } : {}));
    assert.deepEqual(summary, { lines: 4, ok: 3, failed: 1, repeated: 0, left: 0 });
  });

  it('that has changed is not gone on with', async () => {
    await write(2);
    await push();
    await write(2, 'another');
    await assert.rejects(push(), { code: 'invalid_request', message: /with other lines/ });
  });

  it('is not gone on with for another packet or service, nor into a file of something else', async () => {
    await write(2);
    await push();
    await assert.rejects(push(undefined, { packetId: 'packet-2' }), /for packet packet-1/);
    await assert.rejects(push(undefined, { service: 'https://b.example' }), /service\.example/);
    await writeFile(resultsPath, 'my notes\n');
    await assert.rejects(push(), {
      code: 'invalid_request',
      message: /:1: This line was not written by/,
    });
    assert.equal(await readFile(resultsPath, 'utf8'), 'my notes\n');
    await assert.rejects(push(undefined, { resultsPath: path }), /cannot be written to/);
  });

  it('sends nothing where one of its lines has a mistake', async () => {
    await write(30);
    await appendFile(path, '{}\n');
    await assert.rejects(push(), { code: 'validation_failed' });
    await assert.rejects(readFile(resultsPath), { code: 'ENOENT' });
  });

  it('is pushed by one process at a time', async () => {
    await write(2);
    const refusal = { code: 'invalid_request', message: /Another process/ };
    let second: Promise<void> | undefined;
    await push(async () => {
      await (second ??= assert.rejects(push(), refusal));
      return {};
    });
    assert.ok(second);
  });
});
