import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { killAll, vaultlink } from '../program.ts';
import { pushReply } from '../service-replies.ts';
import { connectSellers, settingsFor, writeAnswers } from './files.ts';

const LINES = 50;

describe('vaultlink push', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'vaultlink-'))));
  after(async () => {
    killAll();
    await rm(folder, { recursive: true });
  });

  const refusals = {
    'the client is refused': () => Response.json({ error: 'invalid_client' }, { status: 401 }),
    'no token endpoint is there': () => new Response('<h1>Not found</h1>', { status: 404 }),
    'the token endpoint takes no POST': () => new Response(null, { status: 405 }),
    'the token endpoint is elsewhere': () => Response.redirect('https://elsewhere.example', 301),
  };
  for (const [number, [what, refuse]] of Object.entries(refusals).entries()) {
    it(`ends soon where ${what}, and says what came of it and what to do`, async (context) => {
      let refused = 0;
      const service = await listen(async (request) => {
        if (request.url.endsWith('/oauth/token')) {
          refused += 1;
          return refuse();
        }
        const text = await request.text();
        return text.includes('"line":"1"')
          ? Response.json(pushReply('packet-1'))
          : new Response(null, { status: 401 });
      });
      context.after(() => service.close());
      const storePath = join(folder, `${number}.db`);
      const path = join(folder, `${number}.ndjson`);
      await connectSellers(storePath, LINES + 1);
      await writeAnswers(path, LINES, LINES + 1);

      const { closed, printed } = vaultlink(
        ['push', '--packet', 'packet-1', '--concurrency', '2', path],
        settingsFor(service.origin, storePath),
      );
      assert.deepEqual(await closed, [2, null]);
      assert.ok(refused < 10, String(refused));
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
