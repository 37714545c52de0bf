import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withJson, withStatus, withText } from '../../support/service/answers.ts';
import { startListeningService } from '../../support/service/listening-service.ts';
import { callVaultlink, stopCalls } from '../in-process.ts';
import { connectSellers, settingsFor, writeAnswers } from './files.ts';

const LINES = 50;

describe('vaultlink push', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'vaultlink-'))));
  after(async () => {
    await stopCalls();
    await rm(folder, { recursive: true });
  });

  const refusals = {
    'the client is refused': withJson(401, { error: 'invalid_client' }),
    'no token endpoint is there': withText('<h1>Not found</h1>', 404),
    'the token endpoint takes no POST': withStatus(405),
    'the token endpoint is elsewhere': withStatus(301, { location: 'https://elsewhere.example/' }),
  };
  for (const [number, [what, refusal]] of Object.entries(refusals).entries()) {
    it(`ends soon when ${what}, and says how many lines were taken and what to check`, async (context) => {
      const service = await startListeningService({ takesAnyToken: true });
      service.tokenEndpoint.answerEvery(refusal);
      service.pushEndpoint.answerEvery((request, processRequest) => {
        const { line } = request.body.payload as { line: string };
        return line === '1' ? processRequest() : new Response(null, { status: 401 });
      });
      context.after(() => service.close());
      const storePath = join(folder, `${number}.db`);
      const path = join(folder, `${number}.ndjson`);
      await connectSellers(storePath, LINES + 1);
      await writeAnswers(path, LINES, LINES + 1);

      const { closed, printed } = callVaultlink(
        ['push', '--packet', 'packet-1', '--concurrency', '2', path],
        settingsFor(service.origin, storePath),
      );
      assert.deepEqual(await closed, [2, null]);
      const refusedCount = service.tokenEndpoint.requests.length;
      assert.ok(refusedCount < 10, String(refusedCount));
      assert.match(
        printed.out,
        /^1 of 50 lines was accepted, 0 failed\.\n49 lines remain\. Run the command again/,
      );
      assert.match(printed.out, /\nResults: .*\.results\.ndjson\n$/);
      assert.match(
        printed.err,
        /\nThe service issues no token .* Check VAULTLINK_CLIENT_ID, .*_BASE_URL\.\n$/,
      );
    });
  }
});
