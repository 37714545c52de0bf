import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { listen } from 'vaultlink/node';
import { killAll, vaultlink } from '../program.ts';
import { pushReply, tokenResponse } from '../service-replies.ts';
import { connectSellers, resultsIn, settingsFor, writeAnswers } from './files.ts';
import type { Result } from './files.ts';

const LINES = 100;

describe('vaultlink push, where no line can be taken', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'vaultlink-'))));
  after(async () => {
    killAll();
    await rm(folder, { recursive: true });
  });

  /** A file, users who have connected, and a service that refuses every push until it is mended. */
  async function start(context: TestContext, name: string, refuse: () => Response) {
    const service = { isMended: false, pushes: 0, refreshes: 0 };
    const listener = await listen(async (request) => {
      if (request.url.endsWith('/oauth/token')) {
        service.refreshes += 1;
        return Response.json(tokenResponse(service.refreshes));
      }
      service.pushes += 1;
      const { id } = (await request.json()) as { id: string };
      return service.isMended ? Response.json(pushReply(id)) : refuse();
    });
    context.after(() => listener.close());
    const storePath = join(folder, `${name}.db`);
    const path = join(folder, `${name}.ndjson`);
    await connectSellers(storePath, LINES + 1);
    await writeAnswers(path, LINES, LINES + 1);
    const push = (...options: string[]) =>
      vaultlink(
        ['push', '--packet', 'packet-1', ...options, path],
        settingsFor(listener.origin, storePath),
      );
    async function results(): Promise<Result[]> {
      const all: Result[] = [];
      for await (const result of resultsIn(join(folder, `${name}.results.ndjson`)))
        all.push(result);
      return all;
    }
    return { service, push, results };
  }

  it('because the packet is unknown, stops soon, says what the service said, and resumes', async (context) => {
    const answer = { errors: { base: ['Packet not found.'] } };
    const here = await start(context, 'packet', () => Response.json(answer, { status: 404 }));
    const { closed, printed } = here.push();
    assert.deepEqual(await closed, [1, null]);
    assert(here.service.pushes >= 10 && here.service.pushes <= 26, String(here.service.pushes));
    assert.match(
      printed.err,
      /\nStopped: the service refuses packet packet-1 for every user so far \("Packet not found\."\)\. Check --packet/,
    );
    const failed = (await here.results()).length;
    assert.equal(failed, here.service.pushes);
    assert.match(
      printed.out,
      new RegExp(`, ${failed} failed\\.\\n${LINES - failed} lines remain\\.`),
    );

    here.service.isMended = true;
    assert.deepEqual(await here.push('--retry-failed').closed, [0, null]);
    assert.equal((await here.results()).filter(({ ok }) => ok).length, LINES);
  });

  it('because every token is refused, pauses, says so, and goes on once they are taken', async (context) => {
    const here = await start(context, 'outage', () => new Response(null, { status: 401 }));
    const push = here.push();
    await push.says(
      /The service refuses the token of every user, even new tokens\. The run pauses/,
    );
    here.service.isMended = true;
    assert.deepEqual(await push.closed, [0, null], push.printed.err);
    assert.match(push.printed.err, /The service accepts tokens again\. The run continues\./);
    assert.match(push.printed.out, /^100 of 100 lines were accepted, 0 failed\./);
    assert(here.service.refreshes <= 16, String(here.service.refreshes));
  });

  it('because every token is refused for too long, ends without a failure, and resumes', async (context) => {
    const here = await start(context, 'long', () => new Response(null, { status: 401 }));
    const push = here.push('--wait-for-service', '0');
    assert.deepEqual(await push.closed, [1, null]);
    assert.match(push.printed.err, /\nStopped: The service refuses the token of every user/);
    assert.match(push.printed.out, /^0 of 100 lines were accepted, 0 failed\.\n100 lines remain\./);
    assert.deepEqual(await here.results(), []);

    here.service.isMended = true;
    assert.deepEqual(await here.push().closed, [0, null]);
    assert((await here.results()).every(({ ok, repeated }) => ok && !repeated));
  });
});
