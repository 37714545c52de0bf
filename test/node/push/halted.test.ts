import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { withErrors, withStatus } from '../../support/service/answers.ts';
import type { Answer } from '../../support/service/answers.ts';
import { startListeningService } from '../../support/service/listening-service.ts';
import { callVaultlink, stopCalls } from '../in-process.ts';
import { connectSellers, resultsIn, settingsFor, writeAnswers } from './files.ts';
import type { Result } from './files.ts';

const LINES = 100;

describe('vaultlink push, when the service takes no line', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'vaultlink-'))));
  after(async () => {
    await stopCalls();
    await rm(folder, { recursive: true });
  });

  /** A file, users who have connected, and a service that answers every push so until `answerNormally`. */
  async function start(context: TestContext, name: string, answer: Answer) {
    const service = await startListeningService({ takesAnyToken: true });
    context.after(() => service.close());
    service.pushEndpoint.answerEvery(answer);
    const storePath = join(folder, `${name}.db`);
    const path = join(folder, `${name}.ndjson`);
    await connectSellers(storePath, LINES + 1);
    await writeAnswers(path, LINES, LINES + 1);
    const push = (...options: string[]) =>
      callVaultlink(
        ['push', '--packet', 'packet-1', ...options, path],
        settingsFor(service.origin, storePath),
      );
    async function results(): Promise<Result[]> {
      const all: Result[] = [];
      for await (const result of resultsIn(join(folder, `${name}.results.ndjson`)))
        all.push(result);
      return all;
    }
    const { pushEndpoint, tokenEndpoint } = service;
    return { pushEndpoint, tokenEndpoint, push, results };
  }

  it('stops soon when the packet is unknown, prints what the service said, and resumes', async (context) => {
    const here = await start(context, 'packet', withErrors(404, 'Packet not found.'));
    const { closed, printed } = here.push();
    assert.deepEqual(await closed, [1, null]);
    const pushCount = here.pushEndpoint.requests.length;
    assert(pushCount >= 10 && pushCount <= 26, String(pushCount));
    assert.match(
      printed.err,
      /\nStopped: the service refuses packet packet-1 for every user so far \(status 404; the results have its message\)\. Check --packet/,
    );
    const failed = (await here.results()).length;
    assert.equal(failed, pushCount);
    assert.match(
      printed.out,
      new RegExp(`, ${failed} failed\\.\\n${LINES - failed} lines remain\\.`),
    );

    here.pushEndpoint.answerNormally();
    assert.deepEqual(await here.push('--retry-failed').closed, [0, null]);
    assert.equal((await here.results()).filter(({ ok }) => ok).length, LINES);
  });

  it('pauses while the service refuses every token, says so, and goes on afterwards', async (context) => {
    const here = await start(context, 'outage', withStatus(401));
    const push = here.push();
    await push.says(
      /The service refuses the token of every user, even new tokens\. The run pauses/,
    );
    here.pushEndpoint.answerNormally();
    assert.deepEqual(await push.closed, [0, null], push.printed.err);
    assert.match(push.printed.err, /The service accepts tokens again\. The run continues\./);
    assert.match(push.printed.out, /^100 of 100 lines were accepted, 0 failed\./);
    const refreshCount = here.tokenEndpoint.requests.length;
    assert(refreshCount <= 16, String(refreshCount));
  });

  it('ends without a failed line when the service refuses every token for too long, and resumes', async (context) => {
    const here = await start(context, 'long', withStatus(401));
    const push = here.push('--wait-for-service', '0');
    assert.deepEqual(await push.closed, [1, null]);
    assert.match(push.printed.err, /\nStopped: The service refuses the token of every user/);
    assert.match(push.printed.out, /^0 of 100 lines were accepted, 0 failed\.\n100 lines remain\./);
    assert.deepEqual(await here.results(), []);

    here.pushEndpoint.answerNormally();
    assert.deepEqual(await here.push().closed, [0, null]);
    assert((await here.results()).every(({ ok, repeated }) => ok && !repeated));
  });
});
