import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox, endlinkUrlMistake } from '../../../../src/sandbox/index.ts';
import { RIGHT_ENDLINK_URLS, WRONG_ENDLINK_URLS } from '../../../support/endlink-urls.ts';
import { startSandbox } from '../../driver.ts';

const refused = WRONG_ENDLINK_URLS.filter(({ isAllowed }) => !isAllowed);

describe('The sandbox', () => {
  for (const { url, because } of refused) {
    it(`says what is wrong with an endlink URL of which ${because}: ${url}`, async () => {
      const { call, state } = startSandbox({ packets: [] });
      const { status, body } = await call('/sandbox/packets', {
        method: 'POST',
        body: JSON.stringify({ endlink_url: url }),
      });
      assert.equal(status, 400);
      const [message = ''] = (body as { errors: { base: string[] } }).errors.base;
      assert.match(message, /^endlink_url: must [^]*[^.]$/);
      assert.equal(message, `endlink_url: ${String(endlinkUrlMistake(url))}`);
      assert.doesNotMatch(message, /q8Zk3vXw/);
      assert.deepEqual((await state()).packets, []);
    });
  }

  for (const url of RIGHT_ENDLINK_URLS) {
    it(`takes the endlink URL ${url}`, async () => {
      const { call } = startSandbox({ packets: [] });
      const body = JSON.stringify({ endlink_url: url });
      assert.equal((await call('/sandbox/packets', { method: 'POST', body })).status, 201);
      assert.equal(endlinkUrlMistake(url), undefined);
    });
  }

  it('refuses a wrong endlink URL in a question, and in a change', async () => {
    const { call } = startSandbox({ packets: [{ id: 'a', endlink_url: 'https://b.example/' }] });
    const endlink_url = 'https://b.example/?t={endlink_token}';
    for (const [path, method, fields] of [
      ['/sandbox/packets', 'POST', { questions: [{ answer_type: 'endlink', endlink_url }] }],
      ['/sandbox/packets/a', 'PATCH', { endlink_url }],
    ] as const) {
      const { status, body } = await call(path, { method, body: JSON.stringify(fields) });
      assert.equal(status, 400, path);
      assert.match(JSON.stringify(body), /must have \{\{endlink_token\}\}/);
    }
  });

  it('plays a wrong endlink URL that a test or a saved scenario brings', () => {
    const packets = [{ id: 'a', endlink_url: 'https://b.example/?t={endlink_token}' }];
    createSandbox({ packets }).close();
    createSandbox({ scenario: { version: 1, packets } }).close();
  });
});
