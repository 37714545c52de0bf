import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { form } from './console-driver.ts';
import { authorizeUrl, CLIENT, startOAuth } from '../oauth-driver.ts';

const BASE_PATH = '/team/market';
const ORIGIN = 'http://localhost';

/** Attributes whose value may begin with a slash and is no address: they name paths of the interface. */
const NO_ADDRESS = /^(value|placeholder)$/;

/** An address of the sandbox that somebody may copy, from its path on. */
const IN_TEXT = /http:\/\/localhost([^\s<]*)|GET (\/\S*sandbox\/\S*)/g;

/** Every attribute of the markup whose value is an address of its own host. */
function addressesIn(markup: string, pageUrl: string): { name: string; address: string }[] {
  const tags = markup.match(/<[a-z][^>]*>/g) ?? [];
  const attributes = tags.flatMap((tag) => [...tag.matchAll(/\s([\w-]+)="([^"]*)"/g)]);
  return attributes.flatMap(([, name = '', value = '']) => {
    const isAddress = /^(href|src|action|formaction)$/.test(name) || value.startsWith('/');
    if (!isAddress || NO_ADDRESS.test(name) || value.startsWith('#')) return [];
    const url = new URL(value.replaceAll('&amp;', '&'), pageUrl);
    return url.origin === ORIGIN ? [{ name, address: url.pathname + url.search }] : [];
  });
}

/** What the forms of all pages ask for. */
const FIELDS = {
  ...{ client_id: CLIENT.client_id, packet_id: 'survey', seller: 'seller-2', name: 'Other' },
  ...{ seller_id: 'seller-2', redirect_uri: 'https://buyer.example/back', questions: 'drink' },
  ...{ endlink_url: 'https://buyer.example/other', reward: '2', kind: 'delay', delay_ms: '1' },
  ...{ amount: '1', unit: '60', reset: 'cors' },
};

/** A sandbox in which every page has something to show, and each page that a person can come to, by its path within the sandbox. */
async function allPages(basePath: string) {
  const driver = startOAuth({ basePath, seed: 'pages' });
  const { fetch, post, open, report, connect, push, sandbox } = driver;
  await post('clients', { name: 'Changed', redirect_uri: 'https://buyer.example/' });
  const { token } = await open('survey');
  await push((await connect()).access_token, { name: 'Ada', drink: null });
  await post('faults', { kind: 'hold', outcome: 'fail' });
  await post('faults', { kind: 'delay', delay_ms: 1, path: '/oauth/token', times: null });
  await post('behaviour', { head_consumes: false });
  const held = report('fail', token).catch(() => undefined);
  while ((await driver.state()).held_requests === 0) await new Promise(setImmediate);

  const pages = new Map<string, string>();
  const actions = new Set<string>();
  const outside: string[] = [];
  async function read(path: string, response: Response): Promise<void> {
    if (!response.headers.get('content-type')?.startsWith('text/html')) return;
    const markup = await response.text();
    pages.set(path, markup);
    // In the text, too: variables, commands and calls to copy.
    for (const [text, absolute, relative] of markup.matchAll(IN_TEXT)) {
      const address = absolute ?? relative ?? '';
      if (!address.startsWith(basePath)) outside.push(`${path}: ${text}`);
    }
    for (const { name, address } of addressesIn(
      markup,
      ORIGIN + basePath + path.replace('POST ', ''),
    )) {
      if (!address.startsWith(`${basePath}/`)) outside.push(`${path}: ${name}="${address}"`);
      const found = address.slice(basePath.length);
      if (name.endsWith('action')) actions.add(found);
      else if (!pages.has(found)) {
        pages.set(found, '');
        const next = await fetch(found);
        assert.equal(next.status, 200, `${found}, from ${path}`);
        await read(found, next);
      }
    }
  }

  const go = async (path: string, init?: RequestInit) => read(path, await fetch(path, init));
  await go('/');
  await go('/sandbox/log?group=visit&q=a&before=9');
  await go('/sandbox/log/999');
  await go('/developer?endlink_url=https://a.example/');
  await go(authorizeUrl());
  await go(authorizeUrl({ client_id: 'nobody' }));
  await go('/oauth/authorize', form({}));
  await go('/api/v3/endlinks/complete.html');
  await go(`/api/v3/endlinks/quota_full.html?service_endlink_token=${token}`);
  const posted = [...actions].filter((path) => !path.startsWith('/oauth/') && !pages.has(path));
  const deletes = posted.filter((path) => path.endsWith('/delete'));
  const others = posted.filter((path) => !path.endsWith('/delete'));
  // First with mistakes, then with all that any of them asks for.
  for (const path of others)
    await submit(path, { client_id: CLIENT.client_id, packet_id: 'survey' });
  for (const path of [...others, ...deletes, ...others]) await submit(path, FIELDS);
  sandbox.loadScenario({ version: 1 });
  for (const path of ['/', '/developer', '/sandbox/log', '/sandbox/lab']) await go(path);
  sandbox.close();
  await held;
  return { pages, actions, outside };

  /** Posts a form, and goes where it leads. */
  async function submit(path: string, fields: Record<string, string>): Promise<void> {
    const answer = await fetch(path, form(fields));
    const location = answer.headers.get('location');
    if (location === null) {
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/, path);
      return read(`POST ${path}`, answer);
    }
    const { origin, pathname, search } = new URL(location, ORIGIN);
    if (origin !== ORIGIN) return;
    if (!pathname.startsWith(`${basePath}/`)) outside.push(`POST ${path}: location ${location}`);
    const next = pathname.slice(basePath.length) + search;
    // The ticket is another each time.
    await read(next.replace(/ticket=.*/, 'ticket'), await fetch(next));
  }
}

describe('The pages of a sandbox with a base path', () => {
  it('are all below it: every link, form, style, script and part that is loaded', async () => {
    const { outside, pages, actions } = await allPages(BASE_PATH);
    assert.deepEqual(outside, []);
    const seen = [...pages].filter(([, markup]) => markup !== '').map(([path]) => path);
    for (const path of [
      '/',
      '/developer',
      '/sandbox/log',
      '/sandbox/log/1',
      '/sandbox/lab',
      '/sandbox/console/secret?ticket',
      'POST /sandbox/console/clients',
      'POST /sandbox/lab/faults',
      authorizeUrl(),
    ]) {
      assert.ok(seen.includes(path), `${path} is not among ${seen.join(', ')}`);
    }
    assert.ok(actions.size > 20, `${actions.size} forms`);
  });

  it('are the same as without it', async () => {
    const [below, plain] = [await allPages(BASE_PATH), await allPages('')];
    assert.deepEqual(plain.outside, []);
    assert.deepEqual([...below.pages.keys()], [...plain.pages.keys()]);
    assert.deepEqual([...below.actions], [...plain.actions]);
  });

  for (const basePath of ['', BASE_PATH]) {
    it(`listen for events at ${basePath}/sandbox/events`, async () => {
      const { call } = startOAuth({ basePath });
      const src = /<script src="([^"]+)"/.exec(String((await call('/')).body))?.[1] ?? '';
      const { body } = await call(src.slice(basePath.length));
      const opened: string[] = [];
      runInNewContext(String(body), {
        URL,
        EventSource: class {
          constructor(url: unknown) {
            opened.push(String(url));
          }
          addEventListener() {
            return undefined;
          }
        },
        document: {
          currentScript: { src: ORIGIN + src },
          querySelector: () => null,
          querySelectorAll: () => [],
          addEventListener: () => undefined,
        },
        location: { href: `${ORIGIN}${basePath}/` },
        setInterval: () => 0,
        addEventListener: () => undefined,
      });
      assert.deepEqual(opened, [`${ORIGIN}${basePath}/sandbox/events`]);
    });
  }
});
