import { equal, ok } from './expect.ts';
import { atOnce, grantOf, MANY, NOON_MS, sessionOf } from './samples.ts';
import type { Contract } from './samples.ts';

/** The contract of `Sessions`. */
export const concurrentSessions: Contract = {
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
