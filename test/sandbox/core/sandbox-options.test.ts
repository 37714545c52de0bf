import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox, openSandbox } from 'vaultlink/sandbox';
import type { SandboxOptions } from 'vaultlink/sandbox';
import { createTestSandbox } from 'vaultlink/testing/sandbox';

/** Options with more than their type allows, as JavaScript does. */
const withMore = (more: object) => more as never;

const client = { redirect_uri: 'https://app.example/vault/callback' };

describe('an option of a sandbox that does not exist or has an impossible value', () => {
  for (const [options, sentence] of [
    [{ sellrs: [] }, 'There is no option sellrs. Did you mean sellers?'],
    [
      { behaviour: { accessTokenLifetime: 1 } },
      /^There is no option behaviour\.accessTokenLifetime\./,
    ],
    [
      { replies: { used_tokn: {} } },
      'There is no option replies.used_tokn. Did you mean replies.used_token?',
    ],
    [
      { replies: { used_token: { statuz: 409 } } },
      'There is no option replies.used_token.statuz. Did you mean replies.used_token.status?',
    ],
    [
      { behaviour: { cors: 'off' }, replies: { used_token: { status: 200 } } },
      /^behaviour\.cors: .*\. replies\.used_token\.status: .*\.$/,
    ],
    [
      { clients: [{ ...client, clientId: 'a' }] },
      'There is no option clients.0.clientId. Did you mean clients.0.client_id?',
    ],
    [
      { sellers: [{ id: 'a' }, { ids: 'b' }] },
      'There is no option sellers.1.ids. Did you mean sellers.1.id?',
    ],
    [
      { packets: [{ endlinkUrl: 'https://survey.example/' }] },
      'There is no option packets.0.endlinkUrl. Did you mean packets.0.endlink_url?',
    ],
    [
      { packets: [{ questions: ['a', { name: 'b', type: 'text' }] }] },
      /^There is no option packets\.0\.questions\.1\.type\./,
    ],
  ] as const) {
    it(`is refused: ${JSON.stringify(options)}`, () => {
      assert.throws(
        () => createSandbox(options as unknown as SandboxOptions),
        typeof sentence === 'string' ? { message: sentence } : { message: sentence },
      );
    });
  }

  it('is refused by a sandbox with a store and by a test sandbox', async () => {
    const store = { load: () => Promise.resolve(undefined), save: () => Promise.resolve() };
    await assert.rejects(openSandbox(store, withMore({ sed: 'x' })), /Did you mean seed\?/);
    assert.throws(() => createTestSandbox(withMore({ pageURL: '' })), /Did you mean pageUrl\?/);
  });
});
