import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { startDemo } from '../../demo/demo.ts';
import type { Demo } from '../../demo/demo.ts';

let demo: Demo;
before(async () => {
  demo = await startDemo({ port: 0 });
});
after(() => demo.close());

const vaultPages = () => [
  ...['/', '/profile', '/profile/popup'].map((path) => demo.panel + path),
  ...['/', '/profile'].map((path) => demo.club + path),
];

const allPages = () => [`${demo.sample}/`, `${demo.sample}/landing.html`, ...vaultPages()];

const addressesOf = ({ service, sample, panel, club }: Demo) => ({ service, sample, panel, club });

/** Requests an address. Returns the status, the text and the policy of the response. */
async function pageAt(url: string) {
  const response = await fetch(url);
  const policy = response.headers.get('content-security-policy') ?? '';
  return { status: response.status, policy, text: await response.text() };
}

/** The nonce that a policy names. */
const nonceOf = (policy: string) => /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1] ?? '';

describe('the demo', () => {
  it('runs on four origins, the marketplace on another site than the others', () => {
    const { service, ...others } = addressesOf(demo);
    assert.equal(new Set([service, ...Object.values(others)]).size, 4);
    assert.equal(new URL(service).hostname, 'localhost');
    for (const other of Object.values(others)) assert.equal(new URL(other).hostname, '127.0.0.1');
    assert.deepEqual(demo.takenPorts, []);
  });

  it('opens with the sample survey of the sandbox, and links from there to the sites that connect vaults', async () => {
    const { text } = await pageAt(demo.sample);
    assert.match(text, /<button id="open"[^>]*>Open the survey<\/button>/);
    for (const address of [demo.panel, demo.club]) {
      assert.ok(text.includes(`<a href="${address}/">`), address);
    }
    const opened = await fetch(`${demo.sample}/open`, {
      method: 'POST',
      headers: { origin: demo.sample },
      redirect: 'manual',
    });
    const landing = new URL(opened.headers.get('location') ?? '');
    assert.equal(landing.origin + landing.pathname, `${demo.sample}/landing.html`);
  });

  it('takes a free port where the one it wants is taken, and says which', async () => {
    const other = await listen(() => new Response('here before'), { hostname: '127.0.0.1' });
    const second = await startDemo({ port: other.port - 1 });
    try {
      assert.ok(second.takenPorts.includes(other.port));
      assert.notEqual(second.sample, other.origin);
      assert.equal((await fetch(second.sample)).status, 200);
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
  it('allows only its own scripts, and no markup from text', async () => {
    for (const url of allPages()) {
      const { policy, text } = await pageAt(url);
      const directives = policy.split('; ');
      for (const directive of [
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]) {
        assert.ok(directives.includes(directive), `${url}: ${directive}`);
      }
      assert.doesNotMatch(policy, /unsafe|\*/);
      assert.doesNotMatch(text, /<style| style=| on[a-z]+=/);
    }
  });

  it('loads nothing but what its own host serves', async () => {
    for (const url of allPages()) {
      const { text } = await pageAt(url);
      for (const [, address = ''] of text.matchAll(
        /<(?:script src|link rel="\w+" href)="([^"]*)"/g,
      )) {
        const loaded = new URL(address, url);
        assert.equal(loaded.origin, new URL(url).origin);
        assert.equal((await fetch(loaded)).status, 200, loaded.href);
      }
    }
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

  it('has one main heading, and a language', async () => {
    for (const url of allPages()) {
      const { text } = await pageAt(url);
      assert.match(text, /<html lang="en"/);
      assert.equal(text.split('<h1>').length, 2, url);
    }
  });
});

describe('the sites that connect vaults', () => {
  it('have the script tag first in the head, under a policy with another nonce each time', async () => {
    const nonces = new Set<string>();
    for (const url of [...vaultPages(), ...vaultPages()]) {
      const { status, policy, text } = await pageAt(url);
      assert.equal(status, 200, url);
      const nonce = nonceOf(policy);
      assert.ok(nonce.length > 20, url);
      nonces.add(nonce);
      const directives = policy.split('; ');
      for (const directive of [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `connect-src ${demo.service} 'self'`,
      ]) {
        assert.ok(directives.includes(directive), `${url}: ${directive}`);
      }
      const [, attributes = ''] = /<head>\s*<script ([^>]*)><\/script>/.exec(text) ?? [];
      assert.ok(attributes.startsWith('src="/vaultlink.js"'), url);
      assert.ok(attributes.includes(`data-base-url="${demo.service}"`), url);
      for (const [script] of text.matchAll(/<script[^>]*>/g)) {
        assert.ok(script.includes(`nonce="${nonce}"`) && script.includes(' src="/'), script);
      }
    }
    assert.equal(nonces.size, 2 * vaultPages().length);
  });

  it('serve every part of Vaultlink beside the script tag', async () => {
    for (const origin of [demo.panel, demo.club]) {
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
      const { status, policy, text } = await pageAt(demo.panel + path);
      assert.equal(status, 404, path);
      assert.ok(nonceOf(policy));
      assert.match(text, /<h1>There is no such page<\/h1>/);
    }
    assert.equal((await fetch(`${demo.service}/nowhere`)).status, 404);
  });

  it('refuse methods that a page does not have', async () => {
    const removed = await fetch(`${demo.panel}/profile`, { method: 'DELETE' });
    assert.deepEqual([removed.status, removed.headers.get('allow')], [405, 'GET, HEAD']);
  });
});
