import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { startDemo } from '../../demo/demo.ts';
import type { Demo } from '../../demo/demo.ts';
import { answer, BUYER_PATHS, nonceOf, pageAt } from './pages.ts';

/** A tag manager adds the script tag to these. */
const INJECTED_PATHS = ['/garden', '/garden/thanks'];
/** These call their own host. */
const CALLING_PATHS = ['/music/result'];
const PARTNER_PATHS = ['/', '/inside', '/samples', '/samples/thanks'];
const PANEL_PATHS = ['/', '/inside', '/profile', '/profile/popup'];
const CLUB_PATHS = ['/', '/inside', '/profile'];
const TOUR_PATHS = ['/', '/vault', '/hosts', '/surveys'];

let demo: Demo;
before(async () => {
  demo = await startDemo({ port: 0 });
});
after(() => demo.close());

/** Pages of companies. */
const companyPages = () => [
  ...BUYER_PATHS.map((path) => demo.buyer + path),
  ...PARTNER_PATHS.map((path) => demo.partner + path),
  ...PANEL_PATHS.map((path) => demo.panel + path),
  ...CLUB_PATHS.map((path) => demo.club + path),
];

const allPages = () => [...companyPages(), ...TOUR_PATHS.map((path) => demo.tour + path)];

const addressesOf = ({ service, tour, buyer, partner, panel, club }: Demo) => ({
  ...{ service, tour, buyer, partner, panel, club },
});

const isOneOf = (paths: string[], url: string) => paths.includes(url.slice(demo.buyer.length));

const callsItself = (url: string) =>
  [demo.tour, demo.panel, demo.club].some((origin) => url.startsWith(origin)) ||
  isOneOf(CALLING_PATHS, url);

describe('the demo', () => {
  it('runs on six origins, the marketplace on another site than the others', () => {
    const { service, ...others } = addressesOf(demo);
    assert.equal(new Set([service, ...Object.values(others)]).size, 6);
    assert.equal(new URL(service).hostname, 'localhost');
    for (const other of Object.values(others)) assert.equal(new URL(other).hostname, '127.0.0.1');
    assert.deepEqual(demo.takenPorts, []);
  });

  it('offers ten packets that lead to pages of the buyer', async () => {
    const state = (await (await fetch(`${demo.service}/sandbox/state`)).json()) as {
      packets: {
        name: string;
        reward: number;
        questions: { endlink_url?: string }[];
      }[];
    };
    const { buyer } = demo;
    const packets = state.packets.flatMap(({ name, reward, questions: [question] }) => {
      const { endlink_url } = question ?? {};
      return endlink_url === undefined ? [] : [{ name, reward, endlink_url }];
    });
    assert.deepEqual(
      packets.map(({ endlink_url }) => endlink_url),
      [
        `${buyer}/survey`,
        `${buyer}/travel?custom1={{endlink_token}}&rid={{seller_id}}`,
        `${buyer}/tasting`,
        `${buyer}/parcel`,
        `${buyer}/cooking`,
        `${buyer}/breakfast`,
        `${buyer}/reading`,
        `${buyer}/garden`,
        `${buyer}/music`,
        `${buyer}/sleep`,
      ],
    );
    for (const { name, endlink_url, reward } of packets) {
      assert.ok(name.length > 5 && reward > 0);
      assert.equal((await pageAt(endlink_url)).status, 200);
    }
  });

  it('takes a free port where the one it wants is taken, and says which', async () => {
    const other = await listen(() => new Response('here before'), { hostname: '127.0.0.1' });
    const second = await startDemo({ port: other.port - 1 });
    try {
      assert.ok(second.takenPorts.includes(other.port));
      assert.notEqual(second.buyer, other.origin);
      assert.equal((await fetch(second.buyer)).status, 200);
      assert.equal(await (await fetch(other.origin)).text(), 'here before');
    } finally {
      await second.close();
      await other.close();
    }
  });

  it('leaves no server behind when it closes, not even one with a stream open', async () => {
    const second = await startDemo({ port: 0 });
    const events = await fetch(`${second.service}/sandbox/events`);
    await second.close();
    await events.text().catch(() => 'cut');
    for (const origin of Object.values(addressesOf(second))) {
      await assert.rejects(fetch(origin));
      // The port can be had again.
      const { hostname, port } = new URL(origin);
      await (await listen(() => new Response(), { hostname, port: Number(port) })).close();
    }
  });
});

describe('every page of the demo', () => {
  it('answers 200 with the script tag first in the head, or with the tag manager that adds it', async () => {
    for (const url of companyPages()) {
      const { status, policy, text } = await pageAt(url);
      assert.equal(status, 200, url);
      const [, blocker, name, attributes = ''] =
        /<head>\s*(<script src="\/block-storage.js" [^>]*><\/script>)?<script src="\/([\w-]+)\.js" ([^>]*)><\/script>/.exec(
          text,
        ) ?? [];
      const isInjected = isOneOf(INJECTED_PATHS, url);
      const option = isInjected ? 'data-marketplace' : 'data-base-url';
      assert.equal(name, isInjected ? 'tag-manager' : 'vaultlink', url);
      assert.ok(attributes.includes(`nonce="${nonceOf(policy)}"`), url);
      assert.ok(attributes.includes(`${option}="${demo.service}"`), url);
      assert.equal(blocker !== undefined, new URL(url).pathname.startsWith('/sleep'), url);
    }
  });

  it('has a strict policy, with another nonce each time', async () => {
    const nonces = new Set<string>();
    for (const url of [...allPages(), ...allPages()]) {
      const { policy, text } = await pageAt(url);
      const nonce = nonceOf(policy);
      assert.ok(nonce.length > 20, url);
      nonces.add(nonce);
      const directives = policy.split('; ');
      for (const directive of [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        `connect-src ${demo.service}${callsItself(url) ? " 'self'" : ''}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        `trusted-types ${isOneOf(INJECTED_PATHS, url) ? 'tag-manager' : "'none'"}`,
      ]) {
        assert.ok(directives.includes(directive), `${url}: ${directive}`);
      }
      assert.doesNotMatch(policy, /unsafe|\*/);
      assert.doesNotMatch(text, /<style| style=| on[a-z]+=/);
      for (const [script] of text.matchAll(/<script[^>]*>/g)) {
        assert.ok(script.includes(`nonce="${nonce}"`) && script.includes(' src="/'), script);
      }
    }
    assert.equal(nonces.size, 2 * allPages().length);
  });

  it('loads nothing but what its own host serves', async () => {
    const loaded = new Set<string>();
    for (const url of allPages()) {
      const { text } = await pageAt(url);
      for (const [, address = ''] of text.matchAll(
        /<(?:script src|link rel="\w+" href)="([^"]*)"/g,
      ))
        loaded.add(new URL(address, url).href);
    }
    const origins = new Set([...loaded].map((address) => new URL(address).origin));
    assert.deepEqual(
      origins,
      new Set([demo.buyer, demo.partner, demo.panel, demo.club, demo.tour]),
    );
    for (const address of loaded) assert.equal((await fetch(address)).status, 200, address);
  });

  it('links only to pages that there are', async () => {
    const links = new Set<string>();
    for (const url of allPages()) {
      const { text } = await pageAt(url);
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]*)"/g))
        links.add(new URL(href, url).href);
    }
    assert.ok(links.size > 15);
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
  });

  it('has one main heading, a language, and a label for every field', async () => {
    for (const url of allPages()) {
      const { text } = await pageAt(url);
      assert.match(text, /<html lang="en"/);
      assert.equal(text.split('<h1>').length, 2, url);
      for (const [field] of text.matchAll(/<(?:select|textarea|progress)[^>]*>/g)) {
        const id = / id="(\w+)"/.exec(field)?.[1] ?? '';
        assert.ok(text.includes(`<label for="${id}">`), field);
      }
      const inputs = text.split('<input').length;
      assert.equal(text.split(/<label class="choice">\s*<input/).length, inputs, url);
      assert.equal(text.includes('<fieldset>'), inputs > 1, url);
    }
  });
});

describe('the hosts of the demo', () => {
  it('serve every part of Vaultlink beside the script tag', async () => {
    for (const origin of [demo.buyer, demo.partner, demo.panel, demo.club]) {
      const parts = ['-token', '-relay', '-dry-run', '-diagnostics', '-elements', '-authorize'];
      for (const part of ['', ...parts, '-language-de', '-language-pt-BR']) {
        const response = await fetch(`${origin}/vaultlink${part}.js?v=1`);
        assert.equal(response.status, 200, part);
        assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/);
        assert.ok((await response.text()).length > 300, part);
      }
    }
  });

  it('answer 404 with a page of their own for what they do not have', async () => {
    for (const path of ['/nowhere', '/vaultlink-none.js', '/vaultlink.js.map', '/package.json']) {
      const { status, policy, text } = await pageAt(demo.buyer + path);
      assert.equal(status, 404, path);
      assert.ok(nonceOf(policy));
      assert.match(text, /<h1>There is no such page<\/h1>/);
    }
    assert.equal((await fetch(`${demo.service}/nowhere`)).status, 404);
  });

  it('refuse methods that a page does not have', async () => {
    const posted = await answer(`${demo.buyer}/survey/thanks`, {});
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
    const removed = await fetch(`${demo.buyer}/survey`, { method: 'DELETE' });
    assert.deepEqual([removed.status, removed.headers.get('allow')], [405, 'GET, HEAD, POST']);
    const notForm = await fetch(`${demo.buyer}/survey`, { method: 'POST', body: '{}' });
    assert.equal(notForm.status, 400);
  });
});
