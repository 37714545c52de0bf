import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { SealingKey, VaultEvent } from 'vaultlink/bff';
import { createKeyRing } from '../../../src/bff/grants/key-ring.ts';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import { payloadContext } from '../../../src/bff/outcomes/payload.ts';
import { confirmed, leaseOf, newRow, settle } from '../../../src/testing/store/outbox-samples.ts';
import { grantOf, sessionOf } from '../../../src/testing/store/samples.ts';

const keyOf = (id: string, byte: number): SealingKey => ({
  id,
  key: Buffer.alloc(32, byte).toString('base64'),
});
const OLD = keyOf('old', 1);
const NEW = keyOf('new', 2);

/** A key ring over a store with a grant and an outcome, each sealed by a key of its own. */
async function ringOver({
  keys,
  grantKey,
  outcomeKey,
}: {
  keys: readonly SealingKey[];
  grantKey?: SealingKey;
  outcomeKey?: SealingKey;
}) {
  const store = memoryStore();
  const { outbox } = store;
  assert.ok(outbox);
  if (grantKey) {
    const sealed = await createSealer([grantKey]).seal('pair', 'grant-1');
    await store.connect(sessionOf('session-1', 'grant-1'), { ...grantOf('grant-1'), sealed });
  }
  if (outcomeKey) {
    const payload = await createSealer([outcomeKey]).seal('payload', payloadContext('row-1'));
    await outbox.accept(newRow('row-1', { payload }), leaseOf('one'));
  }
  const events: VaultEvent[] = [];
  const ring = createKeyRing({
    ...{ store, outbox, keys, sealer: createSealer(keys), now: Date.now },
    emit: (event) => void events.push(event),
  });
  return { ring, outbox, events };
}

describe('the sample of a key ring', () => {
  it('opens with all keys that grants and waiting outcomes need', async () => {
    const { ring, events } = await ringOver({
      keys: [NEW, OLD],
      grantKey: NEW,
      outcomeKey: OLD,
    });
    assert.deepEqual(await ring.checkSample(), []);
    assert.deepEqual(events, []);
  });

  it('names a missing key that seals a waiting outcome, and goes on', async () => {
    const problem =
      'Key old is missing from the keys (VAULTLINK_KEYS). Add it again, at the end. Without it, its outcomes cannot be delivered.';
    for (const grantKey of [NEW, undefined]) {
      const { ring, events } = await ringOver({
        keys: [NEW],
        outcomeKey: OLD,
        ...(grantKey && { grantKey }),
      });
      assert.deepEqual(await ring.checkSample(), [problem]);
      assert.deepEqual(events, [
        { type: 'failed', where: 'keys', code: 'configuration_error', detail: problem },
      ]);
    }
  });

  it('says so where a key has changed that seals grants and outcomes', async () => {
    const keys = [NEW, keyOf('old', 3)];
    const both = { keys, grantKey: OLD, outcomeKey: OLD };
    const { ring } = await ringOver(both);
    await assert.rejects(ring.checkSample(), {
      code: 'configuration_error',
      message: /^Grants and outcomes sealed with key old cannot be opened: the key or the/,
    });
    const outcomes = await ringOver({ ...both, grantKey: NEW });
    const [sentence] = await outcomes.ring.checkSample();
    assert.match(sentence ?? '', /^Outcomes sealed with key old cannot be opened/);
  });

  it('is not wrong as a whole where an outcome opens, though no grant does', async () => {
    const { ring } = await ringOver({ keys: [NEW], grantKey: OLD, outcomeKey: NEW });
    assert.match((await ring.checkSample()).join(), /^Key old .* its users must connect again\.$/);
  });

  it('leaves settled outcomes out', async () => {
    const { ring, outbox } = await ringOver({ keys: [NEW] });
    const payload = await createSealer([OLD]).seal('payload', payloadContext('row-1'));
    await settle(outbox, { ...confirmed(newRow('row-1')), payload });
    assert.deepEqual(await ring.checkSample(), []);
  });
});
