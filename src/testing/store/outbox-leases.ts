import type { OutboxRow } from '../../bff/index.ts';
import { equal } from './expect.ts';
import {
  atOnce,
  claimKeys,
  confirmed,
  leaseOf,
  newRow,
  sending,
  settle,
  waiting,
} from './outbox-samples.ts';
import type { OutboxTests } from './outbox-samples.ts';
import { MANY, NOON_MS } from './samples.ts';

/** The contract of what delivers the rows of an outbox. */
export const deliveries: OutboxTests = {
  async 'gives the rows that are due, the longest due first, and no more than asked for'({
    outbox,
    other,
  }) {
    for (const [key, dueInMs] of Object.entries({ c: 2, a: 1, d: 3, later: 4, b: 0 })) {
      await outbox.accept(newRow(key, { dueAtMs: NOON_MS + dueInMs }));
    }
    const claimed = await other.claim('outcome', NOON_MS + 3, 3, leaseOf('one'));
    equal(claimed, [
      waiting(newRow('b', { dueAtMs: NOON_MS })),
      waiting(newRow('a', { dueAtMs: NOON_MS + 1 })),
      waiting(newRow('c', { dueAtMs: NOON_MS + 2 })),
    ]);
    equal(await outbox.find('b'), claimed[0], 'A claim changes nothing but the lease.');
    equal(await claimKeys(outbox, 'two', NOON_MS + 3), ['d']);
    equal(await claimKeys(outbox, 'two', NOON_MS + 4), ['later']);
  },

  async 'gives a leased row to nobody, not even to its owner, until the lease ends'({
    outbox,
    other,
    time,
  }) {
    await outbox.accept(newRow('a'));
    equal(await claimKeys(outbox, 'one', NOON_MS), ['a']);
    time.advance(999);
    equal(await claimKeys(outbox, 'one', time.now()), []);
    equal(await claimKeys(other, 'two', time.now()), []);
    time.advance(1);
    equal(await claimKeys(other, 'two', time.now()), ['a']);
  },

  async 'gives each row to one of many who claim at once'({ outbox, other }) {
    const keys = Array.from({ length: 3 * MANY }, (_, index) => `row-${index}`);
    await Promise.all(keys.map(async (key) => outbox.accept(newRow(key))));
    const claims = await atOnce([outbox, other], (one, index) =>
      claimKeys(one, `owner-${index}`, NOON_MS, 5),
    );
    const claimed = claims.flat();
    equal(claimed.length, new Set(claimed).size);
    for (const [index, mine] of claims.entries()) {
      for (const key of mine) equal(await other.begin(key, leaseOf(`owner-${index}`)), true);
    }
    const rest = await claimKeys(other, 'last', NOON_MS, keys.length);
    equal([...claimed, ...rest].sort(), keys.sort());
  },

  async 'gives a row that a dead process was sending, as it is, when its lease has ended'({
    outbox,
    other,
    time,
  }) {
    await outbox.accept(newRow('a'), leaseOf('one'));
    await outbox.accept(newRow('b'));
    await claimKeys(outbox, 'one', NOON_MS);
    await outbox.begin('b', leaseOf('one'));
    time.advance(1000);
    const claimed = await other.claim('outcome', time.now(), 10, leaseOf('two'));
    equal(
      [...claimed].sort((one, another) => (one.key < another.key ? -1 : 1)),
      [sending(newRow('a')), sending(newRow('b'))],
    );
  },

  async 'notes that a request begins, for the owner of the lease alone, and renews the lease'({
    outbox,
    other,
    time,
  }) {
    await outbox.accept(newRow('a'));
    equal(await outbox.begin('a', leaseOf('one')), false);
    equal(await outbox.begin('none', leaseOf('one')), false);
    await claimKeys(outbox, 'one', NOON_MS);
    equal(await other.begin('a', leaseOf('two')), false);
    equal(await other.find('a'), waiting(newRow('a')));
    time.advance(900);
    equal(await outbox.begin('a', leaseOf('one')), true);
    equal(await other.find('a'), sending(newRow('a')));
    time.advance(999);
    equal(await claimKeys(other, 'two', time.now()), []);
    equal(await outbox.begin('a', leaseOf('one')), true);
    equal((await other.find('a'))?.begun, 2);
  },

  async 'saves a row for the owner of its lease alone, and releases the lease'({ outbox, other }) {
    const row = newRow('a', { isUnapproved: true });
    await outbox.accept(row, leaseOf('one'));
    const changes = { isUnapproved: false, isAmbiguous: true, ended: 1, status: 503 };
    const times = { expiresAtMs: NOON_MS + 9, dueAtMs: NOON_MS + 5 };
    const saved: OutboxRow = { ...sending(row), state: 'unknown', ...changes, ...times };
    equal(await other.save(saved, 'two'), false);
    equal(await other.find('a'), sending(row));
    const others = { name: 'quota_full', isAnonymous: false, acceptedAtMs: 1, begun: 7 };
    equal(await outbox.save({ ...saved, ...others }, 'one'), true);
    equal(await other.find('a'), saved, 'What was accepted and begun is not written.');
    equal(await outbox.save(saved, 'one'), false);
    equal(await outbox.begin('a', leaseOf('one')), false);
    equal(await claimKeys(other, 'two', NOON_MS + 4), []);
    equal(await other.claim('outcome', NOON_MS + 5, 1, leaseOf('two')), [saved]);
  },

  async 'saves the end of a row, with another payload or without one'({ outbox, other }) {
    for (const payload of ['key-2.without-the-token', undefined]) {
      const row = newRow(payload ?? 'erased');
      await outbox.accept(row, leaseOf('one'));
      equal(await outbox.save({ ...confirmed(row), payload }, 'one'), true);
      equal(await other.find(row.key), { ...confirmed(row), payload });
    }
  },

  async 'keeps what others have changed while a row was delivered: its approval and its seal'({
    outbox,
    other,
  }) {
    const row = newRow('a', { isUnapproved: true });
    await outbox.accept(row, leaseOf('one'));
    await other.accept({ ...row, isAnonymous: false });
    await other.replacePayload('a', row.payload, 'key-2.anew');
    const changed = { isAnonymous: false, isUnapproved: false, payload: 'key-2.anew' };
    const unknown = { ...sending(row), state: 'unknown', ended: 1 } as const;
    equal(await outbox.save(unknown, 'one'), true);
    equal(await other.find('a'), { ...unknown, ...changed });
  },

  async 'refuses an owner whose lease another has taken'({ outbox, other, time }) {
    await outbox.accept(newRow('a'), leaseOf('one'));
    time.advance(1000);
    await claimKeys(other, 'two', time.now());
    equal(await outbox.begin('a', leaseOf('one')), false);
    equal(await outbox.save(confirmed(newRow('a')), 'one'), false);
    await outbox.release('one');
    equal(await other.find('a'), sending(newRow('a')));
    equal(await other.begin('a', leaseOf('two')), true);
  },

  async 'delivers a settled row no more'({ outbox, other }) {
    const row = confirmed(newRow('a'));
    await settle(outbox, row);
    equal(await claimKeys(other, 'two', NOON_MS + 1e9), []);
    equal(await outbox.begin('a', leaseOf('one')), false);
    equal(await other.hasten('a', NOON_MS), false);
    equal(await other.nextDueAtMs('outcome'), undefined);
    equal(await other.find('a'), row);
  },

  async 'releases all leases of an owner, but of rows that are being sent'({ outbox, other }) {
    for (const key of ['a', 'b', 'c']) await outbox.accept(newRow(key));
    await claimKeys(outbox, 'one', NOON_MS);
    await outbox.begin('b', leaseOf('one'));
    await outbox.accept(newRow('d'));
    await claimKeys(other, 'two', NOON_MS);
    await outbox.release('one');
    equal((await claimKeys(other, 'three', NOON_MS)).sort(), ['a', 'c']);
    equal(await outbox.begin('a', leaseOf('one')), false);
    equal(await outbox.begin('b', leaseOf('one')), true);
    equal(await other.begin('d', leaseOf('two')), true);
  },

  async 'makes an open row due that nobody has leased'({ outbox, other, time }) {
    const row = newRow('a', { dueAtMs: NOON_MS + 5000 });
    await outbox.accept(row);
    equal(await other.hasten('none', NOON_MS), false);
    equal(await other.hasten('a', NOON_MS), true);
    equal(await outbox.find('a'), { ...waiting(row), dueAtMs: NOON_MS });
    equal(await claimKeys(outbox, 'one', NOON_MS), ['a']);
    equal(await other.hasten('a', NOON_MS - 1), false);
    equal((await outbox.find('a'))?.dueAtMs, NOON_MS);
    time.advance(1000);
    equal(await other.hasten('a', NOON_MS - 1), true, 'The lease has ended.');
  },

  async 'returns when the next row is due or the next lease ends'({ outbox, other, time }) {
    const next = async () => other.nextDueAtMs('outcome');
    equal(await next(), undefined);
    await outbox.accept(newRow('a', { dueAtMs: NOON_MS + 5000 }));
    await outbox.accept(newRow('b', { dueAtMs: NOON_MS + 300 }));
    equal(await next(), NOON_MS + 300);
    await claimKeys(outbox, 'one', NOON_MS + 300);
    equal(await next(), NOON_MS + 1000, 'The lease of a row ends before the other is due.');
    time.advance(500);
    await outbox.begin('b', leaseOf('one'));
    equal(await next(), NOON_MS + 1500);
    time.advance(1000);
    equal(await next(), NOON_MS + 300, 'A row whose lease has ended is due as before.');
    await claimKeys(outbox, 'two', time.now());
    await outbox.save(confirmed(newRow('b')), 'two');
    equal(await next(), NOON_MS + 5000);
  },
};
