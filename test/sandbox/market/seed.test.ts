import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, SYSTEM_RANDOM } from '../../../src/sandbox/market/random-token.ts';
import { startOAuth } from '../oauth-driver.ts';

/** Everything random that one visit and one consent make. */
async function randomThings(seed?: string) {
  const sandbox = startOAuth({ ...(seed !== undefined && { seed }) });
  const { token } = await sandbox.open('survey');
  const client = await sandbox.post('clients', { redirect_uri: 'https://third.example/' });
  const tokens = await sandbox.connect();
  await sandbox.push(tokens.access_token, { drink: 'tea' });
  const { sellers_packets } = await sandbox.oauthState();
  sandbox.sandbox.close();
  return { token, client, tokens, sellers_packets };
}

describe('A sandbox with a seed', () => {
  it('makes the same tokens, secrets and ids again', async () => {
    assert.deepEqual(await randomThings('monday'), await randomThings('monday'));
  });

  it('makes other tokens with another seed, and without one', async () => {
    const monday = await randomThings('monday');
    for (const other of [await randomThings('tuesday'), await randomThings()]) {
      assert.notEqual(other.token, monday.token);
      assert.notEqual(other.tokens.access_token, monday.tokens.access_token);
      assert.notEqual(other.tokens.refresh_token, monday.tokens.refresh_token);
    }
  });

  it('repeats the same tokens after a reset', async () => {
    const sandbox = startOAuth({ seed: 'monday' });
    const first = await sandbox.open('survey');
    await sandbox.post('reset', {});
    assert.equal((await sandbox.open('survey')).token, first.token);
  });

  it('continues a saved source at its position', () => {
    const source = seededRandom('monday');
    source.bytes(32);
    const rest = seededRandom('monday', source.position() ?? 0);
    assert.deepEqual(rest.bytes(16), source.bytes(16));
    assert.equal(SYSTEM_RANDOM.position(), null);
  });

  it('never draws the same token twice, and uses every byte value', () => {
    const source = seededRandom('monday');
    const tokens = Array.from({ length: 2000 }, () => source.bytes(32).join());
    assert.equal(new Set(tokens).size, tokens.length);
    assert.equal(new Set(tokens.flatMap((token) => token.split(','))).size, 256);
  });
});
