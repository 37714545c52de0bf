import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Awaitable, Flow, Store } from 'vaultlink/bff';
import { NOON_MS, standingTime } from '../support/time.ts';
import { storePruning } from './store-pruning.ts';
import { storeRaces } from './store-races.ts';
import { DAY_MS, flow, grantOf, pair, sessionOf } from './store-samples.ts';
import type { OpenedStore } from './store-samples.ts';

/** Opens an empty store, and the same one again as another process would. */
export type OpenStore = (now: () => number) => Awaitable<{ store: Store; again: () => Store }>;

/** What every store has to do. */
export function storeSuite(name: string, open: OpenStore): void {
  async function opened(): Promise<OpenedStore> {
    const time = standingTime();
    const { store, again } = await open(time.now);
    await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
    return { time, store, other: again() };
  }

  describe(name, () => {
    it('gives a flow back as it was, without consuming it', async () => {
      const { store, other } = await opened();
      await store.addFlow(flow);
      assert.deepEqual({ ...(await other.findFlow('flow-1', NOON_MS)) }, flow);
      assert.equal((await other.consumeFlow('flow-1', NOON_MS))?.first, true);
    });

    it('consumes a flow once and knows it afterwards', async () => {
      const { store, other } = await opened();
      const plain: Flow = { ...flow };
      delete plain.previousSessionId;
      await store.addFlow(plain);
      const first = await store.consumeFlow('flow-1', NOON_MS);
      const second = await other.consumeFlow('flow-1', NOON_MS);
      assert.equal(first?.first, true);
      assert.equal(second?.first, false);
      assert.deepEqual({ ...second.flow }, plain);
    });

    it('knows no flow that has expired or was never there', async () => {
      const { store } = await opened();
      await store.addFlow(flow);
      assert.equal(await store.findFlow('flow-1', flow.expiresAtMs), undefined);
      assert.equal(await store.consumeFlow('flow-1', flow.expiresAtMs), undefined);
      assert.equal(await store.consumeFlow('flow-2', NOON_MS), undefined);
    });

    it('finds a session with its grant', async () => {
      const { other } = await opened();
      assert.deepEqual(await other.findSession('session-1', NOON_MS), {
        session: sessionOf('session-1', 'grant-1'),
        grant: grantOf('grant-1'),
      });
      assert.equal(await other.findSession('session-1', NOON_MS + 2 * DAY_MS), undefined);
      assert.equal(await other.findSession('session-2', NOON_MS), undefined);
    });

    it('finds a grant by its id and by its subject', async () => {
      const { other } = await opened();
      assert.deepEqual(await other.findGrant('grant-1'), grantOf('grant-1'));
      assert.deepEqual(await other.findGrantOfSubject('user-1'), grantOf('grant-1'));
      assert.equal(await other.findGrant('grant-2'), undefined);
      assert.equal(await other.findGrantOfSubject('user-2'), undefined);
    });

    it('supersedes the grant of the same subject, and keeps its other sessions', async () => {
      const { store, other } = await opened();
      await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'));
      assert.equal(await other.findGrant('grant-1'), undefined);
      assert.equal((await other.findSession('session-1', NOON_MS))?.grant.id, 'grant-2');
      assert.equal((await other.findSession('session-2', NOON_MS))?.grant.id, 'grant-2');
    });

    it('supersedes the grant of the previous session, which ends', async () => {
      const { store, other } = await opened();
      await store.connect(
        sessionOf('session-2', 'grant-2'),
        grantOf('grant-2', 'user-2'),
        'session-1',
      );
      assert.equal(await other.findGrant('grant-1'), undefined);
      assert.equal(await other.findSession('session-1', NOON_MS), undefined);
      assert.equal((await other.findSession('session-2', NOON_MS))?.grant.subject, 'user-2');
    });

    it('leaves the other sessions of another subject theirs, whoever connects in one browser of both', async () => {
      const { store, other } = await opened();
      await store.connect(sessionOf('phone', 'grant-2'), grantOf('grant-2'));
      await store.connect(
        sessionOf('session-3', 'grant-3'),
        grantOf('grant-3', 'user-2'),
        'session-1',
      );
      assert.equal(await other.findSession('session-1', NOON_MS), undefined);
      assert.equal((await other.findSession('phone', NOON_MS))?.grant.subject, 'user-1');
      assert.equal((await other.findSession('session-3', NOON_MS))?.grant.subject, 'user-2');
      assert.equal((await other.findGrantOfSubject('user-1'))?.id, 'grant-2');
    });

    it('lets the grants of others alone', async () => {
      const { store, other } = await opened();
      await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2', 'user-2'), 'none');
      assert.equal((await other.findSession('session-1', NOON_MS))?.grant.id, 'grant-1');
    });

    it('forgets a grant with every session of it', async () => {
      const { store, other } = await opened();
      await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'));
      assert.deepEqual(await store.disconnect('session-1'), grantOf('grant-2'));
      assert.equal(await other.findGrant('grant-2'), undefined);
      assert.equal(await other.findSession('session-2', NOON_MS), undefined);
      assert.equal(await other.disconnect('session-1'), undefined);
    });

    it('forgets the grant of a subject with every session of it, and no other', async () => {
      const { store, other } = await opened();
      await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'));
      await store.connect(sessionOf('session-3', 'grant-3'), grantOf('grant-3', 'user-2'));
      assert.deepEqual(await store.disconnectSubject('user-1'), grantOf('grant-2'));
      assert.equal(await other.findGrantOfSubject('user-1'), undefined);
      assert.equal(await other.findSession('session-1', NOON_MS), undefined);
      assert.equal(await other.findSession('session-2', NOON_MS), undefined);
      assert.equal((await other.findSession('session-3', NOON_MS))?.grant.id, 'grant-3');
      assert.equal(await other.disconnectSubject('user-1'), undefined);
      await store.connect(sessionOf('session-4', 'grant-4'), grantOf('grant-4'));
      assert.equal(await other.findSession('session-1', NOON_MS), undefined);
    });

    for (const disconnect of ['disconnect', 'disconnectSubject'] as const)
      it(`forgets a grant by ${disconnect} while it is refreshed: nothing that comes late brings it back`, async () => {
        const { store, other } = await opened();
        await store.takeLease('grant-1', 'one', 1000);
        await store.markRefreshing('grant-1', 'one', { attempt: 1, sinceMs: NOON_MS });
        await other[disconnect](disconnect === 'disconnect' ? 'session-1' : 'user-1');
        assert.equal(await store.renewLease('grant-1', 'one', 1000), false);
        assert.equal(await store.markRefreshing('grant-1', 'one', undefined), false);
        assert.equal(await store.saveGrant('grant-1', 1, pair), false);
        assert.equal(await store.markDead('grant-1', 1, 'invalid_grant'), false);
        assert.equal(await store.replaceSeal('grant-1', 'sealed-grant-1', 'anew'), false);
        await store.releaseLease('grant-1', 'one');
        assert.equal(await other.findGrant('grant-1'), undefined);
        assert.equal(await other.findGrantOfSubject('user-1'), undefined);
        assert.deepEqual(await other.grants(undefined, 10), []);
      });

    it('starts a new grant of the same subject afresh, whatever the one before had come to', async () => {
      const { store, other } = await opened();
      await store.takeLease('grant-1', 'one', 1000);
      await store.markRefreshing('grant-1', 'one', { attempt: 2, sinceMs: NOON_MS });
      await store.saveGrant('grant-1', 1, pair);
      await store.markDead('grant-1', 2, 'invalid_grant');
      const anew = grantOf('grant-2');
      delete anew.scope;
      await store.connect(sessionOf('session-2', 'grant-2'), anew);
      assert.deepEqual(await other.findGrant('grant-2'), anew);
      assert.ok(await other.takeLease('grant-2', 'two', 1000));
      await store.prune(NOON_MS + 300 * DAY_MS);
      assert.deepEqual(await other.grants(undefined, 10), [anew]);
    });

    it('keeps any text as it is', async () => {
      const { store, other } = await opened();
      const subject = `o'Neil "Ü" \\ {x} %s $1 \r\n 😀`;
      const grant = { ...grantOf('grant-2', subject), sealed: 'x'.repeat(20_000), scope: '' };
      await store.connect(sessionOf('session-2', 'grant-2'), grant);
      assert.deepEqual(await other.findGrantOfSubject(subject), grant);
    });

    it('gives all grants in pages, in the order of their ids', async () => {
      const { store, other } = await opened();
      for (const id of ['b', '_', 'Z', '-', '0']) {
        await store.connect(sessionOf(`session-${id}`, id), grantOf(id, `user-${id}`));
      }
      const first = await other.grants(undefined, 4);
      assert.deepEqual(
        first.map(({ id }) => id),
        ['-', '0', 'Z', '_'],
      );
      // The last one of a page may be gone when the next is asked for.
      await store.disconnect('session-_');
      assert.deepEqual(await other.grants('_', 4), [grantOf('b', 'user-b'), grantOf('grant-1')]);
      assert.deepEqual(await other.grants('grant-1', 4), []);
    });

    it('gives a lease to one owner at a time', async () => {
      const { store, other } = await opened();
      assert.deepEqual(await store.takeLease('grant-1', 'one', 1000), grantOf('grant-1'));
      assert.equal(await other.takeLease('grant-1', 'two', 1000), undefined);
      assert.ok(await store.takeLease('grant-1', 'one', 1000));
      assert.equal(await other.takeLease('grant-2', 'two', 1000), undefined);
    });

    it('gives a lease to another when it was not renewed in time, and not before', async () => {
      const { store, other, time } = await opened();
      await store.takeLease('grant-1', 'one', 1000);
      time.advance(900);
      assert.equal(await store.renewLease('grant-1', 'one', 1000), true);
      time.advance(999);
      assert.equal(await other.takeLease('grant-1', 'two', 1000), undefined);
      time.advance(1);
      assert.ok(await other.takeLease('grant-1', 'two', 1000));
      assert.equal(await store.renewLease('grant-1', 'one', 1000), false);
    });

    it('takes a lease back from its owner alone', async () => {
      const { store, other } = await opened();
      await store.takeLease('grant-1', 'one', 1000);
      await other.releaseLease('grant-1', 'two');
      assert.equal(await other.takeLease('grant-1', 'two', 1000), undefined);
      await store.releaseLease('grant-1', 'one');
      assert.ok(await other.takeLease('grant-1', 'two', 1000));
    });

    it('notes and takes back that a refresh is under way, for the owner of the lease alone', async () => {
      const { store, other } = await opened();
      const mark = { attempt: 1, sinceMs: NOON_MS };
      assert.equal(await store.markRefreshing('grant-1', 'one', mark), false);
      await store.takeLease('grant-1', 'one', 1000);
      assert.equal(await store.markRefreshing('grant-1', 'one', mark), true);
      assert.equal(await other.markRefreshing('grant-1', 'two', undefined), false);
      assert.deepEqual({ ...(await other.findGrant('grant-1'))?.refreshing }, mark);
      await store.markRefreshing('grant-1', 'one', undefined);
      assert.equal((await other.findGrant('grant-1'))?.refreshing, undefined);
    });

    it('saves a pair over the version that was read, and takes the mark away', async () => {
      const { store, other } = await opened();
      await store.takeLease('grant-1', 'one', 1000);
      await store.markRefreshing('grant-1', 'one', { attempt: 1, sinceMs: NOON_MS });
      assert.equal(await store.saveGrant('grant-1', 1, pair), true);
      assert.deepEqual(await other.findGrant('grant-1'), {
        id: 'grant-1',
        subject: 'user-1',
        version: 2,
        ...pair,
      });
      assert.equal(await other.saveGrant('grant-1', 1, { ...pair, sealed: 'late' }), false);
      assert.equal((await store.findGrant('grant-1'))?.sealed, 'sealed-anew');
    });

    it('marks a grant dead at the version that was read alone', async () => {
      const { store, other } = await opened();
      assert.equal(await store.markDead('grant-1', 2, 'invalid_grant'), false);
      assert.equal(await store.markDead('grant-1', 1, 'invalid_grant'), true);
      const grant = await other.findGrant('grant-1');
      assert.equal(grant?.deadReason, 'invalid_grant');
      assert.equal(grant.version, 1);
    });

    it('saves a late pair over a grant that was marked dead', async () => {
      const { store, other } = await opened();
      await other.markDead('grant-1', 1, 'invalid_grant');
      assert.equal(await store.saveGrant('grant-1', 1, pair), true);
      assert.equal((await other.findGrant('grant-1'))?.deadReason, undefined);
      await store.prune(NOON_MS + 40 * DAY_MS);
      assert.ok(await other.findGrant('grant-1'), 'It lives.');
    });

    it('replaces a seal that is as it was read, and nothing else', async () => {
      const { store, other } = await opened();
      await store.takeLease('grant-1', 'one', 1000);
      await store.markRefreshing('grant-1', 'one', { attempt: 1, sinceMs: NOON_MS });
      assert.equal(await other.replaceSeal('grant-1', 'sealed-grant-1', 'anew'), true);
      assert.equal(await other.replaceSeal('grant-1', 'sealed-grant-1', 'late'), false);
      assert.equal(await other.replaceSeal('grant-2', 'sealed-grant-2', 'anew'), false);
      assert.deepEqual(await store.findGrant('grant-1'), {
        ...grantOf('grant-1'),
        sealed: 'anew',
        refreshing: { attempt: 1, sinceMs: NOON_MS },
      });
      assert.equal(await store.renewLease('grant-1', 'one', 1000), true);
      assert.equal(await store.saveGrant('grant-1', 1, pair), true);
    });

    storePruning(opened);
    storeRaces(opened);

    it('is there', async () => {
      const { store } = await opened();
      await store.ping();
      await store.close();
    });
  });
}
