import type * as Guard from '../../../src/browser/endlink/spend-guard.ts';
import type { EndlinkState } from '../../../src/browser/endlink/state.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import { held, until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const TOKEN = 'secret-token-5f2c';

/** The SHA-256 of that token, byte by byte. */
const KEY =
  'vaultlink:66,28,13,28,89,126,200,143,132,195,224,244,234,229,193,94,117,2,174,181,5,13,121,12,171,244,126,244,120,82,79,137';

const confirmed = (): EndlinkState => ({
  state: 'confirmed',
  outcome: 'complete',
  capturedAtMs: Date.now(),
});

const openGuard = async (options?: OpenOptions) =>
  (await openPage('', options)).load<typeof Guard>('endlink/spend-guard.ts');

/** What the browser knows of the token. */
async function markOf(guard: typeof Guard, next?: EndlinkState) {
  let known: unknown;
  await guard.withSpendGuard(TOKEN, async (mark) => {
    known = mark(next);
    await Promise.resolve();
  });
  return known;
}

describe('the spend guard', () => {
  afterEach(closeTab);

  it('reads a mark that says nothing as nothing known', async () => {
    const guard = await openGuard();
    localStorage.setItem(KEY, 'null');
    deepEqual(await markOf(guard), {});
  });

  /** Lets a second tab come while a first one is at the token, and the first one go on once `waits`. @returns what happened, in order */
  async function takeTurns(other: typeof Guard, waits: () => unknown): Promise<string[]> {
    const one = await openGuard();
    const order: string[] = [];
    const first = held();
    const runs = [
      one.withSpendGuard(TOKEN, async () => {
        order.push('first begins');
        await first.promise;
        order.push('first ends');
      }),
    ];
    await until(() => order.length);
    runs.push(
      other.withSpendGuard(TOKEN, async () => {
        order.push('second begins');
        await Promise.resolve();
      }),
    );
    while (!(await waits()));
    first.give();
    await Promise.all(runs);
    return order;
  }
  const isQueued = async () => (await navigator.locks.query()).pending?.length === 1;

  it('lets one tab at a time at a token', async () => {
    const order = await takeTurns(await openGuard(), isQueued);
    deepEqual(order, ['first begins', 'first ends', 'second begins']);
  });

  it('asks again for its turn where the browser has taken it away', async () => {
    let asked = 0;
    const before = ({ navigator: { locks } }: Window) => {
      const request = locks.request.bind(locks);
      // Of the prototype: WebKit forgets what was set on `navigator.locks` itself once it has collected garbage.
      const prototype = Object.getPrototypeOf(locks) as LockManager;
      prototype.request = ((name: string, run: LockGrantedCallback<unknown>) =>
        (asked += 1) === 1
          ? Promise.reject(new Error('no longer runnable'))
          : request(name, run)) as typeof request;
    };
    const order = await takeTurns(await openGuard({ before }), isQueued);
    deepEqual(order, ['first begins', 'first ends', 'second begins']);
    equal(asked, 2);
  });

  it('lets another token pass', async () => {
    const guard = await openGuard();
    const first = held();
    const waiting = guard.withSpendGuard(TOKEN, () => first.promise);
    await guard.withSpendGuard('another', () => Promise.resolve());
    first.give();
    await waiting;
  });

  it('tells every tab what one of them wrote', async () => {
    const [one, other] = [await openGuard(), await openGuard()];
    deepEqual(await markOf(one), {});
    const state = confirmed();
    deepEqual(await markOf(one, state), state);
    deepEqual(await markOf(other), state);
  });

  it('marks a token by its hash, and never writes the token itself', async () => {
    await markOf(await openGuard(), confirmed());
    deepEqual(Object.keys(localStorage), [KEY]);
    ok(!JSON.stringify(localStorage).includes(TOKEN), 'The token is not stored');
    ok(!JSON.stringify(await navigator.locks.query()).includes(TOKEN), 'No lock has its name');
  });

  it('keeps no mark of a dry run', async () => {
    const { withSpendGuard } = await openGuard();
    await withSpendGuard('', async (mark) => {
      deepEqual(mark(confirmed()), {});
      await Promise.resolve();
    });
    equal(localStorage.length, 0);
  });

  it('takes a garbled mark for none', async () => {
    for (const text of ['{', '', 'undefined', '[object Object]']) {
      localStorage[KEY] = text;
      deepEqual(await markOf(await openGuard()), {}, text);
    }
  });

  it('takes a mark for none that has no outcome, or holds what cannot become text', async () => {
    const odd = { toString: null, valueOf: null };
    for (const mark of [
      5,
      'complete',
      ['complete'],
      { state: 'confirmed' },
      { state: 'confirmed', outcome: 'completed' },
      { state: 'confirmed', outcome: ['complete'] },
      { state: 'confirmed', outcome: 'complete', attempts: odd },
      { state: odd, outcome: 'complete', probablyRecorded: true },
    ]) {
      localStorage[KEY] = JSON.stringify(mark);
      deepEqual(await markOf(await openGuard()), {}, JSON.stringify(mark));
    }
  });

  const without: Record<string, (window: Window) => void> = {
    'localStorage is blocked': (window) => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    },
    'there is no hash, and there are no locks': (window) => {
      Object.defineProperty(window, 'crypto', { value: {} });
      Object.defineProperty(Object.getPrototypeOf(window.navigator), 'locks', { value: undefined });
    },
    'locks refuse': (window) => {
      const request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
      const locks = { value: { request } };
      Object.defineProperty(Object.getPrototypeOf(window.navigator), 'locks', locks);
    },
  };
  for (const [what, before] of Object.entries(without)) {
    it(`runs once all the same where ${what}`, async () => {
      const { withSpendGuard, pruneMarks } = await openGuard({ before });
      let runs = 0;
      await withSpendGuard(TOKEN, async (mark) => {
        runs += 1;
        mark(confirmed());
        deepEqual(mark(), what === 'locks refuse' ? confirmedMark() : {});
        await Promise.resolve();
      });
      equal(runs, 1);
      pruneMarks();
    });
  }

  const confirmedMark = () => JSON.parse(localStorage[KEY] as string) as unknown;

  it('removes the marks whose token is over, and touches nothing else', async () => {
    const mark = (ageMs: number) => JSON.stringify({ capturedAtMs: Date.now() - ageMs });
    Object.assign(localStorage, {
      'vaultlink:young': mark(HOUR_MS - 60_000),
      'vaultlink:old': mark(HOUR_MS + 1),
      'vaultlink:garbled': '{',
      'vaultlink:null': 'null',
      'vaultlink:undated': '{}',
      vaultlinkish: mark(HOUR_MS + 1),
      theirs: 'kept',
    });
    (await openGuard()).pruneMarks();
    deepEqual(Object.keys(localStorage).sort(), ['theirs', 'vaultlink:young', 'vaultlinkish']);
  });
});
