import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import type { Listener } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import type { Sandbox } from 'vaultlink/sandbox';
import { conformance } from '../../../src/node/commands/conformance-command.ts';
import { UsageError } from '../../../src/node/usage-error.ts';
import { readExpected } from '../../../src/node/conformance/expected.ts';
import { formatJunit } from '../../../src/node/conformance/junit.ts';
import { formatReport } from '../../../src/node/conformance/show.ts';
import { createContext } from '../in-process.ts';
import { testSandbox } from './sandbox-under-test.ts';
import type { Breakage } from './sandbox-under-test.ts';

const limit = { timeout: 120_000 };

/** Breaks the rule push-message alone. */
const otherMessage: Breakage = async (request, next) => {
  const response = await next();
  if (!request.url.endsWith('/push') || !response.ok) return response;
  const body = (await response.json()) as object;
  return Response.json({ ...body, message: 'Done' });
};

describe('a list of rules that are expected to fail', () => {
  it('has a rule in each line, with comments', () => {
    const text = '# A list\r\n\r\npush-message  # Ticket 12\r\n  token-address\n';
    assert.deepEqual([...readExpected(text)], ['push-message', 'token-address']);
  });

  it('may name no rule that does not exist', () => {
    assert.throws(() => readExpected('push-message\npush-mesage\n\nother # why\n'), {
      message: 'line 2: there is no rule "push-mesage"\nline 4: there is no rule "other"',
    });
  });
});

describe('a report with rules that are expected to fail', () => {
  const expected = new Set(['push-message', 'token-address']);

  it('shows which of them failed, and names those to remove', limit, async () => {
    const report = await testSandbox({ respond: otherMessage }, {}, expected);
    const text = formatReport(report);
    assert.match(text, /^ {2}failed .*(\n {14}.*)*\n {14}expected to fail$/m);
    assert.match(text, /^ {14}expected to fail, but passed: remove token-address from the list$/m);
    assert.match(text, /^Expected to fail: 2 rules, of which 1 failed\.$/m);
    assert.match(text, /^Passed, so remove from the list: token-address$/m);
    const tones: string[] = [];
    formatReport(report, (tone, word) => {
      if (tone !== 'passed') tones.push(`${tone}: ${word.trim()}`);
      return word;
    });
    assert.deepEqual(tones.sort(), ['expected: failed', 'unexpected: passed']);
    const xml = formatJunit(report);
    assert.match(xml, /^<testsuites [^>]* tests="\d+" failures="1" skipped="1">$/m);
    assert.match(xml, /<skipped message="expected to fail \(message is /);
    assert.match(xml, /<failure message="expected to fail, but passed: remove token-address /);
  });
});

describe('vaultlink conformance --expected', () => {
  let folder: string;
  let sandbox: Sandbox;
  let listener: Listener;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
    sandbox = createSandbox();
    listener = await listen(async (request) => otherMessage(request, () => sandbox.fetch(request)));
  });
  after(async () => {
    sandbox.close();
    await listener.close();
    await rm(folder, { recursive: true });
  });

  async function run(values: Record<string, string | boolean>) {
    const { context, printed } = createContext();
    const code = await conformance.run({ values, positionals: [listener.origin] }, context);
    return { code, out: printed.out };
  }

  async function listOf(text: string): Promise<string> {
    const file = join(folder, 'expected.txt');
    await writeFile(file, text);
    return file;
  }

  it('ends with code 0 where only rules of the list fail', limit, async () => {
    const expected = await listOf('push-message # Ticket 12\n');
    const { code, out } = await run({ expected, json: true });
    assert.equal(code, 0);
    const { ok, results } = JSON.parse(out) as {
      ok: boolean;
      results: { id: string; verdict: string; isExpectedToFail: boolean }[];
    };
    assert.equal(ok, true);
    const listed = results.filter(({ isExpectedToFail }) => isExpectedToFail);
    assert.deepEqual(
      listed.map(({ id, verdict }) => [id, verdict]),
      [['push-message', 'failed']],
    );
  });

  it('ends with code 1 where a rule of the list passes, or another one fails', limit, async () => {
    const tooLong = await listOf('push-message\ntoken-address\n');
    assert.equal((await run({ expected: tooLong })).code, 1);
    const tooShort = await listOf('# nothing\n');
    assert.equal((await run({ expected: tooShort })).code, 1);
  });

  it('refuses a name that is no rule, and a file that is not there', limit, async () => {
    const expected = await listOf('push-mesage\n');
    await assert.rejects(run({ expected }), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, `--expected ${expected}: line 1: there is no rule "push-mesage"`);
      return true;
    });
    await assert.rejects(run({ expected: 'nowhere.txt' }), /--expected nowhere\.txt: ENOENT/);
  });

  it('writes the list, and never over one that is there', limit, async () => {
    const file = join(folder, 'new.txt');
    assert.equal((await run({ 'write-expected': file })).code, 1);
    assert.deepEqual([...readExpected(await readFile(file, 'utf8'))], ['push-message']);
    await assert.rejects(
      run({ 'write-expected': file }),
      /--write-expected .*: there is such a file already\./,
    );
  });
});
