import type { Outbox, OutboxCount, OutboxQuery, OutboxRow } from '../../bff/index.ts';
import { equal } from './expect.ts';
import { atOnce, confirmed, leaseOf, newRow, sending, settle, waiting } from './outbox-samples.ts';
import type { OutboxTests } from './outbox-samples.ts';
import { DAY_MS, MANY, NOON_MS } from './samples.ts';

const DAY = '2026-03-01';
const NEXT_DAY = '2026-03-02';

const accepted = (count: number, name = 'complete', day = DAY): OutboxCount => ({
  ...{ day, name, end: 'accepted', count },
});

/** Lists rows. @returns their keys */
const keysIn = async (outbox: Outbox, query: Partial<OutboxQuery>) =>
  (await outbox.list({ kind: 'outcome', limit: 100, ...query })).map(({ key }) => key);

/** The contract of what an outbox says about its rows, and of how long it keeps them. */
export const records: OutboxTests = {
  async 'lists the rows that were accepted last first, of equal times by their keys'({
    outbox,
    other,
  }) {
    for (const [key, afterMs] of Object.entries({ b: 1, a: 2, '-': 1, Z: 1, _: 1, c: 0 })) {
      await outbox.accept(newRow(key, { acceptedAtMs: NOON_MS + afterMs }));
    }
    equal(await keysIn(other, {}), ['a', 'b', '_', 'Z', '-', 'c']);
    equal(await other.list({ kind: 'outcome', limit: 1 }), [
      waiting(newRow('a', { acceptedAtMs: NOON_MS + 2 })),
    ]);
  },

  async 'lists in pages, each row once, though rows come and go between them'({ outbox, other }) {
    const keys = ['f', 'e', 'd', 'c', 'b', 'a'];
    for (const [index, key] of keys.entries()) {
      await outbox.accept(newRow(key, { acceptedAtMs: NOON_MS - Math.floor(index / 3) }));
    }
    const seen: string[] = [];
    for (let after: OutboxQuery['after']; ;) {
      const page: readonly OutboxRow[] = await other.list({ kind: 'outcome', limit: 2, after });
      seen.push(...page.map(({ key }) => key));
      after = page.at(-1);
      if (page.length < 2) break;
      await outbox.accept(newRow(`later-${seen.length}`, { acceptedAtMs: NOON_MS + 1 }));
    }
    equal(seen, keys);
    equal(await keysIn(other, { after: { acceptedAtMs: NOON_MS, key: 'dd' } }), keys.slice(2));
  },

  async 'lists the rows of some states, and those from a time on'({ outbox, other }) {
    await outbox.accept(newRow('waiting', { acceptedAtMs: NOON_MS + 1 }));
    await outbox.accept(newRow('sending', { acceptedAtMs: NOON_MS + 2 }), leaseOf('one'));
    await settle(outbox, confirmed(newRow('confirmed', { acceptedAtMs: NOON_MS + 3 })));
    equal(await keysIn(other, { states: ['confirmed', 'waiting'] }), ['confirmed', 'waiting']);
    equal(await keysIn(other, { states: ['undelivered'] }), []);
    equal(await keysIn(other, { states: [] }), []);
    equal(await keysIn(other, { sinceMs: NOON_MS + 2 }), ['confirmed', 'sending']);
    const sinceMs = NOON_MS + 2;
    const after = { acceptedAtMs: NOON_MS + 3, key: 'confirmed' };
    equal(await keysIn(other, { states: ['sending', 'waiting'], sinceMs, after }), ['sending']);
  },

  async 'counts each row once when it is accepted, and once when it ends, by the day of acceptance'({
    outbox,
    other,
    time,
  }) {
    await outbox.accept(newRow('a'));
    await outbox.accept(newRow('a'));
    await settle(outbox, confirmed(newRow('b', { acceptedAtMs: NOON_MS + DAY_MS / 2 - 1 })));
    await settle(outbox, confirmed(newRow('c', { acceptedAtMs: NOON_MS + DAY_MS / 2 })));
    await outbox.accept(newRow('d', { name: 'quota_full' }), leaseOf('one'));
    const unknown = { ...sending(newRow('d')), state: 'unknown', isAmbiguous: true } as const;
    await outbox.save(unknown, 'one');
    const counted = [
      accepted(2),
      { ...accepted(1), end: 'confirmed' },
      accepted(1, 'quota_full'),
      accepted(1, 'complete', NEXT_DAY),
      { ...accepted(1, 'complete', NEXT_DAY), end: 'confirmed' },
    ];
    equal(await other.counts('outcome', DAY), counted);
    time.advance(1000);
    await other.claim('outcome', time.now(), 10, leaseOf('two'));
    const rejected = { ...unknown, state: 'rejected', settledAtMs: time.now() + DAY_MS } as const;
    equal(await outbox.save(rejected, 'one'), false);
    equal(await other.counts('outcome', DAY), counted, 'Nothing was saved.');
    await other.save(rejected, 'two');
    counted.splice(3, 0, { ...accepted(1, 'quota_full'), end: 'rejected' });
    equal(await other.counts('outcome', DAY), counted);
    equal(await other.counts('outcome', NEXT_DAY), counted.slice(4));
    equal(await other.counts('outcome', '2026-03-03'), []);
  },

  async 'moves the count of a row that the host replaces'({ outbox, other }) {
    await outbox.accept(newRow('a'));
    await outbox.accept(newRow('b'));
    const changes = { isAnonymous: false, name: 'quota_full', acceptedAtMs: NOON_MS + DAY_MS };
    await other.accept(newRow('a', changes));
    const moved = accepted(1, 'quota_full', NEXT_DAY);
    equal(await other.counts('outcome', DAY), [accepted(1), moved]);
    await other.accept(newRow('b', changes));
    equal(await other.counts('outcome', DAY), [{ ...moved, count: 2 }]);
    await other.accept(newRow('b', { ...changes, name: 'complete' }));
    equal(await other.counts('outcome', DAY), [{ ...moved, count: 2 }], 'It is locked.');
  },

  async 'adds to a count what was never a row'({ outbox, other }) {
    const refused: OutboxCount = { ...accepted(2), end: 'refused' };
    await outbox.addCount('outcome', refused);
    await outbox.accept(newRow('a'));
    await other.addCount('outcome', { ...refused, count: 3 });
    equal(await other.counts('outcome', DAY), [accepted(1), { ...refused, count: 5 }]);
  },

  async 'counts what many processes accept, settle and add at once'({ outbox, other }) {
    await atOnce([outbox, other], async (one, index) => {
      await settle(one, confirmed(newRow(`row-${index}`)));
      await one.addCount('outcome', { ...accepted(1), end: 'refused' });
    });
    equal(await other.counts('outcome', DAY), [
      accepted(MANY),
      { ...accepted(MANY), end: 'confirmed' },
      { ...accepted(MANY), end: 'refused' },
    ]);
  },

  async 'replaces the seal of a payload that was not replaced meanwhile'({ outbox, other }) {
    const { payload } = newRow('a');
    await outbox.accept(newRow('a'), leaseOf('one'));
    equal(await other.replacePayload('a', 'key-1.other', 'key-2.anew'), false);
    equal(await other.replacePayload('none', payload, 'key-2.anew'), false);
    equal(await other.replacePayload('a', payload, 'key-2.anew'), true);
    equal(await other.replacePayload('a', payload, 'key-2.late'), false);
    equal(await outbox.find('a'), { ...sending(newRow('a')), payload: 'key-2.anew' });
    equal(await outbox.save(confirmed(newRow('a')), 'one'), true, 'The lease stays.');
  },

  async 'deletes the rows that were settled before a time, and neither open ones nor counts'({
    outbox,
    other,
  }) {
    await outbox.accept(newRow('open', { acceptedAtMs: 1, dueAtMs: 1, expiresAtMs: 2 }));
    for (const [key, settledInMs] of Object.entries({ early: -1, late: 0 })) {
      await settle(outbox, confirmed(newRow(key), NOON_MS + settledInMs));
    }
    const counts = await outbox.counts('outcome', '1970-01-01');
    await other.pruneSettled(NOON_MS, 0);
    equal(await keysIn(other, {}), ['late', 'open']);
    await other.pruneSettled(NOON_MS + 1, 0);
    equal(await keysIn(other, {}), ['open']);
    equal(await other.counts('outcome', '1970-01-01'), counts);
  },

  async 'keeps the latest of the settled rows without a payload, as many as it is told'({
    outbox,
    other,
  }) {
    const erased = { state: 'rejected', payload: undefined } as const;
    for (const [key, settledInMs] of Object.entries({ b: 2, d: 4, a: 1, c: 3 })) {
      await settle(outbox, { ...confirmed(newRow(key), NOON_MS + settledInMs), ...erased });
    }
    await settle(outbox, confirmed(newRow('full')));
    await other.pruneSettled(0, 4);
    equal((await keysIn(other, {})).sort(), ['a', 'b', 'c', 'd', 'full']);
    await other.pruneSettled(0, 2);
    equal((await keysIn(other, {})).sort(), ['c', 'd', 'full']);
    await other.pruneSettled(0, 0);
    equal(await keysIn(other, {}), ['full']);
  },
};
