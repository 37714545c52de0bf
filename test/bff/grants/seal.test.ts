import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SealingKey } from '../../../src/bff/config/bff-options.ts';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import { failure } from '../support/secrets.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const ring = [{ id: 'new', key: keyOf(1) }];
const TEXT = 'access-1';

describe('the sealer', () => {
  it('opens what it sealed, in the same context', async () => {
    const sealer = createSealer(ring);
    const sealed = await sealer.seal(TEXT, 'grant-1');
    assert.equal(await sealer.open(sealed, 'grant-1'), TEXT);
    assert.match(sealed, /^new\.[\w-]+$/);
    assert.ok(!Buffer.from(sealed.slice(4), 'base64url').includes(TEXT));
  });

  it('uses no nonce twice', async () => {
    const sealer = createSealer(ring);
    const nonces = await Promise.all(
      Array.from({ length: 50 }, async () => (await sealer.seal(TEXT, 'grant-1')).slice(4, 20)),
    );
    assert.equal(new Set(nonces).size, 50);
  });

  it('seals with the first key and opens with each', async () => {
    const before = await createSealer(ring).seal(TEXT, 'grant-1');
    const sealer = createSealer([{ id: 'newer', key: keyOf(2) }, ...ring]);
    assert.equal(await sealer.open(before, 'grant-1'), TEXT);
    assert.match(await sealer.seal(TEXT, 'grant-1'), /^newer\./);
  });

  const others = {
    'another context': createSealer(ring),
    'a key that is not in the ring': createSealer([{ id: 'other', key: keyOf(1) }]),
    'another key of the same id': createSealer([{ id: 'new', key: keyOf(3) }]),
    'another deployment': createSealer(ring, { deploymentId: 'staging' }),
  };
  for (const [what, sealer] of Object.entries(others)) {
    it(`opens nothing with ${what}`, async () => {
      const sealed = await createSealer(ring).seal(TEXT, 'grant-1');
      const context = what === 'another context' ? 'grant-2' : 'grant-1';
      assert.equal((await failure(sealer.open(sealed, context))).code, 'configuration_error');
    });
  }

  it('opens nothing that was changed', async () => {
    const sealer = createSealer(ring);
    const sealed = await sealer.seal(TEXT, 'grant-1');
    const changed = sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2);
    for (const text of [changed, sealed.slice(0, 20), 'new.', 'new', '', 'new.%%%']) {
      assert.equal((await failure(sealer.open(text, 'grant-1'))).code, 'configuration_error');
    }
  });

  it('says whether a key is missing, has a prefix as VAULTLINK_KEYS has it, or is no key', () => {
    for (const [key, message] of [
      [undefined, /^The key "k1" is missing\.$/],
      ['', /^The key "k1" is missing\.$/],
      [`k1:${keyOf(1)}`, /^The key "k1" must be 32 bytes in base64 without an id/],
      ['c2hvcnQ=', /^The key "k1" is not 32 bytes in base64\.$/],
    ] as const) {
      const make = () => createSealer([{ id: 'k1', key: key as string }]);
      assert.throws(
        make,
        (error: Error) => message.test(error.message) && !error.message.includes(keyOf(1)),
      );
    }
  });

  it('says how to write a key that has no id, such as one without its prefix in VAULTLINK_KEYS', () => {
    const message =
      /^A key has no valid id\. Write each key as \{ id: "k1", key: "…" \}, or as k1:… in VAULTLINK_KEYS\./;
    const withoutId = { key: keyOf(1) } as SealingKey;
    for (const key of [withoutId, { ...withoutId, id: '' }, { ...withoutId, id: 'a/b+c=' }])
      assert.throws(() => createSealer([key]), { message });
  });

  it('takes keys of 32 bytes with ids of their own alone', () => {
    const short = { id: 'short', key: Buffer.alloc(31, 1).toString('base64') };
    const bad = [
      [],
      [short],
      [{ id: 'a.b', key: keyOf(1) }],
      [{ id: 'x', key: '%' }],
      [...ring, ...ring],
    ];
    for (const keys of bad) {
      assert.throws(() => createSealer(keys), { code: 'configuration_error' });
    }
    try {
      createSealer([short]);
    } catch (error) {
      assert.ok(!String(error).includes(short.key));
    }
  });

  it('takes a key as base64url without padding too', async () => {
    const key = Buffer.alloc(32, 255);
    const sealed = await createSealer([{ id: 'k', key: key.toString('base64') }]).seal(TEXT, 'g');
    const other = createSealer([{ id: 'k', key: key.toString('base64url') }]);
    assert.equal(await other.open(sealed, 'g'), TEXT);
  });
});
