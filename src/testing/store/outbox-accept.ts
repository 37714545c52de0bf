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
import { DAY_MS, NOON_MS } from './samples.ts';

/** Number of calls at the same time that bring rows. */
const CROWD = 200;

const host = { isAnonymous: false };

/** The contract of `Outbox.accept`. */
export const acceptance: OutboxTests = {
  async 'adds a row that waits to be delivered'({ outbox, other }) {
    equal(await outbox.find('a'), undefined);
    const accepted = { row: waiting(newRow('a')), isNew: true };
    equal(await outbox.accept(newRow('a')), accepted);
    equal(await other.find('a'), accepted.row);
    equal(await other.find('b'), undefined);
  },

  async 'keeps any text of a row as it is'({ outbox, other }) {
    const payload = `o'Neil "Ü" \\ {x} %s $1 \r\n 😀 ${'x'.repeat(20_000)}`;
    const row = newRow('a', { payload, name: 'screen_out', isUnapproved: true });
    equal((await outbox.accept(row)).row, waiting(row));
    equal(await other.find('a'), waiting(row));
  },

  async 'returns the stored row for the same key, and changes nothing'({ outbox, other }) {
    await outbox.accept(newRow('a'));
    const again = newRow('a', { payload: 'key-1.other', dueAtMs: NOON_MS + 1, isUnapproved: true });
    const accepted = { row: waiting(newRow('a')), isNew: false };
    equal(await other.accept(again), accepted);
    equal(await other.accept(again, leaseOf('one')), accepted, 'A stored row is not begun.');
    equal(await outbox.find('a'), accepted.row);
    equal(await claimKeys(outbox, 'two', NOON_MS), ['a']);
  },

  async 'keeps the stored row when a stranger brings another name'({ outbox, other }) {
    for (const [key, isAnonymous] of [
      ['a', true],
      ['b', false],
    ] as const) {
      const row = newRow(key, { isAnonymous });
      await outbox.accept(row);
      const accepted = await other.accept(newRow(key, { name: 'quota_full' }), leaseOf('one'));
      equal(accepted, { row: waiting(row), isNew: false });
      equal(await outbox.find(key), accepted.row);
    }
  },

  async 'begins a row at once for the process that brings it'({ outbox, other, time }) {
    const accepted = { row: sending(newRow('a')), isNew: true };
    equal(await outbox.accept(newRow('a'), leaseOf('one')), accepted);
    equal(await other.find('a'), accepted.row);
    time.advance(999);
    equal(await claimKeys(other, 'two', NOON_MS + 999), []);
    equal(await other.save(confirmed(newRow('a')), 'two'), false);
    equal(await outbox.save(confirmed(newRow('a')), 'one'), true);
    equal(await other.find('a'), confirmed(newRow('a')));
  },

  async 'lets the host replace the row of a stranger that was never begun'({ outbox, other }) {
    await outbox.accept(newRow('a', { isUnapproved: true }));
    await outbox.accept(newRow('b'));
    const laterMs = NOON_MS + DAY_MS;
    const times = { acceptedAtMs: laterMs, expiresAtMs: laterMs + 1, dueAtMs: laterMs };
    const changes = { ...host, ...times, name: 'quota_full', payload: 'key-2.of-the-host' };
    const [first, second] = [newRow('a', changes), newRow('b', changes)];
    equal(await other.accept(first), { row: waiting(first), isNew: true });
    equal(await other.accept(second, leaseOf('one')), { row: sending(second), isNew: true });
    equal(await outbox.find('a'), waiting(first));
    equal(await outbox.find('b'), sending(second));
    equal(await claimKeys(outbox, 'two', laterMs), ['a']);
  },

  async 'takes the lease of a row away when the host replaces it'({ outbox, other }) {
    await outbox.accept(newRow('a'));
    const [claimed] = await outbox.claim('outcome', NOON_MS, 1, leaseOf('one'));
    equal(claimed, waiting(newRow('a')));
    const anew = newRow('a', { ...host, name: 'quota_full' });
    equal(await other.accept(anew), { row: waiting(anew), isNew: true });
    equal(await outbox.begin('a', leaseOf('one')), false, 'It would send what was replaced.');
    equal(await outbox.save(confirmed(newRow('a')), 'one'), false);
    equal(await claimKeys(other, 'two', NOON_MS), ['a']);
  },

  async 'lets the host replace the row of a stranger also if the names are equal'({
    outbox,
    other,
  }) {
    const again = newRow('a', { ...host, payload: 'key-1.other', dueAtMs: NOON_MS + 1 });
    await outbox.accept(newRow('a', { isUnapproved: true }));
    await outbox.claim('outcome', NOON_MS, 1, leaseOf('one'));
    equal(await other.accept(again, leaseOf('two')), { row: sending(again), isNew: true });
    equal(await outbox.begin('a', leaseOf('one')), false, 'It would send what was replaced.');
    equal(await outbox.find('a'), sending(again));
  },

  async 'makes the row of a stranger that was begun the host’s if the names are equal, and keeps all else'({
    outbox,
    other,
  }) {
    const row = newRow('a');
    const vouched = sending({ ...row, ...host });
    await outbox.accept(row, leaseOf('one'));
    const again = newRow('a', { ...host, payload: 'key-1.other', dueAtMs: NOON_MS + 1 });
    equal(await other.accept(again, leaseOf('two')), { row: vouched, isNew: false });
    const { payload, ...erased } = { ...vouched, state: 'rejected' as const, settledAtMs: NOON_MS };
    equal(await outbox.save(erased, 'one'), true, 'The lease stays.');
    equal(await other.find('a'), { ...erased, payload: '' }, `${payload} is not kept.`);
  },

  async 'lets the host replace what it has refused before anything was sent'({ outbox, other }) {
    await outbox.accept(newRow('a', { isUnapproved: true }));
    await outbox.claim('outcome', NOON_MS, 1, leaseOf('one'));
    const refused = { ...waiting(newRow('a')), state: 'refused' as const, settledAtMs: NOON_MS };
    await outbox.save(refused, 'one');
    const anew = newRow('a', { ...host, name: 'quota_full' });
    equal(await other.accept(anew), { row: waiting(anew), isNew: true });
    equal(await claimKeys(other, 'two', NOON_MS), ['a']);
  },

  async 'keeps a row that was begun, is settled or is the host’s when the host brings another name'({
    outbox,
    other,
  }) {
    await outbox.accept(newRow('begun'), leaseOf('one'));
    await settle(outbox, confirmed(newRow('settled')));
    await outbox.accept(newRow('own', host));
    const stored = {
      begun: sending(newRow('begun')),
      settled: confirmed(newRow('settled')),
      own: waiting(newRow('own', host)),
    };
    for (const [key, row] of Object.entries(stored)) {
      const accepted = await other.accept(newRow(key, { ...host, name: 'quota_full' }));
      equal(accepted, { row, isNew: false });
      equal(await outbox.find(key), row);
    }
  },

  async 'keeps a settled row as it is, whoever brings the same again'({ outbox, other }) {
    const row = confirmed(newRow('a'));
    await settle(outbox, row);
    for (const isAnonymous of [true, false]) {
      const accepted = await other.accept(newRow('a', { isAnonymous }), leaseOf('two'));
      equal(accepted, { row, isNew: false });
    }
    equal(await outbox.find('a'), row);
  },

  async 'adds one row if 200 calls bring the same key at once'({ outbox, other }) {
    const accepted = await atOnce(
      [outbox, other],
      (one, index) => one.accept(newRow('a', { payload: `key-1.payload-${index}` })),
      CROWD,
    );
    equal(accepted.filter(({ isNew }) => isNew).length, 1);
    const stored = await other.find('a');
    equal(stored, accepted.find(({ isNew }) => isNew)?.row);
    for (const { row } of accepted) equal(row, stored);
    equal(await other.counts('outcome', '2026-01-01'), [
      { day: '2026-03-01', name: 'complete', end: 'accepted', count: 1 },
    ]);
  },

  async 'adds all rows that 200 calls bring at once, and begins those that are to be begun'({
    outbox,
    other,
  }) {
    const accepted = await atOnce(
      [outbox, other],
      (one, index) =>
        one.accept(newRow(`row-${index}`), index % 3 ? undefined : leaseOf(`owner-${index}`)),
      CROWD,
    );
    for (const [index, { row, isNew }] of accepted.entries()) {
      const added = newRow(`row-${index}`);
      equal({ row, isNew }, { row: (index % 3 ? waiting : sending)(added), isNew: true });
    }
    equal((await claimKeys(other, 'one', NOON_MS, CROWD)).length, CROWD - Math.ceil(CROWD / 3));
    equal(await outbox.begin('row-3', leaseOf('owner-3')), true);
    equal(await outbox.begin('row-3', leaseOf('owner-0')), false);
  },

  async 'lets one of many calls of the host replace a row, and answers all with it'({
    outbox,
    other,
  }) {
    await outbox.accept(newRow('a'));
    const accepted = await atOnce([outbox, other], (one, index) =>
      one.accept(newRow('a', { ...host, name: `name-${index}` })),
    );
    equal(accepted.filter(({ isNew }) => isNew).length, 1);
    const stored = await other.find('a');
    for (const { row } of accepted) equal(row, stored);
    equal(await other.counts('outcome', '2026-01-01'), [
      { day: '2026-03-01', name: stored?.name, end: 'accepted', count: 1 },
    ]);
  },
};
