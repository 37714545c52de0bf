import { deepEqual, equal } from '../support/assert.ts';
import { until } from '../support/until.ts';
import type { OpenedPage } from './sandbox-page.ts';

const IN_USE = 'Another page uses this sandbox. This page goes on in memory and saves nothing.';
const UNAVAILABLE = 'The browser has no storage for this page. The sandbox goes on in memory.';

let database = '';
let count = 0;

/** Opens a page, as a tab would. */
function openFrame(query = '', attributes: Record<string, string> = {}): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  frame.src = `/test/browser/sandbox/sandbox-page.html?database=${database}&${query}`;
  document.body.append(frame);
  return frame;
}

const opened = (frame: HTMLIFrameElement): Promise<OpenedPage> =>
  until(() => frame.contentWindow?.openedPage);

async function reload(frame: HTMLIFrameElement): Promise<OpenedPage> {
  const page = frame.contentWindow;
  delete page?.openedPage;
  page?.location.reload();
  return opened(frame);
}

/** Saves a scenario that has a name. */
const save = ({ store }: OpenedPage, seed: string) =>
  store.save({ version: 1, random: { seed, position: 0 } });

const deleteDatabase = () =>
  new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(database);
    deleting.onsuccess = () => resolve();
    deleting.onblocked = () => reject(new Error('A page keeps the database open.'));
  });

describe('a sandbox in a page', () => {
  beforeEach(() => {
    database = `sandbox-${(count += 1)}`;
  });
  afterEach(async () => {
    document.querySelectorAll('iframe').forEach((frame) => frame.remove());
    await deleteDatabase();
  });

  it('continues after a reload', async () => {
    const frame = openFrame('sandbox');
    const { sandbox } = await opened(frame);
    const { token } = (await sandbox?.startEndlink()) ?? {};
    await sandbox?.flush();
    const again = await reload(frame);
    const address = `http://localhost/api/v3/endlinks/complete?service_endlink_token=${token}`;
    const { Request } = frame.contentWindow as Window & typeof globalThis;
    const answer = await again.sandbox?.fetch(new Request(address));
    equal(answer?.status, 200);
    deepEqual([again.sentences, again.store.problem], [[], undefined]);
  });

  it('saves after each reload', async () => {
    const frame = openFrame();
    equal((await opened(frame)).loaded, undefined);
    for (const seed of ['one', 'two', 'three']) {
      await save(await opened(frame), seed);
      equal((await reload(frame)).loaded?.random?.seed, seed);
    }
  });

  it('does not overwrite what another tab saves, but goes on with a copy and says so', async () => {
    const frame = openFrame();
    const first = await opened(frame);
    await save(first, 'first');
    const second = await opened(openFrame());
    deepEqual([second.sentences, second.store.problem], [[IN_USE], 'in_use']);
    equal(second.loaded?.random?.seed, 'first');
    await save(second, 'lost');
    equal((await reload(frame)).loaded?.random?.seed, 'first');
    await save(await opened(frame), 'next');
    deepEqual([first.sentences, first.store.problem], [[], undefined]);
  });

  it('notices another tab when it saves, where the browser has no locks', async () => {
    const frame = openFrame('without-locks');
    const first = await opened(frame);
    const second = await opened(openFrame('without-locks'));
    deepEqual([first.store.problem, second.store.problem], [undefined, undefined]);
    await save(second, 'second');
    await save(first, 'lost');
    await save(second, 'next');
    deepEqual([first.store.problem, second.store.problem], ['in_use', undefined]);
    deepEqual([first.sentences, second.sentences], [[IN_USE], []]);
    equal((await reload(frame)).loaded?.random?.seed, 'next');
  });

  it('lets another tab save once its store is closed', async () => {
    const first = await opened(openFrame());
    await save(first, 'first');
    first.store.close();
    const second = await opened(openFrame());
    deepEqual([second.loaded?.random?.seed, second.store.problem], ['first', undefined]);
  });

  it('saves again after somebody has deleted the data of the site', async () => {
    const frame = openFrame();
    const page = await opened(frame);
    await save(page, 'first');
    await deleteDatabase();
    await save(page, 'second');
    deepEqual(page.sentences, []);
    equal((await reload(frame)).loaded?.random?.seed, 'second');
  });

  it('goes on in memory where the browser blocks storage, and says so', async () => {
    const told = new Promise<unknown>((resolve) => {
      addEventListener('message', function listen({ data }: MessageEvent<object>) {
        if (!('isSandboxPage' in data)) return;
        removeEventListener('message', listen);
        resolve(data);
      });
    });
    // An origin of its own, which no browser stores anything for.
    openFrame('sandbox', { sandbox: 'allow-scripts' });
    deepEqual(await told, {
      isSandboxPage: true,
      ...{ sentences: [UNAVAILABLE], problem: 'unavailable', seller: 'seller-3' },
    });
  });
});
