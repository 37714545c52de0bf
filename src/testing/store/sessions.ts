import { equal, ok } from './expect.ts';
import { atOnce, DAY_MS, grantOf, MANY, NOON_MS, pair, sessionOf } from './samples.ts';
import type { Contract } from './samples.ts';

/** The contract of `Sessions`. */
export const sessions: Contract = {
  async 'finds a session with its grant'({ other }) {
    equal(await other.findSession('session-1', NOON_MS), {
      session: sessionOf('session-1', 'grant-1'),
      grant: grantOf('grant-1'),
    });
    equal(await other.findSession('session-1', NOON_MS + 2 * DAY_MS), undefined);
    equal(await other.findSession('session-2', NOON_MS), undefined);
  },

  async 'finds the state of a session, with all that a session check needs of its grant'({
    store,
    other,
  }) {
    const { subject, scope, expiresAtMs } = grantOf('grant-1');
    const state = { id: 'grant-1', subject, scope, expiresAtMs, keyId: 'key-1' };
    const find = async (id: string, nowMs = NOON_MS) => other.findSessionState(id, nowMs);
    const found = await find('session-1');
    equal(found?.session, sessionOf('session-1', 'grant-1'));
    // A store may return more of the grant.
    equal({ ...found?.grant, ...state }, found?.grant);
    equal(found?.grant.deadReason, undefined);
    equal(await find('session-1', NOON_MS + 2 * DAY_MS), undefined);
    equal(await find('session-2'), undefined);
    await store.replaceSeal('grant-1', grantOf('grant-1').sealed, 'key-2.anew');
    await store.markDead('grant-1', 1, 'invalid_grant');
    const dead = await find('session-1');
    equal([dead?.grant.keyId, dead?.grant.deadReason], ['key-2', 'invalid_grant']);
    await store.saveGrant('grant-1', 1, { ...pair, sealed: 'without a key' });
    const saved = await find('session-1');
    equal([saved?.grant.keyId, saved?.grant.deadReason], ['', undefined]);
    equal([saved?.grant.scope, saved?.grant.expiresAtMs], [undefined, pair.expiresAtMs]);
  },

  async 'supersedes the grant of the same subject, and keeps its other sessions'({ store, other }) {
    await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'));
    equal(await other.findGrant('grant-1'), undefined);
    equal((await other.findSession('session-1', NOON_MS))?.grant.id, 'grant-2');
    equal((await other.findSession('session-2', NOON_MS))?.grant.id, 'grant-2');
  },

  async 'supersedes the grant of the previous session, which ends'({ store, other }) {
    await store.connect(
      sessionOf('session-2', 'grant-2'),
      grantOf('grant-2', 'user-2'),
      'session-1',
    );
    equal(await other.findGrant('grant-1'), undefined);
    equal(await other.findSession('session-1', NOON_MS), undefined);
    equal((await other.findSession('session-2', NOON_MS))?.grant.subject, 'user-2');
  },

  async 'leaves a user the sessions of other browsers when somebody else connects in one of theirs'({
    store,
    other,
  }) {
    await store.connect(sessionOf('phone', 'grant-2'), grantOf('grant-2'));
    await store.connect(
      sessionOf('session-3', 'grant-3'),
      grantOf('grant-3', 'user-2'),
      'session-1',
    );
    equal(await other.findSession('session-1', NOON_MS), undefined);
    equal((await other.findSession('phone', NOON_MS))?.grant.subject, 'user-1');
    equal((await other.findSession('session-3', NOON_MS))?.grant.subject, 'user-2');
    equal((await other.findGrantOfSubject('user-1'))?.id, 'grant-2');
  },

  async 'lets the grants of others alone'({ store, other }) {
    await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2', 'user-2'), 'none');
    equal((await other.findSession('session-1', NOON_MS))?.grant.id, 'grant-1');
  },

  async 'forgets a grant with every session of it'({ store, other }) {
    await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'));
    equal(await store.disconnect('session-1'), grantOf('grant-2'));
    equal(await other.findGrant('grant-2'), undefined);
    equal(await other.findSession('session-2', NOON_MS), undefined);
    equal(await other.disconnect('session-1'), undefined);
  },

  async 'forgets the grant of a subject with every session of it, and no other'({ store, other }) {
    await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'));
    await store.connect(sessionOf('session-3', 'grant-3'), grantOf('grant-3', 'user-2'));
    equal(await store.disconnectSubject('user-1'), grantOf('grant-2'));
    equal(await other.findGrantOfSubject('user-1'), undefined);
    equal(await other.findSession('session-1', NOON_MS), undefined);
    equal(await other.findSession('session-2', NOON_MS), undefined);
    equal((await other.findSession('session-3', NOON_MS))?.grant.id, 'grant-3');
    equal(await other.disconnectSubject('user-1'), undefined);
    await store.connect(sessionOf('session-4', 'grant-4'), grantOf('grant-4'));
    equal(await other.findSession('session-1', NOON_MS), undefined);
  },

  async 'moves the end of a session, to a later and to an earlier time'({ store, other }) {
    const later = NOON_MS + 5 * DAY_MS;
    equal(await store.setSessionEnd?.('session-1', later), true);
    const found = await other.findSession('session-1', later - 1);
    equal(found?.session, {
      ...sessionOf('session-1', 'grant-1'),
      expiresAtMs: later,
    });
    equal(found?.grant, grantOf('grant-1'));
    await store.prune(NOON_MS + 3 * DAY_MS);
    ok(await other.findSession('session-1', later - 1));
    equal(await store.setSessionEnd?.('session-1', NOON_MS + 1), true);
    equal(await other.findSession('session-1', NOON_MS + 1), undefined);
    await store.prune(NOON_MS + 1);
    equal(await store.setSessionEnd?.('session-1', later), false);
    equal(await store.setSessionEnd?.('session-2', later), false);
    equal(await other.findSession('session-2', NOON_MS), undefined);
  },

  async 'starts a new grant of the same subject afresh, whatever the one before had come to'({
    store,
    other,
  }) {
    await store.takeLease('grant-1', 'one', 1000);
    await store.markRefreshing('grant-1', 'one', { attempt: 2, sinceMs: NOON_MS });
    await store.saveGrant('grant-1', 1, pair);
    await store.markDead('grant-1', 2, 'invalid_grant');
    const anew = grantOf('grant-2');
    delete anew.scope;
    await store.connect(sessionOf('session-2', 'grant-2'), anew);
    equal(await other.findGrant('grant-2'), anew);
    ok(await other.takeLease('grant-2', 'two', 1000));
    await store.prune(NOON_MS + 300 * DAY_MS);
    equal(await other.grants(undefined, 10), [anew]);
  },

  async 'leaves one grant of a subject who connects in many places at once, and leads each session to it'({
    store,
    other,
  }) {
    await atOnce([store, other], (one, index) =>
      one.connect(
        sessionOf(`browser-${index}`, `anew-${index}`),
        grantOf(`anew-${index}`),
        // One of them comes back with the session that it had.
        index === 3 ? 'session-1' : undefined,
      ),
    );
    const [grant, ...more] = await other.grants(undefined, 100);
    equal(more, []);
    ok(grant?.id.startsWith('anew-'));
    equal(await other.findSession('session-1', NOON_MS), undefined);
    const found = await atOnce([store, other], (one, index) =>
      one.findSession(`browser-${index}`, NOON_MS),
    );
    for (const one of found) equal(one?.grant, grant);
    equal((await other.disconnect('browser-7'))?.id, grant?.id);
    equal(await other.findSession('browser-0', NOON_MS), undefined);
  },

  async 'keeps two users apart who connect in each other’s browsers at once'({ store, other }) {
    for (let round = 0; round < MANY; round += 1) {
      const [a, b] = [`a-${round}`, `b-${round}`];
      await store.connect(sessionOf(`old-${a}`, `old-${a}`), grantOf(`old-${a}`, a));
      await store.connect(sessionOf(`old-${b}`, `old-${b}`), grantOf(`old-${b}`, b));
      await Promise.all([
        store.connect(sessionOf(a, a), grantOf(a, a), `old-${b}`),
        other.connect(sessionOf(b, b), grantOf(b, b), `old-${a}`),
      ]);
      for (const user of [a, b]) {
        equal((await other.findSession(user, NOON_MS))?.grant, grantOf(user, user));
        equal(await other.findSession(`old-${user}`, NOON_MS), undefined);
      }
    }
  },

  async 'disconnects a user who connects elsewhere at the same time before that or after it'({
    store,
    other,
  }) {
    for (let round = 0; round < MANY; round += 1) {
      const user = `user-of-${round}`;
      const [before, anew] = [`before-${round}`, `anew-${round}`];
      await store.connect(sessionOf(before, before), grantOf(before, user));
      const [gone] = await Promise.all([
        other.disconnect(before),
        store.connect(sessionOf(anew, anew), grantOf(anew, user)),
      ]);
      ok(gone, 'There was such a session, before and after.');
      equal(await other.findSession(before, NOON_MS), undefined);
      const left = gone?.id === before ? anew : undefined;
      equal((await other.findSession(anew, NOON_MS))?.grant.id, left);
      equal((await other.findGrantOfSubject(user))?.id, left);
    }
  },
};
